"""The sentences in which words or sentences differ, side by side."""

from annotations import annotated

from arcwalk.evaluation.aligned.differences import ComparedSentence, differences
from arcwalk.evaluation.aligned.word_alignment import align_words
from arcwalk.sample import sample
from arcwalk.treebank.sentence import Sentence


def shown(sentences: tuple[ComparedSentence, ...]) -> list[str]:
    """Sentences as text, with stars at what differs and the words of multiword tokens in brackets."""
    return [
        " ".join(
            token.form + f"({'+'.join(token.words)})" * bool(token.words) + "*" * token.differs
            for token in compared.tokens
        )
        for compared in sentences
    ]


def found(first: list[Sentence], second: list[Sentence]) -> list[tuple[list[str], list[str]]]:
    return [(shown(each.first), shown(each.second)) for each in differences(align_words(first, second))]


def test_nothing_differs() -> None:
    assert found(sample(5), sample(5)) == []


def test_words_and_tokens() -> None:
    first = [annotated("same"), annotated("1-2 zum\nzu\ndem\nHaus"), annotated("1-2 im\nin\ndem")]
    second = [annotated("same"), annotated("zum\nHa\nus"), annotated("1-2 im\ni\nm")]
    assert found(first, second) == [
        (["zum(zu+dem)* Haus*"], ["zum* Ha* us*"]),
        (["im(in+dem)*"], ["im(i+m)*"]),
    ]


def test_sentences() -> None:
    first = [annotated("a"), annotated("b\nc"), annotated("d"), annotated("e")]
    second = [annotated("a\nb"), annotated("c"), annotated("d"), annotated("e")]
    assert found(first, second) == [(["a", "b c"], ["a b", "c"])]
