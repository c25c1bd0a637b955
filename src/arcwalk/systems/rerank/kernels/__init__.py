"""Scores of listed trees, and learning from them."""
