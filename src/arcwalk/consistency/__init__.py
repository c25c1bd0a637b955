"""Decoding a whole corpus together: sentences that have something in common are to agree on it."""
