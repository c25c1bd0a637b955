"""Candidate heads and labels by first-order probabilities."""
