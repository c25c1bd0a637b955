"""How good is a parse: scores, breakdowns, significance."""
