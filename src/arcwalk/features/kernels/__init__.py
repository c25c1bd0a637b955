"""Features of arcs and of parts of trees as indices into the weights."""
