"""Features written in Python that fail, or that cannot be what they are meant to be."""

from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier
from typing import Any

import numba
import pytest
from own_features import Searched, emitted_codes, random_sentence, subjects

from arcwalk import ArcwalkError, emit, feature
from arcwalk.features.python_features import Feature, FeatureSet
from arcwalk.scoring.moves import start_from

compiled = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="about compiled features")


@feature
def out_of_bounds(sentence: Any, tree: Any, features: Any) -> None:  # noqa: ARG001
    emit(features, sentence.form[len(sentence.form)])


@feature
def raises(sentence: Any, tree: Any, features: Any) -> None:  # noqa: ARG001
    if len(sentence.form) > 1:
        raise ValueError("no such thing")


@feature
def too_many(sentence: Any, tree: Any, features: Any) -> None:  # noqa: ARG001
    for i in range(10_000):
        emit(features, i)


@feature
def interpreted(sentence: Any, tree: Any, features: Any) -> None:  # noqa: ARG001
    """Numba knows no lists of anything."""
    for label in sorted({str(label): [label, "mixed"] for label in tree.label}):
        emit(features, len(label))


@pytest.mark.parametrize(
    ("one", "message"),
    [
        (out_of_bounds, "feature test_user_feature_errors:out_of_bounds failed: IndexError: "),
        (raises, "feature test_user_feature_errors:raises failed: ValueError: no such thing"),
        (too_many, "feature test_user_feature_errors:too_many failed: more than 64 codes per word were emitted"),
    ],
)
def test_errors_name_the_feature(one: Feature, message: str) -> None:
    features = FeatureSet([subjects, one])
    searched = Searched(0, features)
    with pytest.raises(ArcwalkError, match=message), features.errors():
        start_from(searched.scorer, searched.tree())
    with features.errors():  # and are forgotten
        start_from(Searched(0, FeatureSet([subjects])).scorer, searched.tree())


def test_errors_name_file_and_line_where_known() -> None:
    features = FeatureSet([raises])
    line = raises.function.__code__.co_firstlineno + 3
    with pytest.raises(ArcwalkError, match=rf"test_user_feature_errors\.py:{line}: "), features.errors():
        emitted_codes(features, random_sentence(Random(0), 4))


def test_other_errors_pass() -> None:
    with pytest.raises(KeyError), FeatureSet([subjects]).errors():
        raise KeyError("not of a feature")


@compiled
def test_what_cannot_be_compiled_runs_slowly_and_says_so() -> None:
    sentence = random_sentence(Random(3), 6)
    with pytest.warns(UserWarning, match=r"test_user_feature_errors:interpreted cannot be compiled .* slower: .*"):
        features = FeatureSet([interpreted, subjects])
    assert emitted_codes(features, sentence) == interpreted.codes(sentence) + subjects.codes(sentence)


@compiled
def test_features_cannot_change_the_tree() -> None:
    @feature
    def vandal(sentence: Any, tree: Any, features: Any) -> None:  # noqa: ARG001
        tree.head[1] = 0

    with pytest.warns(UserWarning, match="vandal"):
        features = FeatureSet([vandal])
    with pytest.raises(ArcwalkError, match="read-only"), features.errors():
        emitted_codes(features, random_sentence(Random(0), 4))


def test_only_integers_can_be_emitted() -> None:
    @feature
    def fraction(sentence: Any, tree: Any, features: Any) -> None:  # noqa: ARG001
        emit(features, 0.5)

    with pytest.raises(TypeError, match=r"emit takes integers, not 0\.5"):
        fraction.codes(random_sentence(Random(0), 2))


def test_a_feature_is_a_function_of_three() -> None:
    with pytest.raises(ArcwalkError, match="three arguments"):
        feature(lambda sentence, tree: None)  # noqa: ARG005


@feature
def dislikes_three(sentence: Any, tree: Any, features: Any) -> None:  # noqa: ARG001
    if len(sentence.form) == 4:
        raise ValueError("three words")


@feature
def dislikes_five(sentence: Any, tree: Any, features: Any) -> None:  # noqa: ARG001
    if len(sentence.form) == 6:
        raise ValueError("five words")


def test_each_thread_learns_of_its_own_failure() -> None:
    features = FeatureSet([dislikes_three, dislikes_five])
    together = Barrier(3)

    def message(n: int) -> str:
        try:
            with features.errors():
                try:
                    emitted_codes(features, random_sentence(Random(n), n))
                finally:
                    together.wait(60)  # none is told before all have failed
        except ArcwalkError as error:
            return str(error)
        return ""

    with ThreadPoolExecutor(3) as pool:
        three, five, again = pool.map(message, [3, 5, 3])
    assert ":dislikes_three failed: ValueError: three words" in three
    assert ":dislikes_five failed: ValueError: five words" in five
    assert again == three
