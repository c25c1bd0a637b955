"""The analyses of words among which a parser may choose, from a tagger.

After section 3.4 of the sampling paper: a tag can be corrected to one that it is confused with in out-of-fold
sentences, and that the treebank has for the word if it has the word (the tagger's lexicon sees to that). Here, only
words that the tagger is unsure of get more than one analysis. FEATS follow the other tags: correcting them hardly
improves trees, and choosing among them would take most of the time.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from arcwalk.components.tagger.column import entries_of, join_tags
from arcwalk.components.tagger.kernels.viterbi import Lattice
from arcwalk.components.tagger.lemmatizer import Lemmatizer
from arcwalk.components.tagger.tagger import Tagger
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.treebank.sentence import Sentence

LEAST_CONFUSED = 0.003  # the paper's α
CERTAIN = 1.0  # as least probability: only the best tag counts
MOST_OTHERS = 2  # tags of a word besides the best, in each column
CORRECTED = ("upos", "xpos")  # the columns that a tree can correct

Tags = tuple[str, ...]  # one for each column of the tagger


class Analysis(NamedTuple):
    """The tags of a word, the log of their probability relative to the best analysis, and the lemma they imply.

    The best analysis is that of the best tag sequence; the marginal probability of another can be higher.
    """

    tags: Tags
    log_ratio: float
    lemma: str | None = None  # None: the tagger does not fill LEMMA


WordAnalyses = list[Analysis]  # the best first


@dataclass(frozen=True)
class Ambiguity:
    """Which tags are considered besides the best ones."""

    least: float  # probability
    confusions: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)  # by column, then by best tag

    def allows(self, column: str, best: str, other: str) -> bool:
        """Whether the best tag may be corrected to the other."""
        return not self.confusions or other in self.confusions[column].get(best, ())

    @classmethod
    def restore(cls, metadata: Metadata, tagger: Tagger) -> "Ambiguity":
        """The ambiguity in the metadata of a model, in place of its fields."""
        by_column = metadata.part("confusions")
        corrected = [name for name in tagger.columns if name in CORRECTED]
        if [*by_column] and sorted(by_column) != sorted(corrected):
            raise metadata.wrong("confusions", f"about {', '.join(corrected)}")
        confusions = {name: {tag: own.texts(tag) for tag in own} for name in by_column if (own := by_column.part(name))}
        return cls(metadata.number("least", 0, CERTAIN), confusions)

    def filtered(self, columns: Sequence[str], analyses: WordAnalyses) -> WordAnalyses:
        """The analyses whose first difference from the best one is allowed, a few in each column."""
        best = analyses[0].tags
        kept, others = analyses[:1], [0] * len(best)
        for analysis in analyses[1:]:
            column = next(i for i, tag in enumerate(analysis.tags) if tag != best[i])
            if others[column] < MOST_OTHERS and self.allows(columns[column], best[column], analysis.tags[column]):
                others[column] += 1
                kept.append(analysis)
        return kept


def find_confusions(
    columns: Sequence[str], pairs: Iterable[tuple[Sentence, Sentence]]
) -> dict[str, dict[str, list[str]]]:
    """For each column and predicted tag t', the tags t that are often enough right instead: c(t, t') ≥ α c(t', t').

    `pairs` are sentences with gold tags and with out-of-fold tags.
    """
    counts: dict[str, defaultdict[str, Counter[str]]] = {name: defaultdict(Counter) for name in columns}
    for gold, tagged in pairs:
        for name in columns:
            for right, predicted in zip(gold.tags(name), tagged.tags(name), strict=True):
                counts[name][predicted][right] += 1
    return {
        name: {
            predicted: sorted(
                right for right, count in row.items() if right != predicted and count >= LEAST_CONFUSED * row[predicted]
            )
            for predicted, row in rows.items()
        }
        for name, rows in counts.items()
    }


def analyze(
    tagger: Tagger, sentence: Sentence, ambiguity: Ambiguity, first: Lattice | None = None
) -> list[WordAnalyses]:
    """The analyses of each word: the best one, then for each column its other tags, most probable first.

    With another tag in one column, the columns after it get the best tags for it; all ambiguous words have their other
    tags at the same time there. `first` is the lattice of the first column, if it is known.
    """
    columns = list(tagger.columns)
    alternatives: list[dict[int, list[tuple[str, float]]]] = []
    best: list[list[str]] = []
    given: Sequence[str] = [""] * len(sentence)
    before = [given]
    for column in tagger.columns.values():
        lattice = first if first is not None and not best else column.lattice(entries_of(sentence, given))
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
            ranked = [
                (tag, math.log(p / own))
                for tag, p in sorted(likely.items(), key=lambda item: -item[1])
                if p >= ambiguity.least and tag != tags[word] and ambiguity.allows(column.name, tags[word], tag)
            ]
            if ranked:
                others[word] = ranked[: MOST_OTHERS if ambiguity.confusions else None]
        alternatives.append(others)
        best.append(tags)
        given = join_tags(given, tags)
        before.append(given)
    analyses = [[Analysis(tags, 0.0)] for tags in zip(*best, strict=True)]
    for position, others in enumerate(alternatives):
        for rank in range(max(map(len, others.values()), default=0)):
            chosen = {word: ranked[rank] for word, ranked in others.items() if rank < len(ranked)}
            tags = [chosen[word][0] if word in chosen else tag for word, tag in enumerate(best[position])]
            rest = [tags]
            given = join_tags(before[position], tags)
            for name in columns[position + 1 :]:
                column = tagger.columns[name]
                tags, _ = column.best(column.lattice(entries_of(sentence, given)))
                rest.append(tags)
                given = join_tags(given, tags)
            for word, (_, log_ratio) in chosen.items():
                own = analyses[word][0].tags[:position] + tuple(tags[word] for tags in rest)
                analyses[word].append(Analysis(own, log_ratio))
    return analyses if tagger.lemmatizer is None else with_lemmas(tagger.lemmatizer, sentence, analyses)


def with_lemmas(
    lemmatizer: Lemmatizer, sentence: Sentence, analyses: Sequence[Sequence[Analysis]]
) -> list[WordAnalyses]:
    """The analyses, each with the lemma of the word if it has these tags."""
    entries = [(form, "\t".join(own.tags)) for form, word in zip(sentence.forms, analyses, strict=True) for own in word]
    lemmas = iter(lemmatizer.lemmas(entries))
    return [[own._replace(lemma=next(lemmas)) for own in word] for word in analyses]


def tagged_by(sentence: Sentence, columns: Sequence[str], analyses: Sequence[Analysis]) -> Sentence:
    """The sentence with the tags and lemmas of these analyses."""
    filled = {name: [own.tags[index] for own in analyses] for index, name in enumerate(columns)}
    lemmas = [own.lemma for own in analyses if own.lemma is not None]
    if lemmas:
        filled["lemmas"] = lemmas
    return sentence.with_tags(**filled)


class TagChoices(NamedTuple):
    """What a parser learns to correct tags from: for each sentence the analyses of its words, and their gold tags."""

    columns: tuple[str, ...]
    analyses: list[list[WordAnalyses]]
    gold: list[list[Tags]]
