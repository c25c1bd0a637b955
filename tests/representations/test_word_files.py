"""Files of clusters and vectors in every format, whole and damaged."""

import bz2
import gzip
import lzma
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from arcwalk.errors import ArcwalkError
from arcwalk.representations import word_files
from arcwalk.representations.word_files import read_word_file
from arcwalk.representations.word_table import Words

PATHS = "0000\tthe\t90\n0001\tThe\t20\n00111011\tcat\t8\n00111010\tdog\t5\n001111\thouse\t4\n"
FORMS = ["the", "cat", "dog", "Straße", "a|b"]
VECTORS = np.array([[1, 0, 0], [0, 1, 0.5], [0, 1.25, 0.5], [-1, -1, 2], [0, 0, 0]], dtype=np.float32)
ROWS = [f"{form} {' '.join(map(str, row))}" for form, row in zip(FORMS, VECTORS.tolist(), strict=True)]
GLOVE = "".join(f"{row}\n" for row in ROWS).encode()
WORD2VEC = b"5 3\n" + GLOVE
FASTTEXT = b"5 3\n" + "".join(f"{row} \n" for row in ROWS).encode()
BINARY = b"5 3\n" + b"".join(f.encode() + b" " + v.astype("<f4").tobytes() for f, v in zip(FORMS, VECTORS, strict=True))
LINED_BINARY = b"5 3\n" + b"".join(
    form.encode() + b" " + row.astype("<f4").tobytes() + b"\n" for form, row in zip(FORMS, VECTORS, strict=True)
)


def read(folder: Path, content: bytes, name: str = "words") -> Words:
    (folder / name).write_bytes(content)
    return read_word_file(folder / name)


def clusters(words: Words, form: str) -> list[int]:
    return list(map(int, words.clusters[words.row(form)]))


def test_clusters_are_prefixes_of_paths(tmp_path: Path) -> None:
    words = read(tmp_path, PATHS.encode())
    assert len(words) == 5
    the, upper, cat, dog, house = (clusters(words, form) for form in ("the", "The", "cat", "dog", "house"))
    assert [a == b for a, b in zip(the, upper, strict=True)] == [False] * 4  # 0000 and 0001
    assert [a == b for a, b in zip(cat, dog, strict=True)] == [True, True, False, False]  # 00111011 and 00111010
    assert [a == b for a, b in zip(cat, house, strict=True)] == [True, False, False, False]  # 001111


def test_only_the_most_frequent_words_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_files, "MOST_WORDS", 3)
    words = read(tmp_path, PATHS.encode())
    assert [words.row(form) >= 0 for form in ("the", "The", "cat", "dog", "house")] == [True] * 3 + [False] * 2
    words = read(tmp_path, GLOVE)
    assert [words.row(form) >= 0 for form in FORMS] == [True] * 3 + [False] * 2


@pytest.mark.parametrize("content", [GLOVE, WORD2VEC, FASTTEXT, BINARY, LINED_BINARY])
def test_vectors_are_the_same_in_every_format(tmp_path: Path, content: bytes) -> None:
    words = read(tmp_path, content)
    expected = read(tmp_path, GLOVE)
    assert words.digest() == expected.digest()
    assert len(words) == 5


@pytest.mark.parametrize(
    ("suffix", "compress"), [("", bytes), (".gz", gzip.compress), (".xz", lzma.compress), (".bz2", bz2.compress)]
)
@pytest.mark.parametrize("content", [PATHS.encode(), WORD2VEC, BINARY])
def test_compressed_files(tmp_path: Path, content: bytes, suffix: str, compress: Callable[[bytes], bytes]) -> None:
    words = read(tmp_path, compress(content), f"words{suffix}")
    assert words.digest() == read(tmp_path, content).digest()


def test_words_may_contain_spaces_and_the_first_of_equal_words_counts(tmp_path: Path) -> None:
    words = read(tmp_path, b"the 1 0\n. . . 0 1\nthe 5 5\n\xc2\xa0 0 2\n")
    assert len(words) == 3
    assert words.row(". . .") >= 0


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "words: the file is empty; "),
        (b"3 0\n", "words:1: vectors cannot have 0 dimensions; "),
        (b"0 3\n", "words: there are no vectors; "),
        (b"He was born in 1984\n", "words:1: this is neither the cluster nor the vector of a word; "),
        (b"01 the 3\n", "words:1: this is neither"),
        (b"01\tthe\t3\n01x\tcat\t2\n", "words:2: this is not a path of bits, a word and a count"),
        (b"01\tthe\t3\n01\tcat\n", "words:2: this is not a path of bits, a word and a count"),
        (b"01\t\xff\t3\n", "words:1: the line is not UTF-8; "),
        (b"the 1 2 3\ncat 1 2\n", "words:2: 2 numbers after the word, not 3 as before; "),
        (b"the 1 2 3\ncat 1 2 3 4\n", "words:2: 4 numbers after the word, not 3 as before; "),
        (b"2 3\nthe 1 2 3\ncat 1 2 3 4\n", "words:3: 4 numbers after the word, not 3 as before; "),
        (b"2 3\nthe 1 2\n", "words:2: 2 numbers after the word, not 3 as before; "),
        (b"the 1 2 3\ncat 1 x 3\n", "words:2: 'x' is not a number; "),
        (b"the 1 2 3\n\ncat 1 nan 3\n", "words:3: the vector has NaN or infinity in it; "),
        (b"the 1 2 3\ncat 1 1e99 3\n", "words:2: the vector has NaN or infinity in it; "),
        (b"the 1 2\n\xff 1 2\n", "words:2: the line is not UTF-8; "),
        (WORD2VEC.replace(b"5 3", b"6 3"), "words: only 5 of 6 vectors are there; "),
        (BINARY[:-5], "words: only 4 of 5 vectors are there; "),
        (BINARY.replace(b"5 3", b"9 3"), "words: only 5 of 9 vectors are there; "),
        (b"1 2\nthe \0\0\0\0\0\0\x80\x7f", "words: the vector of word 1 has NaN or infinity in it; "),
        (b"1 2\n" + b"\0" * 20_000, "words: word 1 of the binary file has no end; "),
        (b"3 3\nthe 1 2 3\n" + b"a" * (1 << 20) + b" 1 2 3\n", "words:3: the line has no end; "),
        (b"01\tthe\t3\n" + b"0" * (1 << 21), "words:2: the line has no end; "),
        (gzip.compress(WORD2VEC, mtime=0), "words: this looks like gzip data; "),
    ],
)
def test_damaged_files(tmp_path: Path, content: bytes, message: str) -> None:
    with pytest.raises(ArcwalkError) as error:
        read(tmp_path, content)
    assert f"{tmp_path}/{message}" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("content", [PATHS.encode(), GLOVE, WORD2VEC, BINARY])
def test_long_words_are_left_out(tmp_path: Path, content: bytes) -> None:
    found = read(tmp_path, content.replace(b"cat", b"c" * 1001))
    assert len(found) == len(read(tmp_path, content)) - 1
    assert found.row("c" * 1001) < 0 <= found.row("dog")


def test_more_vectors_than_memory_holds_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_files, "_MOST_NUMBERS", 10)
    with pytest.raises(ArcwalkError, match=r"words: the vectors of the first 4 words have more than 10 numbers; "):
        read(tmp_path, BINARY)


def test_truncated_compression_and_missing_files(tmp_path: Path) -> None:
    with pytest.raises(ArcwalkError, match=r"words\.gz: the compressed data is truncated or damaged"):
        read(tmp_path, gzip.compress(WORD2VEC)[:-12], "words.gz")
    with pytest.raises(ArcwalkError, match="there is no such file"):
        read_word_file(tmp_path / "missing")


def test_the_most_frequent_of_equal_words_counts(tmp_path: Path) -> None:
    words = read(tmp_path, b"0\tthe\t5\n11\tthe\t1\n11\tof\t3\n")
    assert len(words) == 2
    assert clusters(words, "the") != clusters(words, "of")
