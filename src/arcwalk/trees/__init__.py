"""Search over trees: decoders and marginals, compiled, all proven equal to brute force."""
