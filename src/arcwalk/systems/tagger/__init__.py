"""`--system tagger`: UPOS, XPOS and FEATS."""
