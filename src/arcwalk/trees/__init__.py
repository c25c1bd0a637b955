"""Trees: exact decoders and marginals, and search with features of whole trees. All kernels."""
