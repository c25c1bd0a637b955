"""The segmenter: raw text as sentences, tokens and words, as a treebank has them."""
