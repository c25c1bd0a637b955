"""Labels of the arcs of a tree."""
