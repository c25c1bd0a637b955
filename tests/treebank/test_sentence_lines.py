"""Files cut into sentences: however long they are, little of them is in memory."""

import gzip
from itertools import chain, islice, repeat
from pathlib import Path

import pytest

from arcwalk.errors import TreebankError
from arcwalk.treebank.input_format import FormatName, InputFormat
from arcwalk.treebank.sentence_lines import MOST_LINES, sentence_lines
from memory import peak_megabytes

WORD = "1\ta\n"
MANY = 3 * MOST_LINES


def ends(count: int, *parts: object) -> None:
    list(sentence_lines(islice(chain(*parts), count), "trial"))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["# a\n"], "trial:1: what is above the words has more than 100,000 lines; remove comments and blank lines"),
        (["\n"], "trial:1: what is above the words has more than 100,000 lines; remove comments and blank lines"),
        (["\n", "# a\n"], "trial:1: what is above the words has more than 100,000 lines; remove comments"),
        ([WORD, "# a\n"], "trial:1: the sentence has more than 100,000 lines; put blank lines between sentences"),
    ],
)
def test_endless_comments_and_blank_lines_are_refused(lines: list[str], message: str) -> None:
    with pytest.raises(TreebankError, match=f"^{message}"):
        ends(MANY, chain.from_iterable(repeat(lines)))


def test_endless_lines_after_a_sentence_are_refused() -> None:
    for blank in ("\n", "  \n"):
        with pytest.raises(TreebankError, match=r"^trial:2: the gap between two sentences has more than 100,000 lines"):
            ends(MANY, [WORD], repeat(blank))
    with pytest.raises(TreebankError, match=r"^trial:3: what is above the words has more than 100,000 lines"):
        ends(MANY, [WORD, "\n"], repeat("# a\n"))


@pytest.mark.parametrize(
    ("form", "line"), [("conllu", "1\t{}\n"), ("conllu", "# {}\n"), ("words", "{}\n"), ("text", "{}\n")]
)
def test_sentences_of_long_lines_are_refused(form: FormatName, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("sentence_lines", "tokenized_text", "raw_text.paragraphs"):
        monkeypatch.setattr(f"arcwalk.treebank.{name}.MOST_CHARACTERS", 100_000)
    lines = [line.format("a" * 1000)] * 200
    with pytest.raises(TreebankError, match=r"^trial:1: .* has more than 100,000 characters; "):
        list(InputFormat(form).cut_lines(lines, "trial"))


def test_what_is_within_bounds_is_kept() -> None:
    lines = ["# a\n"] * (MOST_LINES - 2) + [WORD, WORD] + ["\n"] * MOST_LINES + ["# b\n", WORD, "\n"]
    found = list(sentence_lines(lines, "trial"))
    assert [each.line for each in found] == [1, 2 * MOST_LINES + 1]
    assert [line for each in found for line in each.lines] == lines


def test_sizes_are_those_of_single_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arcwalk.treebank.sentence_lines.MOST_CHARACTERS", 100)
    lines = ["# a\n", WORD, "\n", "\n"] * 50
    assert [line for each in sentence_lines(lines, "trial") for line in each.lines] == lines


@pytest.mark.parametrize("line", ["#\n", "\n"])
def test_memory_for_bombs(line: str, tmp_path: Path) -> None:
    with gzip.open(tmp_path / "bomb.conllu.gz", "wt", compresslevel=1) as stream:
        stream.write("1\ta" + "\t_" * 8 + "\n\n" + line * 5_000_000)
    message, megabytes = peak_megabytes(
        f"from arcwalk.cli.main import main; main(['check', {str(tmp_path / 'bomb.conllu.gz')!r}, '--level', '1'])"
    )
    assert "has more than 100,000 lines" in message
    assert megabytes < 150
