"""Inputs that nobody would write, and the promises that arcwalk keeps whatever it is given: `make fuzz`."""
