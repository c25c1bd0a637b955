"""Raw text cut into paragraphs: however long they are, and however many blank lines are between them."""

import pytest

from arcwalk.errors import TreebankError
from arcwalk.treebank.input_format import InputFormat
from arcwalk.treebank.raw_text import Segmentation, SpacyRules, cut_paragraphs, sentences_of_paragraphs
from arcwalk.treebank.raw_text.white_space import original_text
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_lines import MOST_LINES
from memory import peak_megabytes

MANY = MOST_LINES + 50_000


def sentences(text: str, *, are_lines: bool = True) -> list[Sentence]:
    form = Segmentation(SpacyRules(), are_lines_sentences=are_lines, ranges=True)
    lines = text.splitlines(keepends=True)
    return list(sentences_of_paragraphs(cut_paragraphs(lines, "text", are_lines_sentences=are_lines), form))


@pytest.mark.parametrize("stretch", [1, 2, 3])
def test_long_paragraphs_are_cut_as_if_they_were_short(stretch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\ufeff \n  One a.\n Two b.  \n\tThree c. \n\u3000Four d.\n \n\nFive e.\n  Six f.\nSeven g."
    expected = [sentences(text, are_lines=are_lines) for are_lines in (True, False)]
    monkeypatch.setattr("arcwalk.treebank.raw_text.paragraphs._STRETCH", stretch)
    found = sentences(text)
    assert [each.id for each in found] == ["1-1", "1-2", "1-3", "1-4", "2-1", "2-2", "2-3"]
    assert [each.line for each in found] == [2, 3, 4, 5, 8, 9, 10]
    assert [each.lines[0] for each in found if each.lines[0].startswith("# new")] == ["# newdoc\n", "# newpar\n"]
    assert "".join(map(original_text, found)) == text.removeprefix("\ufeff")
    assert [found, sentences(text, are_lines=False)] == expected


def test_paragraphs_may_have_many_lines() -> None:
    lines = [f"line {number}\n" for number in range(MANY)]
    (whole,) = InputFormat("text").cut_lines(lines, "text")
    assert "".join(whole.lines) == "".join(lines)
    pieces = list(InputFormat("text", are_lines_sentences=True).cut_lines(lines, "text"))
    assert [line for piece in pieces for line in piece.lines] == lines
    assert max(len(piece.lines) for piece in pieces) == 1000
    assert all(piece.sentence == piece.line and piece.ordinal == 1 for piece in pieces)
    assert [piece.start for piece in pieces[:2]] == [0, sum(map(len, lines[:1000]))]


def test_endless_gaps_are_refused() -> None:
    message = r"^text:2: the gap between two paragraphs has more than 100,000 lines; remove blank lines"
    with pytest.raises(TreebankError, match=message):
        list(InputFormat("text").cut_lines(["a\n", *["\r\n"] * MANY], "text"))
    gap = ["\n"] * MOST_LINES
    text = ["a\n", *gap, "b\n", *gap]
    assert [line for each in InputFormat("text").cut_lines(text, "text") for line in each.lines] == [
        "a\n" + "".join(gap),
        "b\n" + "".join(gap),
    ]


def test_memory_for_short_lines() -> None:
    count, megabytes = peak_megabytes(
        "from itertools import repeat; from arcwalk.treebank.raw_text import cut_paragraphs\n"
        "(whole,) = cut_paragraphs(repeat('ab\\n', 4_000_000), 'text'); print(sum(map(len, whole.lines)))\n"
    )
    assert count == "12000000"
    assert megabytes < 120  # each line a string: more than 250
