"""Raw text: its paragraphs, sentences and words, and where each word is in it."""

from arcwalk.treebank.raw_text.paragraphs import cut_paragraphs, text_lines
from arcwalk.treebank.raw_text.segmenter import Segmenter, no_segmenter
from arcwalk.treebank.raw_text.sentences import Segmentation, read_raw, sentences_in, sentences_of_paragraphs
from arcwalk.treebank.raw_text.spacy_rules import ANY_LANGUAGE, SpacyRules, chosen_segmenter

__all__ = [
    "ANY_LANGUAGE",
    "Segmentation",
    "Segmenter",
    "SpacyRules",
    "chosen_segmenter",
    "cut_paragraphs",
    "no_segmenter",
    "read_raw",
    "sentences_in",
    "sentences_of_paragraphs",
    "text_lines",
]
