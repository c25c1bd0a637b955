import bz2
import gzip
import io
import lzma
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import TextIO

import pytest

from arcwalk.errors import ArcwalkError, TreebankError
from arcwalk.files.output import check_target, replacing, text_output
from arcwalk.treebank import Sentence, read, write
from arcwalk.treebank.check_file import check_file

SENTENCE = Sentence.from_columns(["Día", "寒い"], heads=[0, 1], deprels=["root", "dep"])
TEXT = "".join(SENTENCE.lines).encode()
COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".xz": lzma.compress,
    ".bz2": bz2.compress,
}
DECOMPRESS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": gzip.decompress,
    ".xz": lzma.decompress,
    ".bz2": bz2.decompress,
}
compressed = pytest.mark.parametrize("suffix", COMPRESS)


def failing_halfway() -> Iterator[Sentence]:
    yield SENTENCE
    raise RuntimeError("halfway")


def closing_first(reader: TextIO, sentences: list[Sentence]) -> Iterator[Sentence]:
    reader.close()
    yield from sentences


def finding_of(path: Path) -> tuple[str, int]:
    with pytest.raises(TreebankError) as caught:
        list(read(path))
    assert caught.value.finding.file == str(path)
    assert str(caught.value).isprintable()
    return caught.value.finding.test, caught.value.finding.line


@pytest.mark.parametrize("suffix", DECOMPRESS)
def test_round_trip_by_name(tmp_path: Path, suffix: str):
    path = tmp_path / f"trial.conllu{suffix}"
    write(path, [SENTENCE, SENTENCE])
    assert DECOMPRESS[suffix](path.read_bytes()) == TEXT * 2
    assert [sentence.lines for sentence in read(path)] == [SENTENCE.lines] * 2


@compressed
def test_the_same_sentences_give_the_same_compressed_bytes(tmp_path: Path, suffix: str):
    one, other = tmp_path / f"one{suffix}", tmp_path / f"other{suffix}"
    write(one, [SENTENCE])
    write(other, [SENTENCE])
    assert one.read_bytes() == other.read_bytes()


@compressed
def test_truncated(tmp_path: Path, suffix: str):
    path = tmp_path / f"trial{suffix}"
    path.write_bytes(COMPRESS[suffix](TEXT)[:-9])
    test, line = finding_of(path)
    assert test == "compression"
    assert line <= TEXT.count(b"\n")


@compressed
def test_corrupt(tmp_path: Path, suffix: str):
    path = tmp_path / f"trial{suffix}"
    data = bytearray(COMPRESS[suffix](Random(0).randbytes(5_000).hex().encode()))
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)
    assert finding_of(path)[0] == "compression"


@compressed
def test_not_compressed_in_spite_of_its_name(tmp_path: Path, suffix: str):
    path = tmp_path / f"trial{suffix}"
    path.write_bytes(TEXT)
    assert finding_of(path) == ("compression", 0)
    with pytest.raises(TreebankError, match=rf"the file is not in \w+ format, though its name ends in \{suffix}; "):
        list(read(path))


@compressed
def test_compressed_in_spite_of_its_name(tmp_path: Path, suffix: str):
    path = tmp_path / "trial.conllu"
    path.write_bytes(COMPRESS[suffix](os.urandom(5_000)))
    (finding,) = check_file(path).findings
    assert str(finding).startswith(f"{path}: this looks like ")
    assert finding.remedy.startswith(f"rename it to end in {suffix}")


def test_compressed_standard_input(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(TEXT))))
    with pytest.raises(TreebankError, match="<stdin>: this looks like gzip"):
        list(read("-"))


def test_not_utf_8(tmp_path: Path):
    path = tmp_path / "latin1.conllu"
    path.write_bytes(TEXT + "# text = Gr\xfc\xdfe\n".encode("latin1") + TEXT)
    assert finding_of(path) == ("encoding", 4)
    with pytest.raises(TreebankError, match=r"not UTF-8 \(byte 0xfc\)"):
        list(read(path))


def test_missing_file(tmp_path: Path):
    assert finding_of(tmp_path / "none.conllu") == ("missing-file", 0)


def test_directory(tmp_path: Path):
    assert finding_of(tmp_path) == ("directory", 0)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_unreadable(tmp_path: Path):
    path = tmp_path / "secret.conllu"
    path.write_bytes(TEXT)
    path.chmod(0)
    assert finding_of(path) == ("unreadable", 0)


def test_standard_input_and_output(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]):
    standard_input = io.TextIOWrapper(io.BytesIO(TEXT), encoding="ascii")
    monkeypatch.setattr("sys.stdin", standard_input)
    write("-", read("-"))
    assert capfdbinary.readouterr().out == TEXT
    assert not standard_input.closed
    write("-", [SENTENCE])
    assert capfdbinary.readouterr().out == TEXT


@pytest.mark.parametrize("sentences", [1, 5_000])
def test_standard_output_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch, sentences: int):
    with Path("/dev/full").open("w") as full:
        monkeypatch.setattr("sys.stdout", full)
        with pytest.raises(ArcwalkError, match=r"^standard output: cannot write \(No space left on device\); "):
            write("-", [SENTENCE] * sentences)


@pytest.mark.parametrize("name", ["-", "/dev/fd/{}"])
@pytest.mark.parametrize("sentences", [1, 5_000])
def test_a_broken_pipe_is_left_to_the_caller(monkeypatch: pytest.MonkeyPatch, name: str, sentences: int):
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as pipe, os.fdopen(reading) as reader:
        monkeypatch.setattr("sys.stdout", pipe)
        with pytest.raises(BrokenPipeError):
            write(name.format(writing), closing_first(reader, [SENTENCE] * sentences))


def test_a_named_pipe_is_written_to():
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb"), os.fdopen(reading, "rb") as reader:
        write(f"/dev/fd/{writing}", [SENTENCE])
        assert reader.read(len(TEXT)) == TEXT


@pytest.mark.parametrize("suffix", DECOMPRESS)
def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path, suffix: str):
    path = tmp_path / f"out.conllu{suffix}"
    path.write_bytes(b"precious")
    with pytest.raises(RuntimeError, match="halfway"):
        write(path, failing_halfway())
    assert path.read_bytes() == b"precious"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_leaves_no_new_file(tmp_path: Path):
    with pytest.raises(RuntimeError, match="halfway"):
        write(tmp_path / "out.conllu", failing_halfway())
    assert list(tmp_path.iterdir()) == []


def test_bad_input_leaves_the_old_output(tmp_path: Path):
    source, path = tmp_path / "in.conllu", tmp_path / "out.conllu"
    source.write_bytes(TEXT + b"1\tbad\n")
    path.write_bytes(b"precious")
    with pytest.raises(TreebankError):
        write(path, read(source))
    assert path.read_bytes() == b"precious"
    assert sorted(tmp_path.iterdir()) == [source, path]


def test_a_file_can_be_rewritten_in_place(tmp_path: Path):
    path = tmp_path / "trial.conllu"
    path.write_bytes(TEXT * 3)
    write(path, (sentence.with_tree([2, 0], ["a", "b"]) for sentence in read(path)))
    assert [sentence.heads for sentence in read(path)] == [(2, 0)] * 3


def test_permissions_of_the_old_file_are_kept(tmp_path: Path):
    path = tmp_path / "out.conllu"
    path.touch()
    path.chmod(0o640)
    write(path, [SENTENCE])
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path: Path):
    link, target = tmp_path / "link", tmp_path / "target"
    target.touch()
    link.symlink_to(target)
    write(link, [SENTENCE])
    assert link.is_symlink()
    assert target.read_bytes() == TEXT


def test_a_link_to_nowhere_becomes_a_file(tmp_path: Path):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    check_target(tmp_path / "link")
    with text_output(tmp_path / "link") as stream:
        stream.write("a")
    assert (tmp_path / "file").read_text() == "a"


def test_links_in_a_ring_are_no_output(tmp_path: Path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(ArcwalkError, match=r"a: this link leads back to itself; remove it, or choose another name$"):
        check_target(tmp_path / "a")
    with pytest.raises(ArcwalkError, match=r"a: this link leads back to itself"), text_output(tmp_path / "a"):
        pass
    with pytest.raises(ArcwalkError, match=r"a/file: "):
        check_target(tmp_path / "a" / "file")


def test_a_device_is_written_to_and_not_replaced():
    write("/dev/null", [SENTENCE])
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("name", ["missing/out.conllu", "folder", "file/out.conllu"])
def test_output_that_cannot_be_written(tmp_path: Path, name: str):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(ArcwalkError, match="cannot write") as caught:
        write(tmp_path / name, [SENTENCE])
    assert str(caught.value).isprintable()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]


@pytest.mark.parametrize("cut", [1, 2])
def test_a_sentence_without_its_blank_line_does_not_run_into_the_next(tmp_path: Path, cut: int):
    path = tmp_path / "unfinished.conllu"
    path.write_bytes(TEXT[:-cut])
    write(tmp_path / "both.conllu", [*read(path), SENTENCE])
    assert (tmp_path / "both.conllu").read_bytes() == TEXT * 2


def test_replacing_bytes(tmp_path: Path):
    path = tmp_path / "model"
    path.write_bytes(b"old")
    with replacing(path) as stream:
        stream.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("name", ["out.conllu", "out.conllu.gz"])
def test_bytes_are_on_disk_before_they_replace_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str):
    path = tmp_path / name
    path.write_bytes(b"old")
    synced: list[tuple[int, bytes]] = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append((os.fstat(file).st_size, path.read_bytes())))
    write(path, [SENTENCE])
    assert synced == [(path.stat().st_size, b"old")]


@pytest.mark.parametrize("name", ["protected", "link"])
def test_a_read_only_file_is_not_replaced(tmp_path: Path, name: str):
    (tmp_path / "protected").write_bytes(b"old")
    (tmp_path / "protected").chmod(0o444)
    (tmp_path / "link").symlink_to("protected")
    problem = rf"{name}: this file is read-only; remove it, or choose another name$"
    with pytest.raises(ArcwalkError, match=problem):
        check_target(tmp_path / name)
    with pytest.raises(ArcwalkError, match=problem):
        write(tmp_path / name, [SENTENCE])
    assert (tmp_path / "protected").read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "protected"]
