"""The labeler: the relation of each arc once the tree is known."""
