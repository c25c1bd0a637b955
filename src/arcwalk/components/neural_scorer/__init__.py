"""The network as part of a parser."""
