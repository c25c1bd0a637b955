"""Scores and updates of sibling parts."""
