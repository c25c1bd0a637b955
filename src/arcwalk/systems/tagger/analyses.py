"""The ways to read the words of a sentence that a tagger holds possible: what a parser may choose among.

After section 3.4 of the sampling paper: a tag can be corrected to what it is confused with in sentences that the
tagger was not trained on, and to what the treebank has for the word, as far as it has the word; that much the tagger's
lexicon sees to. Here the tagger also says how probable each is, and only those it doubts are worth the time. FEATS
follow the other tags: right ones make hardly better trees, and choosing among them takes most of the time.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from arcwalk.systems.tagger.column import entries_of, join_tags
from arcwalk.systems.tagger.tagger import Tagger
from arcwalk.treebank.sentence import Sentence

LEAST_CONFUSED = 0.003  # the paper's α
CERTAIN = 1.0  # no tag but the best is probable enough
MOST_OTHERS = 2  # tags of a word besides the best, in each column
CORRECTED = ("upos", "xpos")  # the columns that a tree can correct

Tags = tuple[str, ...]  # one for each column of the tagger


class Reading(NamedTuple):
    """The tags of a word in all columns of a tagger, and how probable they are, as a logarithm with the best at 0.

    The best are those of the best sequence; by itself, another can be more probable.
    """

    tags: Tags
    doubt: float


WordReadings = list[Reading]  # the best first


@dataclass(frozen=True)
class Ambiguity:
    """Which tags are worth considering besides the best ones."""

    least: float  # how probable a tag must be
    confusions: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)  # by column, then by best tag

    def allows(self, column: str, best: str, other: str) -> bool:
        """Whether the best tag may be corrected to the other."""
        return not self.confusions or other in self.confusions[column].get(best, ())

    def filtered(self, columns: Sequence[str], readings: WordReadings) -> WordReadings:
        """The readings whose first difference from the best one is allowed, a few in each column."""
        best = readings[0].tags
        kept, others = readings[:1], [0] * len(best)
        for reading in readings[1:]:
            place = next(i for i, tag in enumerate(reading.tags) if tag != best[i])
            if others[place] < MOST_OTHERS and self.allows(columns[place], best[place], reading.tags[place]):
                others[place] += 1
                kept.append(reading)
        return kept


def find_confusions(
    columns: Sequence[str], pairs: Iterable[tuple[Sentence, Sentence]]
) -> dict[str, dict[str, list[str]]]:
    """For each column and tag, what it was mistaken for often enough: c(t, t') ≥ α c(t', t').

    `pairs` are sentences with gold tags and the same as tagged by a tagger that has not seen them.
    """
    counts: dict[str, defaultdict[str, Counter[str]]] = {name: defaultdict(Counter) for name in columns}
    for gold, tagged in pairs:
        for name in columns:
            for right, found in zip(gold.tags(name), tagged.tags(name), strict=True):
                counts[name][found][right] += 1
    return {
        name: {
            found: sorted(
                right for right, count in row.items() if right != found and count >= LEAST_CONFUSED * row[found]
            )
            for found, row in rows.items()
        }
        for name, rows in counts.items()
    }


def read_sentence(tagger: Tagger, sentence: Sentence, ambiguity: Ambiguity) -> list[WordReadings]:
    """The readings of each word, in each column in the order of their probabilities.

    An alternative in one column has the best tags for it in those that follow; there, all words that are in doubt
    have their alternatives at once.
    """
    columns = list(tagger.columns)
    alternatives: list[dict[int, list[tuple[str, float]]]] = []
    best: list[list[str]] = []
    given: Sequence[str] = [""] * len(sentence)
    before = [given]
    for column in tagger.columns.values():
        lattice = column.lattice(entries_of(sentence, given))
        tags, _ = column.best(lattice)
        others: dict[int, list[tuple[str, float]]] = {}
        bounds, doubtful = lattice.start[1:], list[int]()
        if ambiguity.least < CERTAIN and column.name in CORRECTED:
            probabilities = column.probabilities(lattice)
            likeliest = np.maximum.reduceat(probabilities, bounds[:-1])
            doubtful = np.flatnonzero(likeliest < 1 - ambiguity.least).tolist()
        for word in doubtful:
            first, last = bounds[word], bounds[word + 1]
            likely = dict(
                zip((column.tags[tag] for tag in lattice.tags[first:last]), probabilities[first:last], strict=True)
            )
            own = max(likely[tags[word]], 1e-9)
            found = [
                (tag, math.log(p / own))
                for tag, p in sorted(likely.items(), key=lambda item: -item[1])
                if p >= ambiguity.least and tag != tags[word] and ambiguity.allows(column.name, tags[word], tag)
            ]
            if found:
                others[word] = found[: MOST_OTHERS if ambiguity.confusions else None]
        alternatives.append(others)
        best.append(tags)
        given = join_tags(given, tags)
        before.append(given)
    readings = [[Reading(tags, 0.0)] for tags in zip(*best, strict=True)]
    for place, others in enumerate(alternatives):
        for rank in range(max(map(len, others.values()), default=0)):
            chosen = {word: found[rank] for word, found in others.items() if rank < len(found)}
            tags = [chosen[word][0] if word in chosen else tag for word, tag in enumerate(best[place])]
            rest = [tags]
            given = join_tags(before[place], tags)
            for name in columns[place + 1 :]:
                column = tagger.columns[name]
                tags, _ = column.best(column.lattice(entries_of(sentence, given)))
                rest.append(tags)
                given = join_tags(given, tags)
            for word, (_, doubt) in chosen.items():
                own = readings[word][0].tags[:place] + tuple(tags[word] for tags in rest)
                readings[word].append(Reading(own, doubt))
    return readings


def tagged_by(sentence: Sentence, columns: Sequence[str], tags: Sequence[Tags]) -> Sentence:
    """The sentence with these tags."""
    return sentence.with_tags(**{name: [own[place] for own in tags] for place, name in enumerate(columns)})


class TagChoices(NamedTuple):
    """What a parser that corrects tags learns from: for each sentence the readings of its words, and the right tags."""

    columns: tuple[str, ...]
    readings: list[list[WordReadings]]
    gold: list[list[Tags]]
    trust: float  # how much a logarithm of the tagger's probabilities counts
    cost: float  # what wrong tags cost, where a wrong head costs 1
