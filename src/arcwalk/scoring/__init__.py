"""The incremental scorer: a tree that changes, the parts it has, and what each change does to its score."""
