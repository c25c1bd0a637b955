"""Which labels an arc may have."""

import numpy as np

from arcwalk import Sentence
from arcwalk.models.label_set import LabelSet, label_lists
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.safe_reading.source import MEMORY
from arcwalk.treebank.encoding import COARSE_TAGS
from arcwalk.trees.candidate_labels import candidate_labels


def of(*trees: list[tuple[int, str]]) -> LabelSet:
    sentences = []
    for arcs in trees:
        heads, labels = zip(*arcs, strict=True)
        sentences.append(Sentence.from_columns(["x"] * len(arcs), heads=heads, deprels=labels))
    return LabelSet.of(sentences)


def possible(labels: LabelSet, allowed: dict[int, list[str]], tag: int, head: int) -> list[str]:
    """The candidates of an arc; tags that are not in `allowed` may have all labels."""
    table = np.ones((COARSE_TAGS, len(labels)), dtype=np.bool_)
    for each, names in allowed.items():
        table[each] = [name in names for name in labels.names]
    start, every = label_lists(table, labels)
    first, last = candidate_labels(start, tag, head, -1)
    return sorted(labels.names[code] for code in every[first:last])


def test_root_labels_are_those_that_only_words_below_the_root_have() -> None:
    assert of([(0, "root"), (1, "dep")]).roots == ["root"]
    assert of([(0, "s"), (1, "dep"), (0, "frag")], [(2, "dep"), (0, "q")]).roots == ["frag", "q", "s"]


def test_one_exception_and_there_are_none() -> None:
    usual = [(0, "root"), (1, "dep"), (1, "obj")]
    assert of(*[usual] * 9, [(0, "root"), (1, "root")]).roots == []
    assert of(*[usual] * 9, [(0, "dep"), (1, "dep")]).roots == []
    assert of([(0, "root")], [(0, "root")]).roots == []  # there would be no label for other words


def test_root_labels_go_with_the_root_alone() -> None:
    labels = of([(0, "root"), (1, "dep"), (1, "obj")], [(0, "frag"), (1, "obj")])
    allowed = {1: ["root", "dep"], 2: ["root", "frag"], 3: ["dep", "obj"]}
    assert [possible(labels, allowed, tag, 0) for tag in range(4)] == [
        ["frag", "root"],
        ["root"],
        ["frag", "root"],
        ["frag", "root"],  # the tag never was below the root
    ]
    assert [possible(labels, allowed, tag, 5) for tag in range(4)] == [
        ["dep", "obj"],
        ["dep"],
        ["dep", "obj"],  # the tag never was elsewhere
        ["dep", "obj"],
    ]


def test_without_root_labels_the_root_is_like_any_head() -> None:
    labels = of([(0, "root"), (1, "dep"), (2, "root")])
    allowed = {1: ["root"], 2: ["dep"]}
    for tag in range(4):
        assert possible(labels, allowed, tag, 0) == possible(labels, allowed, tag, 1)
    assert possible(labels, allowed, 2, 0) == ["dep"]


def test_a_fixed_label_is_the_only_one() -> None:
    labels = of([(0, "root"), (1, "dep")])
    start, every = label_lists(np.ones((COARSE_TAGS, 2), dtype=np.bool_), labels)
    for code, head in ((0, 0), (0, 3), (1, 0), (1, 3)):
        first, last = candidate_labels(start, 7, head, code)
        assert every[first:last].tolist() == [code]


def test_kept_in_model_files() -> None:
    labels = of([(0, "root"), (1, "dep")])
    assert LabelSet.restore(Metadata(labels.metadata(), MEMORY)) == labels
