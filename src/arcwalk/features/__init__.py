"""Features: templates as text, hashing, weights, and features written in Python."""
