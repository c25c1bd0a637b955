"""The readings of words as kernels read them, and what a parser learns from that corrects tags."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Numbers, Scores
from arcwalk.systems.joint_tags.kernels.tagged_tree import Readings
from arcwalk.systems.tagger.analyses import TagChoices, WordReadings
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.words import Word, words_of


class TagExample(NamedTuple):
    """The readings of a training sentence, which are right, and what each costs."""

    readings: Readings
    words: Numbers  # the word of each reading
    gold: Numbers  # (n + 1,)
    errors: Scores


def make_tag_example(encoder: Encoder, sentence: Sentence, choices: TagChoices, i: int) -> TagExample:
    """The readings of sentence i. Where none is right, the one with the most right tags is."""
    own, gold = choices.readings[i], choices.gold[i]
    readings = encode_readings(encoder, sentence, choices.columns, own, choices.trust)
    right, errors = [0], list[float]()
    for word_readings, tags in zip(own, gold, strict=True):
        wrong = [sum(a != b for a, b in zip(reading.tags, tags, strict=True)) for reading in word_readings]
        least = min(wrong)
        right.append(len(errors) + wrong.index(least))
        errors += [choices.cost * (count - least) / len(tags) for count in wrong]
    words = np.repeat(np.arange(len(own) + 1), np.diff(readings.start))
    return TagExample(readings, words, np.array(right), np.array(errors))


def encode_readings(
    encoder: Encoder, sentence: Sentence, columns: Sequence[str], readings: Sequence[WordReadings], trust: float
) -> Readings:
    """The readings as kernels read them; `sentence` is the one that the parser sees, with the best tags."""
    words: list[Word] = []
    for word, own in zip(words_of(sentence), readings, strict=True):
        words.append(word)
        for reading in own[1:]:
            form, lemma, *_ = word
            tags = dict(zip(columns, reading.tags, strict=True))
            if sentence.format.upos == sentence.format.xpos and "xpos" in tags:  # CoNLL-2009 has one tag a word
                tags["upos"] = tags["xpos"]
            words.append((form, lemma, tags.get("upos", "_"), tags.get("xpos", "_"), tags.get("feats", "_")))
    start = np.cumsum([0, 0, *map(len, readings)])
    doubts = np.array([trust * reading.doubt for own in readings for reading in own], dtype=np.float64)
    return Readings(start, encoder.rows(words), doubts)
