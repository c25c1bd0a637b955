"""Lattices of sentences by perceptrons that were not trained on them."""

import numpy as np
import pytest

from arcwalk import Tagger
from arcwalk.components.tagger.column import ColumnTagger, entries_of
from arcwalk.components.tagger.fold_networks import blended_lattices
from arcwalk.components.tagger.kept_lattices import pack_lattices, take_lattices
from arcwalk.components.tagger.kernels.viterbi import Lattice
from arcwalk.components.tagger.lexicon import TaggedSentence
from arcwalk.components.tagger.options import TaggerOptions
from arcwalk.components.tagger.stacking import Stacking
from arcwalk.errors import ArcwalkError
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.source import MEMORY
from arcwalk.sample import sample
from arcwalk.training.setting import Setting

pytestmark = pytest.mark.slow

SENTENCES = sample(60)
OPTIONS = TaggerOptions(columns="upos", shuffles=1, epochs=2, table_bits=16)


@pytest.fixture(scope="module")
def column() -> ColumnTagger:
    return Tagger.train(SENTENCES, columns="upos", shuffles=1, epochs=2, table_bits=16).columns["upos"]


def stacking_of(column: ColumnTagger, changed: dict[int, str]) -> Stacking:
    """The sentences in three folds; all words of some sentences have another tag."""
    examples = [
        TaggedSentence(entries_of(sentence, [""] * len(sentence)), [changed.get(i, tag) for tag in sentence.upos])
        for i, sentence in enumerate(SENTENCES)
    ]
    return Stacking.of(column, examples, OPTIONS, 3)


def lattices_of(column: ColumnTagger, jobs: int = 1, **changed: str) -> list[Lattice]:
    stacking = stacking_of(column, {int(name.removeprefix("s")): tag for name, tag in changed.items()})
    setting = Setting(jobs=jobs)
    return stacking.stage(setting).work(setting)


def are_equal(first: Lattice, second: Lattice) -> bool:
    return all(np.array_equal(one, other) for one, other in zip(first, second, strict=True))


def test_what_a_fold_teaches_does_not_change_its_own_lattices(column: ColumnTagger) -> None:
    before, after = lattices_of(column), lattices_of(column, s1="PUNCT", s4="VERB", s7="PUNCT")
    same = [are_equal(*pair) for pair in zip(before, after, strict=True)]
    assert all(same[1::3])
    assert not any(same[0::3])
    assert not any(same[2::3])


def test_the_number_of_jobs_does_not_matter(column: ColumnTagger) -> None:
    assert all(map(are_equal, lattices_of(column), lattices_of(column, jobs=3)))


def test_networks_score_the_same_candidates(column: ColumnTagger) -> None:
    stacking, setting = stacking_of(column, {}), Setting()
    perceptron = stacking.stage(setting).work(setting)
    blended = blended_lattices(stacking, perceptron, setting).work(setting)
    assert len(blended) == len(SENTENCES)
    for before, after in zip(perceptron, blended, strict=True):
        assert np.array_equal(before.tags, after.tags)
        assert np.array_equal(before.joint / 2, after.joint)
        assert (after.scores[1:] < before.scores[1:] / 2).all()  # logarithms of probabilities are added
    again = Setting(jobs=3)
    assert all(map(are_equal, blended, blended_lattices(stacking, perceptron, again).work(again)))
    assert all(map(are_equal, blended, blended_lattices(stacking, perceptron, setting).work(setting)))  # as kept


def test_the_tags_of_a_sentence_hardly_reach_its_own_scores(column: ColumnTagger) -> None:
    """Only by way of perceptrons of other folds, whose lattices the network of its group learns from."""
    lattices = []
    for changed in ({}, {1: "PUNCT"}):
        stacking, setting = stacking_of(column, changed), Setting()
        perceptron = stacking.stage(setting).work(setting)
        lattices.append(blended_lattices(stacking, perceptron, setting).work(setting))
    moved = [
        float(np.abs(one.scores - other.scores).max()) if np.array_equal(one.tags, other.tags) else np.inf
        for one, other in zip(*lattices, strict=True)
    ]
    others = moved[0::3] + moved[2::3]  # whose perceptrons learned from it
    assert min(others) > 0.3
    assert 0 < moved[1] < min(others) / 2


def test_lattices_are_kept(column: ColumnTagger) -> None:
    lattices, lengths = lattices_of(column), list(map(len, SENTENCES))
    arrays = pack_lattices(lattices)
    taken = take_lattices(StoredArrays(arrays, MEMORY), lengths, len(column.tags))
    assert all(map(are_equal, lattices, taken))
    for name in ("tags", "scores", "joint", "widths"):
        with pytest.raises(ArcwalkError, match="damaged"):
            take_lattices(StoredArrays(arrays | {name: arrays[name][:-1]}, MEMORY), lengths, len(column.tags))
