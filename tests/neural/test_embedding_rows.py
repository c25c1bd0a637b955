"""Rows of embeddings."""

import numpy as np

from arcwalk import sample
from arcwalk.neural.embedding_rows import EmbeddingRows
from arcwalk.treebank.corpus import encode_corpus
from arcwalk.treebank.encoding import UNKNOWN, Encoder

SENTENCES = sample(40)
ENCODER = Encoder.fit(SENTENCES, ["form", "pos"])
CORPUS = encode_corpus(SENTENCES, ENCODER, sorted({label for s in SENTENCES for label in s.deprels}))
ROWS = EmbeddingRows.of(CORPUS, 2)


def test_properties_share_no_row() -> None:
    rows = ROWS.of_codes(CORPUS.codes)
    assert rows.min() >= 0
    assert rows.max() < len(ROWS)
    assert not set(rows[:, 0]) & set(rows[:, 1])


def test_what_occurs_once_is_unknown() -> None:
    codes, counts = np.unique(CORPUS.codes[:, 2], return_counts=True)
    rows = dict(zip(CORPUS.codes[:, 2].tolist(), ROWS.of_codes(CORPUS.codes)[:, 0].tolist(), strict=True))
    rare = [code for code, count in zip(codes.tolist(), counts.tolist(), strict=True) if count == 1]
    frequent = [code for code, count in zip(codes.tolist(), counts.tolist(), strict=True) if count > 1]
    assert rare
    assert {rows[code] for code in rare} == {UNKNOWN}
    assert len({rows[code] for code in frequent}) == len(frequent)


def test_hashed_columns_are_not_embedded() -> None:
    encoder = Encoder.fit(SENTENCES, ["form", "pos"], hashed=True)
    corpus = encode_corpus(SENTENCES, encoder, sorted({label for s in SENTENCES for label in s.deprels}))
    assert EmbeddingRows.of(corpus, 2) == ROWS
    assert np.array_equal(ROWS.of_codes(corpus.codes), ROWS.of_codes(CORPUS.codes))
