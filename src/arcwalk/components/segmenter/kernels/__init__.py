"""Kernels of the segmenter: properties of characters and tokens, where tokens and sentences end, and learning that."""
