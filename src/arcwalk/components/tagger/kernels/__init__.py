"""Kernels of the tagger: affixes, tag lattices, Viterbi, perceptron updates."""
