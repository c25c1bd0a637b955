"""What to learn trees from: not from what was predicted and nobody has confirmed, nor from unfinished sentences."""

from collections.abc import Sequence
from typing import NamedTuple

from arcwalk.errors import ArcwalkError, Argument, Wording
from arcwalk.training.progress import Progress
from arcwalk.treebank.annotation.state import are_annotated_here, confirmed_ones, has_tree
from arcwalk.treebank.reader import Treebank, sentences_of
from arcwalk.treebank.sentence import Sentence

_ALL = Argument("all_sentences", True)


class ConfirmedSentences(NamedTuple):
    """The sentences to learn from, and a line about those that were left out; empty if none were."""

    sentences: list[Sentence]
    notice: str = ""


def gold_sentences(treebank: Treebank, all_sentences: bool, progress: Progress) -> list[Sentence]:
    """The sentences to learn trees from; what is left out is said."""
    found = sentences_to_learn_from(treebank, all_sentences)
    if found.notice:
        progress.say(found.notice)
    return found.sentences


def sentences_to_learn_from(treebank: Treebank, all_sentences: bool) -> ConfirmedSentences:
    """The sentences with gold trees, unless `all_sentences` are to be taken for such; raises if none remains.

    Sentences that lack a part of the tree are no mistake where a treebank is being annotated; they are left out.
    """
    found = sentences_of(treebank, heads="given")
    chosen = _with_trees(found) if all_sentences else confirmed_sentences(found)
    partial = [each for each in chosen.sentences if not has_tree(each)]
    sentences_of(partial, heads="gold")  # raises for the first of them
    return chosen


def confirmed_sentences(sentences: Sequence[Sentence]) -> ConfirmedSentences:
    """Leave out sentences that are not confirmed, and say what includes them; raises if no sentence remains."""
    kept = confirmed_ones(sentences)
    if len(kept) == len(sentences):
        return ConfirmedSentences(kept)
    number = len(sentences) - len(kept)
    whole = sum(map(has_tree, sentences)) - sum(map(has_tree, kept))  # of those that are left out
    if not kept:
        message = f"{_source(sentences)}: no sentence is confirmed: all have predicted arcs or tags, or are unfinished"
        raise ArcwalkError(message, Wording("correct some, or include them with ", _ALL) if whole else "correct some")
    left_out = f"{_unconfirmed(sentences, len(kept))} and {_are(number)} left out; "
    if not whole:
        return ConfirmedSentences(kept, left_out + ("it has no tree yet" if number == 1 else "they have no trees yet"))
    them = "them" if whole == number else f"the {whole:,} with {'a tree' if whole == 1 else 'trees'}"
    return ConfirmedSentences(kept, Wording(left_out, _ALL, f" includes {them}"))


def _with_trees(sentences: Sequence[Sentence]) -> ConfirmedSentences:
    """Leave out sentences without trees, if the treebank is being annotated."""
    kept = [sentence for sentence in sentences if has_tree(sentence)]
    number = len(sentences) - len(kept)
    if not kept or not number or not are_annotated_here(sentences):
        return ConfirmedSentences(list(sentences))
    amount = f"{number:,} of {len(sentences):,} sentences"
    none = "has no tree yet and is" if number == 1 else "have no trees yet and are"
    return ConfirmedSentences(kept, f"{_source(sentences)}: {amount} {none} left out")


def not_confirmed(sentences: Sequence[Sentence]) -> str:
    """How many sentences are not confirmed, in words; empty if all are."""
    kept = len(confirmed_ones(sentences))
    return _unconfirmed(sentences, kept) if kept < len(sentences) else ""


def _unconfirmed(sentences: Sequence[Sentence], kept: int) -> str:
    number = len(sentences) - kept
    amount = f"{number:,} of {len(sentences):,} sentences {_are(number)} not confirmed"
    return f"{_source(sentences)}: {amount}"


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _source(sentences: Sequence[Sentence]) -> str:
    return sentences[0].source or "the treebank"
