"""Inexact search with features of whole trees: climbing, sampling, annealing."""
