"""What all training has in common: tasks, stages and what is kept of them, folds, and the encoded treebank."""
