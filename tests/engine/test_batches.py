"""Cutting files into batches."""

import gzip
from pathlib import Path

import pytest

from arcwalk.engine.batches import Batch, cut_file
from arcwalk.engine.protocol import in_order
from arcwalk.engine.request import LoadedModel, TaggingRequest
from arcwalk.engine.worker import annotate
from arcwalk.errors import ArcwalkError
from arcwalk.sample import sample
from arcwalk.treebank import write
from arcwalk.treebank.input_format import FormatName, InputFormat
from arcwalk.treebank.sentence_lines import SentenceLines

TEXT = "One two .\n\n\nThree .\nFour five six .\n\nSeven .\n"
CONLLU = "\ufeff# comment\n\n# sent_id = a\n1\ta" + "\t_" * 8 + "\n\n \n# more\n\n1\tb" + "\t_" * 8 + "\n\n# the end\n"


def test_batches_are_joined_to_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TaggingRequest, "load", lambda _: LoadedModel(iter, None))
    file = tmp_path / "file"
    for text in (CONLLU, CONLLU + "1\tc" + "\t_" * 8):
        file.write_text(text, encoding="utf-8")
        for words in (1, 2, 100):
            batches = list(cut_file(0, str(file), InputFormat(), words))
            assert batches[-1].bytes_read == file.stat().st_size
            request = TaggingRequest(model=str(words), form=InputFormat())
            texts = [annotate(request, batch.unread).text for batch in batches]
            assert b"".join(texts).decode() == text


@pytest.mark.parametrize(("name", "count"), [("words", 3), ("lines", 4), ("text", 3)])
def test_every_format_is_cut(name: FormatName, count: int, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(TEXT)
    form = InputFormat(name)
    whole = [unread for batch in cut_file(0, str(file), form, 100) for unread in batch.unread]
    single = list(cut_file(0, str(file), form, 1))
    assert [batch.unread for batch in single] == [[unread] for unread in whole]
    rest = cut_file(0, str(file), form, 1, skipped=1)
    assert [batch.unread for batch in rest] == [batch.unread for batch in single[1:]]
    assert len(whole) == count


def test_long_lines_make_short_batches(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(("a" * 4_000_000 + "\n") * 10)
    batches = list(cut_file(0, str(file), InputFormat("lines"), 1000))
    assert [len(batch.unread) for batch in batches] == [3, 3, 3, 1]


def test_what_is_wrong_with_a_file_ends_it(tmp_path: Path) -> None:
    file = tmp_path / "cut.conllu.gz"
    write(tmp_path / "whole", sample(200))
    file.write_bytes(gzip.compress((tmp_path / "whole").read_bytes())[:-2000])
    *parts, end = cut_file(3, str(file), InputFormat(), 100)
    assert len(parts) > 5
    assert all(batch.error is None and batch.unread and batch.file == 3 for batch in parts)
    assert [batch.bytes_read for batch in parts] == sorted(batch.bytes_read for batch in parts)
    assert end.unread == []
    assert "truncated or damaged" in str(end.error)
    (missing,) = cut_file(0, str(tmp_path / "none"), InputFormat(), 100)
    assert "no such file" in str(missing.error)
    (tmp_path / "empty").touch()
    (empty,) = cut_file(0, str(tmp_path / "empty"), InputFormat(), 100)
    assert "no sentences" in str(empty.error)


def test_no_worker_sees_batches_without_sentences() -> None:
    error = ArcwalkError("wrong")
    batches = [Batch(0, [], 0), Batch(0, [], 0, error)]
    outcomes = list(in_order(batches, pytest.fail, pytest.fail, lambda: 2))
    assert [batch for batch, _ in outcomes] == batches
    nothing, wrong = (unread for _, unread in outcomes)
    assert nothing[:3] == (b"", 0, 0)  # type: ignore[index]
    assert wrong is error


def test_text_without_spaces_has_words_too() -> None:
    size = InputFormat("text").size(SentenceLines(["猫吃大米。" * 40], "text", 1, 1))
    assert 10 <= size <= 200
    assert InputFormat("text").size(SentenceLines(["one two three"], "text", 1, 1)) == 3
