"""How far the annotation of a sentence has come, as its file says: untouched, begun or done.

A sentence is *done* if every word has a head and a label, nothing is predicted, and no comment says
`# annotation = begun`. It is *begun* if a comment says so, or some arcs are confirmed; otherwise, it is *untouched*.
`arcwalk annotate` writes `# annotation = done` above what somebody has accepted, and removes all records of
predictions.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, TypeVar

from arcwalk.errors import ArcwalkError
from arcwalk.treebank.annotation.predicted_columns import has_predicted_columns, without_column_records
from arcwalk.treebank.confidence import predicted_words, without_confidences
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_text import SentenceText

State = Literal["untouched", "begun", "done"]

COMMENT = "annotation"
"""The key of the comment."""

Text = TypeVar("Text", bound=SentenceText)


def state_of(sentence: SentenceText) -> State:
    """The state of a sentence."""
    said = sentence.comment(COMMENT)
    if said == "begun":
        return "begun"
    predicted = set(predicted_words(sentence))
    if has_tree(sentence) and not predicted and not has_predicted_columns(sentence):
        return "done"
    is_begun = any(head >= 0 and index not in predicted for index, head in enumerate(sentence.heads))
    return "begun" if said == "done" or is_begun else "untouched"


def has_tree(sentence: SentenceText) -> bool:
    """Whether every word has a head and a label, wherever they come from."""
    return -1 not in sentence.heads and "_" not in sentence.deprels


def in_state(sentence: Text, state: State) -> Text:
    """The sentence with the comment for a state; what is done has no records of predictions left."""
    bare = sentence.without_comment(COMMENT)
    if state == "untouched":
        return bare
    if len(sentence.lines) - len(bare.lines) > 1:  # as after joining two sentences
        sentence = bare
    if state == "done":
        sentence = without_column_records(without_confidences(sentence))
    return sentence.with_comment(COMMENT, state)


def are_annotated_here(sentences: Iterable[SentenceText]) -> bool:
    """Whether some sentence has a comment on its state: then others without trees are not wrong, but not yet done."""
    return any(sentence.comment(COMMENT) in ("begun", "done") for sentence in sentences)  # others use the key, too


def confirmed_ones(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences in which nothing is predicted, and which are not merely begun."""
    are_partial = are_annotated_here(sentences)
    return [sentence for sentence in sentences if _is_confirmed(sentence, are_partial)]


def with_confirmed_tags(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences without predicted tags, which a tagger can learn from; raises if there were others only."""
    kept = [sentence for sentence in sentences if not has_predicted_columns(sentence)]
    if sentences and not kept:
        source = sentences[0].source or "the treebank"
        raise ArcwalkError(f"{source}: all sentences have predicted tags", "correct some, or give another file")
    return kept


def _is_confirmed(sentence: Sentence, may_be_partial: bool) -> bool:
    if may_be_partial:
        return state_of(sentence) == "done"
    return not predicted_words(sentence) and not has_predicted_columns(sentence)
