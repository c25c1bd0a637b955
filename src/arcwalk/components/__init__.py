"""Parts of parsers that have models of their own: tagger, pruner, labeler, neural scorer; each with its training."""
