"""Learning: the only package that changes weights."""
