"""`--system sampling`, the default."""
