"""Files: read as a stream, written whole or not at all, and private where others could do harm."""
