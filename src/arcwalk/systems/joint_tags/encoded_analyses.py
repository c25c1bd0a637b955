"""The analyses of a sentence's words as kernels read them."""

from collections.abc import Sequence

import numpy as np

from arcwalk.arrays import Codes, Numbers
from arcwalk.components.tagger.analyses import WordAnalyses
from arcwalk.systems.joint_tags.kernels.tagged_tree import Analyses
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.words import Word, words_of

TAGGER_WEIGHT = 2.0  # of the tagger's log ratios in the score of a tagged tree


def encode_analyses(
    encoder: Encoder, sentence: Sentence, columns: Sequence[str], analyses: Sequence[WordAnalyses]
) -> Analyses:
    """Encode analyses; `sentence` has the first one of each word."""
    words: list[Word] = []
    for word, own in zip(words_of(sentence), analyses, strict=True):
        words.append(word)
        for analysis in own[1:]:
            form, lemma = word[0], word[1] if analysis.lemma is None else analysis.lemma
            tags = dict(zip(columns, analysis.tags, strict=True))
            if sentence.format.has_one_tag and "xpos" in tags:
                tags["upos"] = tags["xpos"]
            words.append((form, lemma, tags.get("upos", "_"), tags.get("xpos", "_"), tags.get("feats", "_")))
    start = np.cumsum([0, 0, *map(len, analyses)])
    scores = np.array([TAGGER_WEIGHT * analysis.log_ratio for own in analyses for analysis in own], dtype=np.float64)
    return Analyses(start, encoder.rows(words), scores)


def stack_analyses(codes: Codes, analyses: Analyses, taken: Numbers) -> Codes:
    """The sentence with the analyses taken, stacked on one where each ambiguous word has its second analysis.

    Only the former if no word is ambiguous. See `arcwalk.treebank.encoding.first_analysis`. The second analysis is
    the next best one; if the next best one is taken, it is the best.
    """
    start = analyses.start[:-1]
    first = codes.copy()
    first[1:-2] = analyses.rows[taken[1:]]
    ambiguous = np.flatnonzero(np.diff(analyses.start) > 1)
    if len(ambiguous) == 0:
        return first
    second = first.copy()
    second[ambiguous] = analyses.rows[np.where(taken == start, start + 1, start)[ambiguous]]
    return np.stack((first, second))
