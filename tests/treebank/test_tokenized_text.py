"""Words and tokenised lines become sentences."""

from pathlib import Path

import pytest

from arcwalk.errors import TreebankError
from arcwalk.treebank.input_format import FormatName, InputFormat


def test_words_come_one_a_line(tmp_path: Path) -> None:
    (tmp_path / "words").write_bytes(b"\xef\xbb\xbf\nDogs\nbark\n.\n\n \n#\n20 000\r\n")
    first, second = InputFormat("words").read(tmp_path / "words")
    assert (first.forms, first.line, first.ordinal) == (("Dogs", "bark", "."), 2, 1)
    assert (second.forms, second.line, second.ordinal) == (("#", "20 000"), 7, 2)
    assert second.lines[:2] == ("# sent_id = 2\n", "1\t#\t_\t_\t_\t_\t_\t_\t_\t_\n")
    assert second.source.endswith("words")


def test_sentences_come_one_a_line(tmp_path: Path) -> None:
    (tmp_path / "lines").write_bytes("\ufeff# 1  is\u00a0one \r\n\n \nDogs bark .".encode())
    first, second = InputFormat("lines").read(tmp_path / "lines")
    assert (first.forms, first.text, first.line) == (("#", "1", "is\u00a0one"), "# 1  is\u00a0one", 1)
    assert (second.forms, second.line, second.ordinal) == (("Dogs", "bark", "."), 4, 2)
    assert second.lines == (
        "# sent_id = 2\n",
        "# text = Dogs bark .\n",
        *(f"{i}\t{w}" + "\t_" * 8 + "\n" for i, w in enumerate(second.forms, 1)),
        "\n",
    )


@pytest.mark.parametrize("form", ["words", "lines"])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "there are no sentences"),
        (b"\n \r\n", "there are no sentences"),
        (b"fine\n\n1\tDogs\t_\n", "file:3: there is a tab.*CoNLL-U"),
        (b"fine\n\xff\n", "file:2: the line is not UTF-8"),
        (b"fine\none\rtwo\n", "file:2: there is a carriage return inside the line"),
        (b"one\rtwo\r", "file:1: all lines end in carriage returns; convert them to line feeds: tr"),
        (b"one\n\0two\n", "file:2: there is a null character"),
        ("one two\n".encode("utf-16"), "file:1: the file is UTF-16, not UTF-8; convert it: iconv -f UTF-16"),
    ],
)
def test_bad_files_are_refused(form: FormatName, content: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(TreebankError, match=message):
        list(InputFormat(form).read(tmp_path / "file"))
