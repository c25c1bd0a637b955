"""The rules of Universal Dependencies for a treebank file, at the first two levels of its validator.

Level 1 is the CoNLL-U format: lines, columns, IDs, characters. Level 2 is what UD demands of every language: metadata,
tags, features, labels, trees and enhanced graphs. One file for each idea; `validator.py` applies them all.
"""
