"""Accuracy of tags and lemmas: of all words, of words not seen in training, and of each tag.

What counts as right is as in the evaluation script of the CoNLL 2018 shared task: of FEATS, the features that UD
defined for all languages then, in any order; any lemma where gold has none.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from arcwalk.evaluation.alignment import paired
from arcwalk.evaluation.attachment import PrecisionRecall, percent
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_text import LEMMA, TAG_COLUMNS

# fmt: off
UNIVERSAL_FEATURES = frozenset({
    "Abbr", "Animacy", "Aspect", "Case", "Definite", "Degree", "Evident", "Foreign", "Gender", "Mood", "Number",
    "NumType", "Person", "Polarity", "Polite", "Poss", "PronType", "Reflex", "Tense", "VerbForm", "Voice",
})
# fmt: on


@dataclass(frozen=True, slots=True)
class TagScores:
    """Scores of one column of tags, or of lemmas; unknown words are counted if the training data are given."""

    column: str
    words: int
    right: int
    unknown_words: int | None
    unknown_right: int
    by_tag: tuple[PrecisionRecall, ...]  # most frequent first; none for lemmas

    @property
    def accuracy(self) -> float:
        """The share of words with the right tag, in percent."""
        return percent(self.right, self.words)

    @property
    def unknown_accuracy(self) -> float:
        """The same for unknown words; NaN if there are none."""
        return percent(self.unknown_right, self.unknown_words or 0)


def universal_features(feats: str) -> str:
    """The universal features in FEATS, sorted; `_` if there are none."""
    return "|".join(sorted(each for each in feats.split("|") if each.partition("=")[0] in UNIVERSAL_FEATURES)) or "_"


def forms_of(sentences: Sequence[Sentence]) -> set[str]:
    """The distinct forms of a treebank."""
    return {form for sentence in sentences for form in sentence.forms}


def score_tags(
    gold: Sequence[Sentence], system: Sequence[Sentence], known: Collection[str] | None = None
) -> list[TagScores]:
    """The scores of every column that gold has, over all words; `known` are the forms of the training data.

    Lemmas count if the system has some. Of features, the universal ones count, or, where gold has none of them, whole
    values. Raises an error at the first word that differs.
    """
    pairs = list(paired(gold, system))
    is_unknown = [known is not None and form not in known for sentence, _ in pairs for form in sentence.forms]
    scores = []
    for column in (*TAG_COLUMNS, LEMMA):
        gold_tags = [tag for sentence, _ in pairs for tag in sentence.tags(column)]
        system_tags = [tag for _, sentence in pairs for tag in sentence.tags(column)]
        if set(gold_tags) <= {"_"} or (column == LEMMA and set(system_tags) <= {"_"}):
            continue
        if column == "feats" and any(universal_features(tag) != "_" for tag in gold_tags):
            gold_tags, system_tags = (list(map(universal_features, tags)) for tags in (gold_tags, system_tags))
        elif column == LEMMA:
            system_tags = ["_" if lemma == "_" else own for lemma, own in zip(gold_tags, system_tags, strict=True)]
        right = [wanted == tag for wanted, tag in zip(gold_tags, system_tags, strict=True)]
        wanted_counts, counts = Counter(gold_tags), Counter(system_tags)
        right_counts = Counter(tag for tag, is_right in zip(gold_tags, right, strict=True) if is_right)
        rows = [
            PrecisionRecall(tag, wanted_counts[tag], counts[tag], right_counts[tag])
            for tag in wanted_counts | counts
            if column != LEMMA
        ]
        scores.append(
            TagScores(
                column,
                words=len(right),
                right=sum(right),
                unknown_words=None if known is None else sum(is_unknown),
                unknown_right=sum(a and b for a, b in zip(is_unknown, right, strict=True)),
                by_tag=tuple(sorted(rows, key=lambda row: (-row.gold, -row.system, row.name))),
            )
        )
    return scores
