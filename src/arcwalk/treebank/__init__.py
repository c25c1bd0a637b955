"""Treebanks in and out: files, sentences, checks, codes, and the embedded sample."""
