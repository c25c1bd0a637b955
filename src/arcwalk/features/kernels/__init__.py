"""Kernels of features: from arcs and parts of trees to indices into the weights."""
