"""The incremental scorer: a tree that changes, its parts, and how each change affects its score. All kernels."""
