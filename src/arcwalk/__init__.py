"""arcwalk: dependency parsing for people with a treebank and a CPU."""

__version__ = "0.1.0"
