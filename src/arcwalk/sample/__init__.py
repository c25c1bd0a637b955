"""The embedded sample treebank: natural sentences with correct trees, made by a seeded grammar."""

from arcwalk.sample.generate import sample

__all__ = ["sample"]
