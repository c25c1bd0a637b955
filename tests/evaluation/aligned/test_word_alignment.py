"""Words are aligned by their characters, and within multiword tokens by their forms."""

import random
from collections.abc import Sequence

import pytest
from annotations import annotated

from arcwalk.errors import ArcwalkError, TreebankError
from arcwalk.evaluation.aligned.word_alignment import align_words
from arcwalk.treebank.sentence import Sentence


def pairs(first: str, second: str) -> list[tuple[int, int]]:
    """The numbers, from 1, of aligned words; sentences are separated by `|`, rows by `,`."""
    sides = [[annotated(text.replace(",", "\n")) for text in side.split("|")] for side in (first, second)]
    found = align_words(*sides)
    return [(int(one) + 1, int(other) + 1) for one, other in zip(found.first_words, found.second_words, strict=True)]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        pytest.param("a,b", "a,b", [(1, 1), (2, 2)], id="same"),
        pytest.param("a,b,c", "ab,c", [(3, 2)], id="joined"),
        pytest.param("a,bc,d", "a,b,c,d", [(1, 1), (3, 4)], id="split"),
        pytest.param("x,ab,cd,y", "x,a,bc,d,y", [(1, 1), (4, 5)], id="boundaries that straddle"),
        pytest.param("a,b|c", "a|b,c", [(1, 1), (2, 2), (3, 3)], id="sentences do not matter"),
        pytest.param("10~000,m", "10000,m", [(1, 1), (2, 2)], id="space within a form"),
        pytest.param("10\u00a0000,m", "10,\u2009000,m", [(2, 3)], id="other spaces"),
        pytest.param("wir,2-3 zum,zu,dem,!", "wir,zum,!", [(1, 1), (4, 3)], id="undone multiword token"),
        pytest.param("1-2 zum,zu,dem", "1-2 zum,ZU,Dem", [(1, 1), (2, 2)], id="case of words in multiword tokens"),
        pytest.param("1-2 zum,zu,dem", "1-3 zum,z,u,dem", [(2, 3)], id="other words in a multiword token"),
        pytest.param("1-2 zum,zu,dem", "zu,m", [(1, 1)], id="words of a multiword token by form"),
        pytest.param("1-2 ab,b,a", "1-2 ab,a,b", [(2, 1)], id="the first side is left out first"),
        pytest.param("1-2 ab,a,b,c", "1-2 abc,ab,c", [(3, 2)], id="one multiword token reaches further"),
        pytest.param("1-2 ab,a,b,3-4 cd,c,d", "a,2-3 bc,b,c,d", [(1, 1), (2, 2), (3, 3), (4, 4)], id="they overlap"),
        pytest.param("ab,2-3 cd,c,d", "a,bc,d", [(3, 3)], id="a word straddles the start"),
        pytest.param("a,b,c", "1-2 ab,x,b,c", [(2, 2), (3, 3)], id="multiword token of the second side"),
    ],
)
def test_aligned_words(first: str, second: str, expected: list[tuple[int, int]]) -> None:
    assert pairs(first, second) == expected


def cut(text: str, random: random.Random) -> list[Sentence]:
    """A text cut into words and sentences at random."""
    sentences, words, word = [], list[str](), ""
    for character in text:
        word += character
        if random.random() < 0.5:
            words.append(word)
            word = ""
        if words and not word and random.random() < 0.2:
            sentences.append(Sentence.from_columns(words))
            words = []
    words += [word] if word else []
    return sentences + ([Sentence.from_columns(words)] if words else [])


def spans(sentences: Sequence[Sentence]) -> list[tuple[int, int]]:
    found, end = [], 0
    for form in (form for sentence in sentences for form in sentence.forms):
        found.append((end, end + len(form)))
        end += len(form)
    return found


def test_without_multiword_tokens_words_with_the_same_span_are_aligned() -> None:
    chance = random.Random(0)
    for _ in range(200):
        first, second = (cut("abcdefghijklmnopqrst", chance) for _ in range(2))
        found, back = align_words(first, second), align_words(second, first)
        one, other = spans(first), spans(second)
        expected = [(i, other.index(span)) for i, span in enumerate(one) if span in other]
        assert list(zip(found.first_words, found.second_words, strict=True)) == expected
        assert list(zip(back.second_words, back.first_words, strict=True)) == expected


FIRST = annotated("Dogs\nbark\nloudly", source="gold.conllu", line=5)


@pytest.mark.parametrize(
    ("second", "message"),
    [
        (
            "Dogs\nbellow",
            r"^system.conllu:8 \(sentence 1\): the text goes on with 'ellow', but with 'arkloudly' in gold.conllu:6; ",
        ),
        ("Dogs\nbark", r"^gold.conllu:7 \(sentence 1\): the text goes on with 'loudly', but system.conllu ends before"),
        ("Dogs\nbark\nloudly\n!", r"^system.conllu:10 .*: the text goes on with '!', but gold.conllu ends before that"),
        ("Dogs\nbark\nLoudly", "system.conllu:9 .* with 'Loudly', but with 'loudly' in gold.conllu:7"),
        ("Dogs\n2-3 barks\nbark\ns", "system.conllu:8 .* with 's', but with 'loudly' in gold.conllu:7"),
    ],
)
def test_different_text(second: str, message: str) -> None:
    with pytest.raises(TreebankError, match=message) as raised:
        align_words([FIRST], [annotated(second, source="system.conllu", line=7)])
    assert raised.value.finding.test == "different-text"


def test_treebanks_in_memory_are_named_by_their_role() -> None:
    with pytest.raises(TreebankError, match=r"^<system>:1 \(sentence 2\): .* with 'c', but with 'b' in <gold>:1; "):
        align_words([annotated("a"), annotated("b")], [annotated("a"), annotated("c")])
    with pytest.raises(ArcwalkError, match="<system>: there are no sentences"):
        align_words([FIRST], [])


def test_a_form_of_spaces_only() -> None:
    with pytest.raises(TreebankError, match="FORM has nothing but spaces; write a word"):
        align_words([FIRST], [annotated("Dogs\n~\nbark\nloudly")])
