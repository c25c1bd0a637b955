import os
import subprocess
import sys
import zlib
from pathlib import Path
from random import Random
from typing import Any

import numba
import numpy as np
import pytest

import oracles
from arcwalk import ArcwalkError, code, emit, feature
from arcwalk.compiled import CACHE_FOLDER
from arcwalk.features.arc_kernels import arc_parts
from arcwalk.features.arcs import arc_table, arc_templates
from arcwalk.features.linked_tree import link, unlinked
from arcwalk.features.part_list import Convention
from arcwalk.features.scorer import Choices, Model, Scorer, make_scorer, score_choices
from arcwalk.features.structure import structure_table, structure_templates
from arcwalk.features.structure_kernels import label_contributions, word_contributions
from arcwalk.features.user import Feature, FeatureSet, hash_labels, load_features, require
from arcwalk.features.user_kernels import CODES, CODES_PER_WORD, COUNT, emit_all, hashed_strings
from arcwalk.learning.difference import all_parts, feature_difference, lead
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.trees.candidates import all_heads
from arcwalk.trees.moves import score_moves, start_from, try_move

compiled = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="about compiled features")
LABELS = ["nsubj", "obj", "root", "case"]
NSUBJ = code("nsubj")
ARC = "[arc]\nh.pos m.pos\nm.form dir"
STRUCTURE = """
[labeled-arc]
m.pos
[sibling]
m.pos s.pos dist?
[frame]
h.pos
[span]
m.pos
"""


@feature
def subjects(sentence: Any, tree: Any, features: Any) -> None:
    for h in range(1, len(sentence.form)):
        found = 0
        m = tree.child[h]
        while m >= 0:
            found += tree.label[m] == NSUBJ
            m = tree.next[m]
        if found > 1:
            emit(features, sentence.upos[h], found, tree.head[h] > h)


@feature
def neighbours(sentence: Any, tree: Any, features: Any) -> None:
    for m in range(1, len(sentence.form)):
        if tree.label[m] != code("root"):
            emit(features, -m, tree.label[m], sentence.lemma[m - 1], tree.last[m] - tree.first[m])
    if tree.size[0] > 3:
        emit(features)


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


def random_sentence(random: Random, n: int) -> Sentence:
    heads = [0]
    for m in range(2, n + 1):
        heads.append(random.randrange(1, m))
    return Sentence.from_columns(
        [random.choice(["cats", "Dog", "saw", "猫", "of"]) for _ in range(n)],
        lemmas=[random.choice(["cat", "see", "_"]) for _ in range(n)],
        upos=[random.choice(["NOUN", "VERB", "ADP", "PUNCT"]) for _ in range(n)],
        heads=heads,
        deprels=["root", *(random.choice(["nsubj", "nsubj", "obj", "case"]) for _ in range(n - 1))],
    )


def emitted_codes(features: FeatureSet, sentence: Sentence) -> list[int]:
    """What the kernel gets from the features for a sentence's own tree."""
    tree = unlinked(len(sentence))
    labels = [-1, *(LABELS.index(label) for label in sentence.deprels)]
    link(tree, np.array([-1, *sentence.heads], dtype=np.int32), np.array(labels, dtype=np.int32))
    emitted = np.zeros(CODES + CODES_PER_WORD * len(tree), dtype=np.int64)
    strings = hashed_strings(Encoder.fit([sentence], [], hashed=True).encode(sentence))
    emit_all(features.calls, strings, hash_labels(LABELS), emitted, tree)
    return [int(number) for number in emitted[CODES : CODES + emitted[COUNT]]]


def crc(text: str) -> int:
    return zlib.crc32(text.encode()) & 0x7FFFFFFF


def folded(name: str, *values: int) -> int:
    key = crc(name)
    for value in values:
        key = oracles.scrambled(value, key)
    return key


def expected_codes(sentence: Sentence) -> list[int]:
    """What `subjects` and `neighbours` say, worked out from the sentence itself."""
    n, heads, labels = len(sentence), [-1, *sentence.heads], ["", *sentence.deprels]

    def below(word: int) -> set[int]:
        return {word}.union(*(below(m) for m in range(1, n + 1) if heads[m] == word))

    codes = []
    for h in range(1, n + 1):
        found = sum(heads[m] == h and labels[m] == "nsubj" for m in range(1, n + 1))
        if found > 1:
            codes.append(folded("test_user_features:subjects", crc(sentence.upos[h - 1]), found, heads[h] > h))
    for m in range(1, n + 1):
        if labels[m] != "root":
            before = crc(sentence.lemmas[m - 2]) if m > 1 else 0
            length = max(below(m)) - min(below(m))
            codes.append(folded("test_user_features:neighbours", -m, crc(labels[m]), before, length))
    return [*codes, folded("test_user_features:neighbours")] if n > 2 else codes


def test_code_is_the_same_everywhere() -> None:
    assert code("nsubj") == 826022555 == crc("nsubj")
    assert all(0 < code(text) < 2**31 for text in ("", "_", "猫", "\udcff"))


@pytest.mark.parametrize("seed", range(10))
def test_kernels_get_what_the_functions_say(seed: int) -> None:
    random = Random(seed)
    sentence = random_sentence(random, random.randint(1, 12))
    features = require(["test_user_features:subjects", "test_user_features:neighbours"])
    expected = expected_codes(sentence)
    assert emitted_codes(features, sentence) == expected
    assert subjects.codes(sentence) + neighbours.codes(sentence) == expected


def test_children_come_in_the_order_of_the_sentence() -> None:
    seen: list[list[int]] = []

    @feature
    def watch(sentence: Any, tree: Any, features: Any) -> None:  # noqa: ARG001
        for h in range(len(sentence.form)):
            children = []
            m = tree.child[h]
            while m >= 0:
                children.append(int(m))
                m = tree.next[m]
            seen.append(children)

    sentence = Sentence.from_columns(list("abcde"), heads=[3, 3, 0, 3, 4], deprels=["case"] * 5)
    watch.codes(sentence)
    assert seen == [[3], [], [], [1, 2, 4], [5], []]


class Searched:
    """A sentence in a model with random weights, with or without features written in Python."""

    def __init__(self, seed: int, features: FeatureSet) -> None:
        random = Random(seed)
        n = random.randint(3, 7)
        sentence = random_sentence(random, n)
        arcs, structure = arc_templates(ARC, "test"), structure_templates(STRUCTURE, "test")
        encoder = Encoder.fit([sentence], ["form", "pos"], hashed=True)
        arc, parts = arc_table(arcs, encoder.columns), structure_table(structure, encoder.columns)
        weights = np.random.default_rng(seed).normal(size=1 << 12).astype(np.float32)
        contributions = label_contributions(len(LABELS), parts)
        convention = Convention(False, False, -1)
        self.model = Model(arc, parts, contributions, convention, weights, features.calls, hash_labels(LABELS))
        codes = encoder.encode(sentence)
        start, head = all_heads(n)
        per_arc = 2
        choices = Choices(
            start * per_arc,
            np.repeat(head, per_arc),
            np.array([random.randrange(len(LABELS)) for _ in range(per_arc * len(head))], dtype=np.int32),
            np.repeat(np.arange(len(head), dtype=np.int32), per_arc),
        )
        words = word_contributions(codes, parts)
        self.arcs = arc_parts(codes, arc)
        self.scorer: Scorer = make_scorer(codes, self.model, words, choices)
        score_choices(self.arcs, self.model, words, start, head, choices, self.scorer.choice_score)
        self.n, self.random, self.choices = n, random, choices

    def tree(self) -> Any:
        """Choices that make a tree."""
        chosen = np.full(self.n + 1, -1, dtype=np.int64)
        order = self.random.sample(range(1, self.n + 1), self.n)
        for place, m in enumerate(order):
            above = [0, *order[:place]]
            own = range(self.choices.start[m], self.choices.start[m + 1])
            chosen[m] = self.random.choice([choice for choice in own if self.choices.head[choice] in above])
        return chosen


@pytest.mark.parametrize("seed", range(6))
def test_scores_differ_by_what_the_weights_say(seed: int) -> None:
    """Searching and learning agree on the features of a tree."""
    searched = Searched(seed, require(["test_user_features:subjects", "test_user_features:neighbours"]))
    scorer, model = searched.scorer, searched.model
    trees = searched.tree(), searched.tree()
    scores, parts = [], []
    for tree in trees:
        scores.append(start_from(scorer, tree))
        parts.append(all_parts(scorer))
    difference = feature_difference(scorer, model, searched.arcs, parts[0], trees[0], parts[1], trees[1])
    assert lead(difference, model.weights) == pytest.approx(scores[0] - scores[1], abs=1e-4)


@pytest.mark.parametrize("seed", range(6))
def test_moves_gain_what_scoring_anew_says(seed: int) -> None:
    """A move that changes nothing but a label counts too."""
    searched = Searched(seed, require(["test_user_features:subjects", "test_user_features:neighbours"]))
    scorer = searched.scorer
    score = start_from(scorer, searched.tree())
    moves, gains = np.empty((99, 2), dtype=np.int64), np.empty(99)
    for _ in range(6):
        m = searched.random.randint(1, searched.n)
        count = score_moves(scorer, m, False, False, moves, gains)
        pick = searched.random.randrange(count)
        if moves[pick, 0] != scorer.chosen[m]:
            assert try_move(scorer, m, moves[pick, 0], 0, -1, False, True) == pytest.approx(gains[pick])
        score += gains[pick]
        assert start_from(scorer, scorer.chosen.copy()) == pytest.approx(score, abs=1e-6)


def test_features_change_the_score_and_no_features_do_not() -> None:
    with_features, without = (Searched(1, require(names)) for names in (["test_user_features:neighbours"], []))
    tree = with_features.tree()
    assert start_from(with_features.scorer, tree) != start_from(without.scorer, tree)
    count = len(all_parts(with_features.scorer)) - len(all_parts(without.scorer))
    assert 0 < count <= with_features.n + 1


@pytest.mark.parametrize(
    ("one", "message"),
    [
        (out_of_bounds, "feature test_user_features:out_of_bounds failed: IndexError: "),
        (raises, "feature test_user_features:raises failed: ValueError: no such thing"),
        (too_many, "feature test_user_features:too_many failed: more codes were emitted .* 64 a word"),
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
    with pytest.raises(ArcwalkError, match=rf"test_user_features\.py:{line}: "), features.errors():
        emitted_codes(features, random_sentence(Random(0), 4))


def test_other_errors_pass() -> None:
    with pytest.raises(KeyError), FeatureSet([subjects]).errors():
        raise KeyError("not of a feature")


@compiled
def test_what_cannot_be_compiled_runs_slowly_and_says_so() -> None:
    sentence = random_sentence(Random(3), 6)
    with pytest.warns(UserWarning, match=r"test_user_features:interpreted cannot be compiled .* slower: .*"):
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


FILE = """
import arcwalk
from arcwalk import code, emit

@arcwalk.feature
def leaves(sentence, tree, features):
    for m in range(1, len(sentence.form)):
        if tree.size[m] == 1:
            emit(features, sentence.upos[m], CONSTANT)

CONSTANT = {constant}
"""


def test_features_are_loaded_from_a_file_the_user_names(tmp_path: Path) -> None:
    with pytest.raises(
        ArcwalkError, match=r"not loaded: tails:leaves; .*--features-from tails\.py .*features_from='tails\.py'"
    ):
        require(["test_user_features:subjects", "tails:leaves"])
    (tmp_path / "tails.py").write_text(FILE.format(constant=1))
    loaded = load_features(tmp_path / "tails.py")
    assert [one.name for one in loaded] == ["tails:leaves"]
    features = require(["tails:leaves"])
    assert features.names == ["tails:leaves"]
    sentence = Sentence.from_columns(["a", "b"], upos=["X", "Y"], heads=[2, 0], deprels=["obj", "root"])
    assert emitted_codes(features, sentence) == [folded("tails:leaves", crc("X"), 1)]
    assert "tails" not in sys.modules


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\ny = (\n", r"bad\.py:2: cannot load features: SyntaxError"),
        ("x = 1\nimport no_such_module\n", r"bad\.py:2: cannot load features: ModuleNotFoundError"),
        ("x = 1\n", r"bad\.py: no features in it; put @arcwalk.feature"),
        ("import arcwalk\narcwalk.feature(3)\n", r"bad\.py: @arcwalk.feature stands above"),
    ],
)
def test_files_without_usable_features(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "bad.py").write_text(text)
    with pytest.raises(ArcwalkError, match=message):
        load_features(tmp_path / "bad.py")


@pytest.mark.parametrize("name", ["none.py", "none.txt", "."])
def test_files_that_are_not_there(tmp_path: Path, name: str) -> None:
    with pytest.raises(ArcwalkError, match="cannot load features; name a Python file"):
        load_features(tmp_path / name)


SCRIPT = """
import sys
from random import Random
sys.path.insert(0, {tests!r})
sys.path.insert(0, {folder!r})
import test_user_features as test
from arcwalk.features.scoring import score_units
from arcwalk.features.user import load_features, require
from arcwalk.trees.moves import start_from, try_move
searched = test.Searched(0, require([one.name for one in load_features({file!r})]))
print(start_from(searched.scorer, searched.tree()))
print([sum(kernel.stats.cache_misses.values()) for kernel in (score_units, start_from, try_move)])
"""


@compiled
@pytest.mark.skipif(CACHE_FOLDER is None, reason="nothing is cached here")
def test_kernels_stay_compiled_when_features_change(tmp_path: Path) -> None:
    here = Path(__file__).parent
    scores = set()
    for constant in range(2):
        (tmp_path / "tails.py").write_text(FILE.format(constant=constant))
        code = SCRIPT.format(tests=str(here.parent), folder=str(here), file=str(tmp_path / "tails.py"))
        done = subprocess.run(
            [sys.executable, "-c", code], env=os.environ, capture_output=True, text=True, timeout=120, check=False
        )
        score, misses = done.stdout.splitlines() or ["", ""]
        assert misses == "[0, 0, 0]", done.stderr
        scores.add(score)
    assert len(scores) == 2


def test_hashed_strings() -> None:
    sentence = Sentence.from_columns(["Cat"], lemmas=["cat"], upos=["NOUN"], xpos=["NN"], feats=["A=b"])
    columns = ["Cat", "cat", "NOUN", "NN", "A=b"]
    plain, hashed = (Encoder.fit([sentence], ["form"], hashed=choice) for choice in (False, True))
    codes = hashed.encode(sentence)
    assert codes[:, :-5].tolist() == plain.encode(sentence).tolist()
    assert hashed_strings(codes)[:5].tolist() == [[0, crc(text)] for text in columns]
    assert hash_labels(["obj"]).tolist() == [crc("obj"), 0]
