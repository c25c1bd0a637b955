"""What a user trains, saves, loads and parses with."""
