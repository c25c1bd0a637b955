"""Parsing systems: training, model files, and the public `Parser`."""
