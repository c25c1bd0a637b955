"""What is not UTF-8 text is named, and does not fill memory."""

import gzip
import io
import itertools
from pathlib import Path

import pytest

from arcwalk.errors import TreebankError
from arcwalk.files import text
from arcwalk.treebank import Sentence, read
from arcwalk.treebank.check_file import check_file
from arcwalk.treebank.input_format import FormatName, InputFormat

TEXT = str(Sentence.from_columns(["寒い", "!"], id="1"))


def message_for(path: Path) -> str:
    with pytest.raises(TreebankError) as caught:
        list(read(path))
    finding, *_ = check_file(path, level=1).findings
    assert str(finding) == str(caught.value)
    return f"line {finding.line}: {finding.message}; {finding.remedy}"


@pytest.mark.parametrize("encoding", ["UTF-16", "UTF-32", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"])
def test_other_encodings_are_recognized(tmp_path: Path, encoding: str):
    (tmp_path / "file").write_bytes(TEXT.encode(encoding))
    expected = f"the file is {encoding}, not UTF-8; convert it: iconv -f {encoding} -t UTF-8"
    assert message_for(tmp_path / "file") == f"line 1: {expected}"


def test_null_characters_are_refused_where_they_are(tmp_path: Path):
    (tmp_path / "file").write_bytes(TEXT.encode() + TEXT.replace("!", "\0").encode())
    assert message_for(tmp_path / "file").startswith("line 7: there is a null character in the line; ")


def test_endless_lines_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(text, "LONGEST_LINE", 100_000)
    with gzip.open(tmp_path / "bomb.gz", "wb") as stream:
        stream.write(TEXT.encode() + b"1\t" + b"x" * 10_000_000)
    assert message_for(tmp_path / "bomb.gz").startswith("line 5: the line is longer than 100 MB; ")
    (tmp_path / "mac").write_bytes(b"1\tGo\r" * 100_000)
    assert message_for(tmp_path / "mac").startswith("line 1: all lines end in carriage returns; ")
    (tmp_path / "long").write_bytes(f"# {'x' * 90_000}\n".encode() * 3 + TEXT.encode())
    assert len(list(read(tmp_path / "long"))) == 1


@pytest.mark.parametrize("form", ["conllu", "words", "text"])
def test_endless_sentences_are_refused(form: FormatName):
    lines = itertools.repeat({"conllu": "1\tGo\n", "words": "Go\n", "text": f"{'Go ' * 10_000}\n"}[form])
    is_text = form == "text"
    much = "paragraph has more than 100,000,000 characters" if is_text else "sentence has more than 100,000 lines"
    with pytest.raises(TreebankError, match=f"^trial:1: the {much}; put blank lines"):
        list(InputFormat(form).cut_lines(lines, "trial"))


def test_a_device_full_of_zeros_is_refused_at_once():
    assert message_for(Path("/dev/zero")).startswith("line 1: there is a null character in the line; ")


def test_bytes_are_taken_as_they_come(monkeypatch: pytest.MonkeyPatch):
    class Pipe(io.BytesIO):
        def read1(self, size: int | None = -1, /) -> bytes:  # noqa: ARG002
            assert not self.is_read
            self.is_read = True
            return (TEXT * 2).encode()

    pipe = Pipe()
    pipe.is_read = False
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(pipe))
    assert next(read("-")).id == "1"
