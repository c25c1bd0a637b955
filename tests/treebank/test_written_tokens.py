"""Tokens are found as they are written, wherever the line of a multiword token stands."""

from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.written_tokens import written_tokens

WORDS = [f"{number}\t{form}" + "\t_" * 8 + "\n" for number, form in enumerate(("wir", "in", "dem", "da"), 1)]
RANGE = "2-3\tim" + "\t_" * 8 + "\n"
NODE = "3.1\tist" + "\t_" * 8 + "\n"


def tokens(*lines: str) -> list[tuple[str, int, list[int], bool]]:
    return [
        (token.form, token.place, list(token.words), token.is_multiword) for token in written_tokens(Sentence(lines))
    ]


def test_words_are_tokens() -> None:
    assert tokens("# a\n", *WORDS[:2], "\n") == [("wir", 1, [0], False), ("in", 2, [1], False)]


def test_multiword_tokens_stand_for_their_words() -> None:
    found = tokens(WORDS[0], RANGE, *WORDS[1:3], NODE, WORDS[3], "\n")
    assert found == [("wir", 0, [0], False), ("im", 1, [1, 2], True), ("da", 5, [3], False)]


def test_a_sentence_that_begins_with_one_and_has_no_blank_line_after_it() -> None:
    assert tokens(RANGE.replace("2-3", "1-2"), *WORDS[:2]) == [("im", 0, [0, 1], True)]
