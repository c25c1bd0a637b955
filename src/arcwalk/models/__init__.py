"""Trained models: what they are made of, how they are stored, and what they can do."""
