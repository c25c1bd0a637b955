"""Learning: the only room that changes weights."""
