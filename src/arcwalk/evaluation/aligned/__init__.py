"""Two annotations of the same text, whose words may differ: aligned by characters, scored, and compared."""
