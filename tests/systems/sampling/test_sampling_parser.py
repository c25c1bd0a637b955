"""The sampling parser as users meet it: trained on a small treebank, saved, loaded, asked to parse."""

import re
import resource
import time
from pathlib import Path

import numba
import numpy as np
import pytest
from brute_force import is_tree
from parses import Diary, array, barely_tagged, bytes_of, right_arcs, right_heads, trees

import arcwalk
from arcwalk import ArcwalkError, Parser, Sentence
from arcwalk.sample import sample
from arcwalk.systems.sampling.parser import SamplingParser
from arcwalk.trees.shape import is_projective

QUICK = {
    "system": "sampling",
    "epochs": 2,
    "aggressiveness": 0.01,
    "shuffles": 1,
    "pruner_shuffles": 1,
    "neural_epochs": 1,
    "folds": 2,
    "table_bits": 16,
}
TRAIN = sample(120)
TEST = sample(40, seed=1)
FEW = TRAIN[:15]

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="training needs compiled kernels")


def test_it_is_the_default(parser: Parser) -> None:
    options = {name: value for name, value in QUICK.items() if name != "system"}
    assert isinstance(parser.system, SamplingParser)
    assert isinstance(Parser.train(FEW, **(options | {"epochs": 1})).system, SamplingParser)


def test_it_learns(parsed: list[Sentence]) -> None:
    assert right_heads(TEST, parsed) > 0.85
    assert right_arcs(TEST, parsed) > 0.8


def test_it_gives_trees_with_one_root(parsed: list[Sentence]) -> None:
    labels = {label for sentence in TRAIN for label in sentence.deprels}
    for before, after in zip(TEST, parsed, strict=True):
        assert is_tree(array(after))
        assert after.heads.count(0) == 1
        assert set(after.deprels) <= labels
        assert after.with_tree(before.heads, before.deprels).lines == before.lines


def test_only_projective_trees_where_asked() -> None:
    crossing = [sentence for sentence in sample(300) if not is_projective(array(sentence))][:10]
    result = Parser.train([*FEW, *crossing], **(QUICK | {"projective": "yes"})).parse(crossing)
    assert all(is_projective(array(sentence)) for sentence in result)


def test_jobs_do_not_matter(parser: Parser, parsed: list[Sentence], tmp_path: Path) -> None:
    assert trees(list(parser.parse(TEST, jobs=2))) == trees(parsed)
    tuned = QUICK | {"epochs": 0, "aggressiveness": 0, "shuffles": 2}
    one, two = (bytes_of(Parser.train(FEW, jobs=jobs, **tuned), tmp_path) for jobs in (1, 2))
    assert one == two


@pytest.mark.parametrize(
    ("given", "chosen"),
    [
        ({"epochs": 2, "aggressiveness": 0}, "step size 0.00[24], 2 epochs"),
        ({"epochs": 0}, "step size 0.01, [1-4] epoch"),
    ],
)
def test_what_is_not_given_is_chosen_on_dev(given: dict[str, float], chosen: str) -> None:
    diary = Diary()
    parser = Parser.train(FEW, dev=TEST[:10], progress=diary, **(QUICK | given))
    assert isinstance(parser.system, SamplingParser)
    assert 1 <= parser.system.options.epochs <= 4
    assert re.search(chosen + ".* on 10 held-out sentences", "\n".join(diary.lines))


def test_mira_steps_learn_too() -> None:
    adaptive, mira = (Parser.train(FEW, **(QUICK | {"update": update})).system for update in ("adaptive", "mira"))
    assert isinstance(adaptive, SamplingParser)
    assert isinstance(mira, SamplingParser)
    assert mira.weights.any()
    assert (adaptive.weights != mira.weights).any()


def test_the_seed_matters(tmp_path: Path) -> None:
    first, again, other = (bytes_of(Parser.train(FEW, seed=seed, **QUICK), tmp_path) for seed in (0, 0, 1))
    assert first == again != other


def test_neither_order_nor_batch_matters(parser: Parser, parsed: list[Sentence]) -> None:
    assert trees(list(parser.parse(TEST[::-1])))[::-1] == trees(parsed)
    assert trees([parser.parse(sentence) for sentence in TEST]) == trees(parsed)


@pytest.mark.parametrize("search", ["climb", "walk", "gibbs"])
def test_kept_heads_and_labels_stay(search: str, parser: Parser) -> None:
    if search != "climb":
        parser = Parser.train(FEW, **(QUICK | {"search": search, "epochs": 1}), budget=3)
    random = np.random.default_rng(0)
    for gold in TEST[:15]:
        kept = random.random(len(gold)) < 0.4
        heads = [head if keep else -1 for head, keep in zip(gold.heads, kept, strict=True)]
        labels = [label if random.random() < 0.5 else "_" for label in gold.deprels]
        result = parser.parse(gold.with_tree(heads, labels), keep=True)
        assert is_tree(array(result))
        assert all(new == old for old, new in zip(heads, result.heads, strict=True) if old >= 0)
        assert all(new == old for old, new in zip(labels, result.deprels, strict=True) if old != "_")
    assert trees([parser.parse(sentence, keep=True) for sentence in TEST]) == trees(TEST)


def test_keeping_what_no_tree_has_is_an_error(parser: Parser) -> None:
    two = barely_tagged(["a", "b"], heads=[2, 1], deprels=["_", "_"])
    with pytest.raises(ArcwalkError, match="cycles"):
        parser.parse(two, keep=True)


def test_labels_never_seen_are_kept(parser: Parser) -> None:
    gold = TEST[0]
    result = parser.parse(gold.with_tree(gold.heads, ["unheard-of"] * len(gold)), keep=True)
    assert result.deprels == ("unheard-of",) * len(gold)


def test_unknown_and_untagged_words(parser: Parser) -> None:
    for upos in (["X", "_", "_", "_"], ["XYZ"] * 4, ["NOUN", "VERB", "PUNCT", "CCONJ"]):
        result = parser.parse(Sentence.from_columns(["qqq", "ß∂ƒ", "...", "𝔸"], upos=upos))
        assert is_tree(array(result))
    assert parser.parse(barely_tagged(["Go"])).heads == (0,)


def test_as_published_the_pruner_only_prunes(tmp_path: Path) -> None:
    trained = Parser.train(TRAIN[:60], **({"as": "published"} | QUICK | {"epochs": 6, "aggressiveness": 0.001}))
    trained.save(tmp_path / "model")
    loaded = arcwalk.load(tmp_path / "model")
    for parser in (trained, loaded):
        assert isinstance(parser.system, SamplingParser)
        codes = parser.system.encode(TEST[0])
        assert not parser.system.candidates(codes).prior.any()
    parsed = list(trained.parse(TEST))
    assert trees(parsed) == trees(loaded.parse(TEST))
    assert right_heads(TEST, parsed) > 0.7
    slow = trained.with_options(cooling=0.99, walk_words=2, temperature=0.5)
    assert trees(slow.parse(TEST)) != trees(parsed)


@pytest.mark.parametrize("options", [{}, {"as": "published"}], ids=["default", "published"])
def test_tiny_treebanks(options: dict[str, str]) -> None:
    one = Sentence.from_columns(["Go"], upos=["VERB"], heads=[0], deprels=["root"])
    for treebank in ([one], [one, one], TRAIN[:1], [one, *TRAIN[:2]]):
        result = Parser.train(treebank, **(options | QUICK | {"table_bits": 10})).parse(TEST[0])
        assert is_tree(array(result))


def test_a_tiny_treebank_needs_no_settings() -> None:
    small = QUICK | {"epochs": 0, "aggressiveness": 0, "table_bits": 10}
    assert is_tree(array(Parser.train(TRAIN[:2], **small).parse(TEST[0])))


def test_several_roots_where_the_treebank_has_them() -> None:
    flat = [sentence.with_tree([0] * len(sentence), ["word"] * len(sentence)) for sentence in FEW]
    result = Parser.train(flat, **QUICK).parse(TEST[0])
    assert result.heads == (0,) * len(TEST[0])
    assert set(result.deprels) == {"word"}


def test_fewer_features() -> None:
    turbo = Parser.train(FEW, **QUICK, features="turbo")
    assert "[tri-sibling]" in turbo.system.templates  # type: ignore[attr-defined]
    assert "[valency]" not in turbo.system.templates  # type: ignore[attr-defined]
    assert all(is_tree(array(sentence)) for sentence in turbo.parse(TEST[:5]))


def test_templates_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.templates"
    path.write_text(
        "[arc]\nh.pos m.pos dist?\n[labeled-arc]\nm.pos dir\n[sibling]\nm.pos s.pos m.label\n", encoding="utf-8"
    )
    own = Parser.train(FEW, **QUICK, features=str(path))
    path.unlink()  # the model has them
    own.save(tmp_path / "model")
    kept = (tmp_path / "model").read_bytes()
    assert b"mine.templates" in kept
    assert bytes(tmp_path) not in kept
    assert trees(list(Parser.load(tmp_path / "model").parse(TEST[:9]))) == trees(list(own.parse(TEST[:9])))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[arc]\nh.pos\n[labeled-arc]\nm.colour\n", r"mine\.templates:4: .*'colour'"),
        ("[arc]\nh.pos\n[labeled-arc]\nm.pos\n[nephew]\nm.pos\n", r"mine\.templates:5: unknown group \[nephew\]"),
        pytest.param("[arc]\nh.pos\n", "labeled-arc"),
        pytest.param("[labeled-arc]\nm.pos\n", "arc"),
        pytest.param(
            "[arc]\nh.pos\n[labeled-arc]\nm.pos\n[valency]\nh.pos dist\n",
            r"mine\.templates:6: .*'dist'",
        ),
        pytest.param(
            "[arc]\nh.pos\n[labeled-arc]\nm.pos\n[nonprojective]\ns.label\n",
            r"mine\.templates:6: .*'s.label'",
        ),
        pytest.param(
            "[arc]\nh.pos\n[labeled-arc]\nm.pos\n[grand-sibling]\ng.label\n",
            r"mine\.templates:6: .*'g.label'",
        ),
    ],
)
def test_wrong_templates_are_named(text: str, named: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.templates"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ArcwalkError, match=named):
        Parser.train(TRAIN[:3], **(QUICK | {"table_bits": 10}), features=str(path))


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"epoch": 3}, ["'epoch'", "epochs", "shuffles", "table_bits", "features"]),
        ({"epochs": "many"}, ["epochs=many", "whole number"]),
        ({"epochs": -1}, ["epochs=-1", "from 0 to 1,000"]),
        ({"shuffles": 0}, ["shuffles=0", "from 1 to 1,000"]),
        ({"pruner_recall": 2}, ["pruner_recall=2", "from 0.5 to 1"]),
        ({"aggressiveness": "nan"}, ["aggressiveness=nan", "from 0 to 1,000"]),
        ({"learner": "svm"}, ["learner=svm", "max-violation, samplerank"]),
        ({"constraints": "none"}, ["constraints=none", "both, neighbor, gold"]),
        ({"search": "beam"}, ["search=beam", "climb, walk, gibbs"]),
        ({"projective": "maybe"}, ["projective=maybe", "auto, yes, no"]),
        ({"folds": 1}, ["folds=1", "from 2 to 50"]),
        ({"table_bits": 4}, ["table_bits=4", "from 10 to 24"]),
        ({"backoff": "stem"}, ["backoff=stem", "auto, lemma"]),
        ({"features": "no/such.templates"}, ["no/such.templates", "full, turbo"]),
        ({"features_from": "no/such.py"}, ["no/such.py"]),
    ],
)
def test_wrong_options_name_the_right_ones(options: dict[str, object], named: list[str]) -> None:
    with pytest.raises(ArcwalkError) as caught:
        Parser.train(TRAIN[:3], **options)  # type: ignore[arg-type]
    for part in named:
        assert part in str(caught.value)
    assert "\n" not in str(caught.value)


def test_progress_is_told() -> None:
    diary = Diary()
    Parser.train(FEW, **QUICK, progress=diary)
    assert any("% of gold heads kept on out-of-fold sentences" in line for line in diary.lines)
    assert diary.steps == sum(steps for _, steps in diary.stages)


def test_two_thousand_words(parser: Parser) -> None:
    words = [form for sentence in TRAIN * 3 for form in sentence.forms][:2000]
    tags = [tag for sentence in TRAIN * 3 for tag in sentence.upos][:2000]
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.monotonic()
    result = parser.parse(Sentence.from_columns(words, upos=tags))
    assert time.monotonic() - began < 20
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 500_000  # kilobytes
    assert is_tree(array(result))
    assert result.heads.count(0) == 1
