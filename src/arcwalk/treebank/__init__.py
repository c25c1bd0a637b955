"""Treebanks in and out: files, sentences, checks, codes, and the embedded sample."""

from arcwalk.treebank.reader import read
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.writer import write

__all__ = ["Sentence", "read", "write"]
