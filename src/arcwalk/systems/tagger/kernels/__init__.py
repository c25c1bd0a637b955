"""Lattices of tags: scores, search, updates."""
