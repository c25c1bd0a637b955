"""Exact decoding: the best tree, the k best, and marginals, by dynamic programming and spanning trees."""
