"""`--system mst`: second-order parsing."""
