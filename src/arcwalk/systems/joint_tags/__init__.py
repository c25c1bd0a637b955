"""`--tags joint`: tags chosen together with the tree."""
