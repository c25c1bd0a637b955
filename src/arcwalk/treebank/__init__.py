"""Treebanks: reading, writing and checking files; sentences and tokens; strings as codes."""

from arcwalk.treebank.reader import read
from arcwalk.treebank.sentence import Sentence, Token
from arcwalk.treebank.writer import write

__all__ = ["Sentence", "Token", "read", "write"]
