"""The consensus of groups of words, and which sentences it can change."""
