"""Charts, mixtures and lists of the vine parser."""
