"""Vectors learned from text."""

import io
from pathlib import Path

import numpy as np
import pytest

from arcwalk.errors import ArcwalkError
from arcwalk.representations.vector_learning import EPOCHS, learn_vectors
from arcwalk.representations.word_files import read_word_file
from arcwalk.sample import sample

pytest.importorskip("gensim")
TEXT = [sentence.forms for sentence in sample(300)]


def text_of(seed: int, size: int = 8) -> str:
    stream = io.StringIO()
    learn_vectors(TEXT, size, seed, lambda: None).write(stream)
    return stream.getvalue()


def test_the_seed_decides() -> None:
    assert text_of(0) == text_of(0) != text_of(-1)


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "vectors"
    path.write_text(text_of(0, size=5), encoding="utf-8")
    words = read_word_file(path)
    assert words.coverage(form for forms in TEXT for form in forms) > 0.75
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    assert rows[0] == [str(len(words)), "5"]
    assert rows[1][0] in (".", "the")  # most frequent first


def test_similar_words_get_similar_vectors() -> None:
    text = [[a, verb, b] for a in ("she", "he") for b in ("it", "them") for verb in ("sees", "likes")] * 200
    lines = io.StringIO()
    learn_vectors(text, 10, 0, lambda: None).write(lines)
    rows = [line.split() for line in lines.getvalue().splitlines()[1:]]
    vector = {word: np.array(numbers, dtype=float) for word, *numbers in rows}
    unit = {word: own / np.linalg.norm(own) for word, own in vector.items()}
    assert unit["she"] @ unit["he"] > unit["she"] @ unit["sees"]


def test_progress_and_too_little_text() -> None:
    epochs: list[int] = []
    learn_vectors(TEXT, 4, 0, lambda: epochs.append(1))
    assert len(epochs) == EPOCHS
    with pytest.raises(ArcwalkError, match="no word occurs 3 times in the text; give more text"):
        learn_vectors([["once"], ["twice", "twice"]], 4, 0, lambda: None)
