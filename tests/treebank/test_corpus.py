import numpy as np

from arcwalk.sample import sample
from arcwalk.treebank.corpus import encode_corpus
from arcwalk.treebank.encoding import Encoder


def test_every_sentence_has_its_rows() -> None:
    trees = sample(20)
    labels = sorted({label for tree in trees for label in tree.deprels})
    encoder = Encoder.fit(trees, ["form", "tag"])
    corpus = encode_corpus(trees, encoder, labels)
    assert len(corpus) == 20
    assert len(corpus.codes) == len(corpus.heads) == len(corpus.labels) == corpus.rows[-1]
    assert corpus.rows.dtype == np.int64
    for i, tree in enumerate(trees):
        rows = slice(corpus.rows[i], corpus.rows[i + 1])
        np.testing.assert_array_equal(corpus.codes[rows], encoder.encode(tree))
        assert corpus.heads[rows].tolist() == [-1, *tree.heads, -1, -1]
        codes = corpus.labels[rows]
        assert [codes[0], *codes[-2:]] == [-1, -1, -1]
        assert [labels[code] for code in codes[1:-2]] == list(tree.deprels)


def test_kernels_can_read_it() -> None:
    trees = sample(3)
    labels = sorted({label for tree in trees for label in tree.deprels})
    corpus = encode_corpus(trees, Encoder.fit(trees, ["form"]), labels)
    for array in corpus:
        assert array.flags.c_contiguous
    assert [array.dtype for array in corpus] == [np.int32, np.int64, np.int32, np.int32, np.int64]


def test_an_epoch_has_each_sentence_as_often_as_it_counts() -> None:
    trees = [tree.with_weight(weight) for tree, weight in zip(sample(5), (1, 3, 1, 2, 1), strict=True)]
    labels = sorted({label for tree in trees for label in tree.deprels})
    corpus = encode_corpus(trees, Encoder.fit(trees, ["form"]), labels)
    assert len(corpus) == 5
    assert corpus.order() == [0, 1, 1, 1, 2, 3, 3, 4]
    assert corpus.order([4, 3]) == [4, 3, 3]
    assert corpus.part([3, 0, 1]).order() == [0, 0, 1, 2, 2, 2]
