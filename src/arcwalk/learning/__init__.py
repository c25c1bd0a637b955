"""The only room that changes weights."""
