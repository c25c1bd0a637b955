"""The pruner: which heads and labels of a word are worth considering."""
