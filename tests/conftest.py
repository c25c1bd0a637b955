"""Nothing but its place: a conftest here puts this folder on the path, so that tests can share `oracles`."""
