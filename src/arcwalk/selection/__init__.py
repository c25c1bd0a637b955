"""What to annotate next: the sentences that a parser is least sure of, or a batch of them that differ."""
