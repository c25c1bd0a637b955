"""The embedded sample treebank: natural sentences with correct trees, made by a seeded grammar."""

from arcwalk.treebank.sample.generate import sample

__all__ = ["sample"]
