"""The word classes that features distinguish.

Kernels read these constants, and nothing else of `arcwalk.treebank`: other changes there recompile none of them.
"""

OTHER, VERB, PUNCTUATION, CONJUNCTION, ADPOSITION = range(5)
WORD_CLASSES = 5
