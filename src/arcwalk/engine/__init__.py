"""Whole corpora: which file goes where, batches of sentences, and the engines that annotate them."""
