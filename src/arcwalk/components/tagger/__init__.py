"""`--system tagger`: UPOS, XPOS, FEATS and LEMMA."""
