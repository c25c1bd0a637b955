"""Kernels of the vine parser: chart, models, fragments, k-best lists, reranking features."""
