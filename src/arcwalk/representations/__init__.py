"""What raw text tells about words, from a file of word clusters or vectors."""
