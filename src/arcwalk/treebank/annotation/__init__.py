"""What of a sentence somebody has annotated: which lemmas and tags are confirmed, and whether it is done."""
