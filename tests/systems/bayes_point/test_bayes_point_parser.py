from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import numba
import numpy as np
import pytest
from brute_force import is_tree
from parses import array, assert_kept, barely_tagged, bytes_of, right_arcs, right_heads, tree, trees, without_trees

import arcwalk
from arcwalk import ArcwalkError, Parser, Sentence
from arcwalk.errors import TreebankError
from arcwalk.features.kernels.arc_features import arc_parts, score_arcs
from arcwalk.sample import sample
from arcwalk.trees.candidates import all_heads
from arcwalk.trees.decoders.inside_outside import projective_marginals
from arcwalk.trees.decoders.matrix_tree import nonprojective_marginals
from arcwalk.trees.shape import is_projective

QUICK = {"system": "bayes-point", "shuffles": 2, "epochs": 3, "table_bits": 18, "projective": True}
TRAIN = sample(300)
TEST = sample(100, seed=1)

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="training needs compiled kernels")


def test_it_learns(parsed: list[Sentence]) -> None:
    assert right_heads(TEST, parsed) > 0.9
    assert right_arcs(TEST, parsed) > 0.88


def test_it_gives_trees_with_one_root(parsed: list[Sentence]) -> None:
    labels = {label for sentence in TRAIN for label in sentence.deprels}
    for sentence in parsed:
        assert is_tree(array(sentence))
        assert is_projective(array(sentence))
        assert sentence.heads.count(0) == 1
        assert set(sentence.deprels) <= labels


def test_every_other_byte_is_kept(parsed: list[Sentence]) -> None:
    for before, after in zip(TEST, parsed, strict=True):
        assert after.with_tree(*tree(before)).lines == before.lines
        assert after.lines == before.with_tree(*tree(after)).lines


def test_same_seed_same_bytes(parser: Parser, tmp_path: Path) -> None:
    first = bytes_of(parser, tmp_path)
    assert bytes_of(Parser.train(TRAIN, seed=0, **QUICK), tmp_path) == first
    assert bytes_of(Parser.train(TRAIN, seed=0, jobs=2, **QUICK), tmp_path) == first
    assert bytes_of(Parser.train(TRAIN, seed=1, **QUICK), tmp_path) != first


def test_a_stream_in_a_stream_out(parser: Parser) -> None:
    def endless() -> Iterator[Sentence]:
        while True:
            yield from TEST

    for jobs in (1, 2):
        stream = parser.parse(endless(), jobs=jobs)
        assert [next(stream).id for _ in range(10)] == [sentence.id for sentence in TEST[:10]]


@pytest.mark.parametrize("jobs", [2, 3])
def test_jobs_do_not_matter(parser: Parser, parsed: list[Sentence], jobs: int) -> None:
    repeated = TEST * 3  # more than one batch
    assert trees(list(parser.parse(repeated, jobs=jobs))) == trees(parsed) * 3


def test_neither_order_nor_batch_matters(parser: Parser, parsed: list[Sentence]) -> None:
    order = list(range(len(TEST)))
    Random(5).shuffle(order)
    for i, sentence in zip(order, parser.parse(TEST[i] for i in order), strict=True):
        assert tree(sentence) == tree(parsed[i])
    for i in (3, 50, 99):
        assert tree(parser.parse(TEST[i])) == tree(parsed[i])
    assert list(parser.parse([])) == []


def test_one_parser_serves_many_threads(parser: Parser, parsed: list[Sentence], tmp_path: Path) -> None:
    parser.save(tmp_path / "model")
    fresh = Parser.load(tmp_path / "model")
    with ThreadPoolExecutor(4) as pool:
        assert trees(list(pool.map(fresh.parse, TEST))) == trees(parsed)


def test_kept_heads_and_labels_stay(parser: Parser) -> None:
    assert_kept(parser, TEST[:40])


def test_keeping_nothing_is_plain_parsing(parser: Parser, parsed: list[Sentence]) -> None:
    assert trees(list(parser.parse(without_trees(TEST), keep=True, jobs=2))) == trees(parsed)


def test_a_head_without_a_label_gets_one(parser: Parser) -> None:
    gold = TEST[0]
    result = parser.parse(gold.with_tree(gold.heads, ["_"] * len(gold)), keep=True)
    assert result.heads == gold.heads
    assert "_" not in result.deprels


def test_without_keep_given_heads_are_replaced(parser: Parser, parsed: list[Sentence]) -> None:
    wrong = TEST[0].with_tree([0] * len(TEST[0]), ["x"] * len(TEST[0]))
    assert tree(parser.parse(wrong)) == tree(parsed[0])


def test_two_fixed_roots_are_allowed(parser: Parser) -> None:
    tags = ["DET", "NOUN", "VERB", "DET", "NOUN", "PUNCT"]
    words = Sentence.from_columns(["a", "dog", "sees", "the", "cat", "."], upos=tags, heads=[-1, 0, 0, -1, -1, -1])
    result = parser.parse(words, keep=True)
    assert [m for m, head in enumerate(result.heads, 1) if head == 0] == [2, 3]
    assert is_tree(array(result))
    assert is_projective(array(result))  # still the best tree of the kind that was learned


def test_fixed_arcs_may_cross(parser: Parser) -> None:
    words = barely_tagged(["a", "b", "c", "d", "e"], heads=[3, 4, -1, -1, -1])
    result = parser.parse(words, keep=True)
    assert result.heads[:2] == (3, 4)
    assert is_tree(array(result))
    assert result.heads.count(0) == 1


@pytest.mark.parametrize("heads", [[2, 1, -1, -1], [-1, 3, 4, 2], [2, 3, 4, 1], [1, -1, -1, -1]])
@pytest.mark.parametrize("jobs", [1, 2])
def test_fixed_cycles_are_a_clear_error(parser: Parser, heads: list[int], jobs: int) -> None:
    words = barely_tagged(["a", "b", "c", "d"], heads=heads, id="ring")
    with pytest.raises(TreebankError, match=r"sentence ring.*cycle") as caught:
        list(parser.parse([TEST[0], words], keep=True, jobs=jobs))
    assert "\n" not in str(caught.value)


def test_untagged_and_unknown_words(parser: Parser) -> None:
    for words in (["the", "dog", "barks"], ["blorp", "冰", "?", "1,234"], ["_"], ["x" * 5000]):
        result = parser.parse(Sentence.from_columns(words, upos=["NEW"] * len(words)))
        assert is_tree(array(result))
        assert "_" not in result.deprels
        assert is_tree(array(parser.parse(barely_tagged(words))))


def test_one_word(parser: Parser) -> None:
    result = parser.parse(Sentence.from_columns(["Go"], upos=["VERB"]))
    assert result.heads == (0,)


def test_a_thousand_words(parser: Parser) -> None:
    words = [form for sentence in TRAIN for form in sentence.forms][:1000]
    tags = [tag for sentence in TRAIN for tag in sentence.upos][:1000]
    result = parser.parse(Sentence.from_columns(words, upos=tags))
    assert is_tree(array(result))
    assert result.heads.count(0) == 1


def test_chu_liu_edmonds_finds_crossing_arcs() -> None:
    crossing = [sentence for sentence in sample(600) if not is_projective(array(sentence))]
    assert len(crossing) >= 10
    parser = Parser.train(crossing, **(QUICK | {"projective": False, "epochs": 10}))
    assert sum(not is_projective(array(sentence)) for sentence in parser.parse(crossing)) > len(crossing) / 2


def test_the_decoder_is_chosen() -> None:
    options = QUICK | {"projective": "auto", "shuffles": 1, "table_bits": 14}
    projective = [sentence for sentence in TRAIN[:60] if is_projective(array(sentence))]
    assert Parser.train(projective, **options).system.options.projective is True  # type: ignore[attr-defined]
    chosen = Parser.train(TRAIN, dev=TEST, **options).system.options.projective  # type: ignore[attr-defined]
    assert chosen in (True, False)


@pytest.mark.parametrize(
    ("projective", "nonprojective", "reason"),
    [
        ([1, 1, 0, 0], [1, 1, 1, 0], "; a lead within chance, so trees stay projective"),
        ([1, 1, 0, 0], [1, 1, 0, 0], ""),
        ([0] * 9, [1] * 9, ""),
    ],
)
def test_it_says_why_the_decoder_with_more_right_heads_can_lose(
    projective: list[int], nonprojective: list[int], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = []
    right = iter([np.array(projective, dtype=bool), np.array(nonprojective, dtype=bool)])
    monkeypatch.setattr("arcwalk.systems.bayes_point.training.correct_heads", lambda *_: next(right))
    monkeypatch.setattr("arcwalk.training.progress.Silence.say", lambda _, line, **__: said.append(line))
    Parser.train(TRAIN, **(QUICK | {"projective": "auto", "shuffles": 1, "epochs": 1, "table_bits": 14}))
    assert said[0].partition("held-out sentences")[2] == reason


def test_several_roots_where_the_treebank_has_them() -> None:
    flat = [sentence.with_tree([0] * len(sentence), ["word"] * len(sentence)) for sentence in TRAIN[:20]]
    result = Parser.train(flat, **QUICK).parse(TEST[0])
    assert result.heads == (0,) * len(TEST[0])
    assert set(result.deprels) == {"word"}


def test_mira_learns_too() -> None:
    assert right_heads(TEST, list(Parser.train(TRAIN, **QUICK, learner="mira").parse(TEST))) > 0.88


def test_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "train.conllu.gz"
    arcwalk.write(path, TRAIN[:50])
    small = QUICK | {"table_bits": 12}
    assert bytes_of(Parser.train(path, **small), tmp_path) == bytes_of(
        Parser.train(iter(TRAIN[:50]), **small), tmp_path
    )
    assert bytes_of(Parser.train(str(path), **small), tmp_path) == bytes_of(Parser.train(path, **small), tmp_path)


def test_templates_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.templates"
    path.write_text("[arc]\nh.pos m.pos dist?\nm.pos between.pos\n", encoding="utf-8")
    own = Parser.train(TRAIN[:50], **QUICK, features=str(path))
    path.unlink()  # the model has them
    own.save(tmp_path / "model")
    kept = (tmp_path / "model").read_bytes()
    assert b"mine.templates" in kept
    assert bytes(tmp_path) not in kept
    assert trees(list(Parser.load(tmp_path / "model").parse(TEST[:9]))) == trees(list(own.parse(TEST[:9])))


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"epoch": 3}, ["'epoch'", "shuffles, epochs, learner, margin", "table_bits", "features"]),
        ({"epochs": "many"}, ["epochs=many", "whole number"]),
        ({"epochs": 0}, ["epochs=0", "from 1 to 1,000"]),
        ({"shuffles": "0"}, ["shuffles=0", "from 1 to 1,000"]),
        ({"shuffles": 1.5}, ["shuffles=1.5", "whole number"]),
        ({"margin": "wide"}, ["margin=wide", "a number"]),
        ({"margin": "nan"}, ["margin=nan"]),
        ({"margin": "inf"}, ["margin=inf"]),
        ({"epochs": float("inf")}, ["epochs=inf"]),
        ({"word_dropout": -1}, ["word_dropout=-1"]),
        ({"learner": "svm"}, ["learner=svm", "perceptron, mira"]),
        ({"projective": "cky"}, ["projective=cky", "auto, yes, no"]),
        ({"table_bits": 4}, ["table_bits=4"]),
        ({"table_bits": 40}, ["table_bits=40"]),
        ({"backoff": "stem"}, ["backoff=stem", "auto, lemma"]),
        ({"features": "no/such.templates"}, ["no/such.templates", "features"]),
        ({"system": "oracle"}, ["'oracle'", "bayes-point"]),
    ],
)
def test_wrong_options_name_the_right_ones(options: dict[str, object], named: list[str]) -> None:
    with pytest.raises(ArcwalkError) as caught:
        Parser.train(TRAIN[:5], **({"system": "bayes-point"} | options))  # type: ignore[arg-type]
    for part in named:
        assert part in str(caught.value)
    assert "\n" not in str(caught.value)


def test_wrong_templates_are_named_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.templates"
    path.write_text("[arc]\nh.pos m.pos\nh.colour m.pos\n", encoding="utf-8")
    with pytest.raises(ArcwalkError, match=r"mine\.templates:3: .*'colour'"):
        Parser.train(TRAIN[:5], system="bayes-point", features=str(path))


def test_nothing_to_learn_from() -> None:
    with pytest.raises(ArcwalkError, match="no sentences"):
        Parser.train([])


@pytest.mark.parametrize(
    ("heads", "labels", "problem"),
    [
        ([0, -1], ["x", "x"], "HEAD"),
        ([0, 1], ["x", "_"], "DEPREL"),
        ([2, 1], ["x", "x"], "root"),
        ([0, 2], ["x", "x"], "its own head"),
    ],
)
def test_sentences_without_whole_trees_cannot_be_learned_from(
    heads: list[int], labels: list[str], problem: str
) -> None:
    bare = Sentence.from_columns(["a", "b"], heads=heads, deprels=labels)
    with pytest.raises(TreebankError, match=problem):
        Parser.train([*TRAIN[:3], bare], **QUICK)  # type: ignore[arg-type]


def test_a_tiny_treebank() -> None:
    for sentences in (TRAIN[:1], TRAIN[:2]):
        assert is_tree(array(Parser.train(sentences, **(QUICK | {"epochs": 1, "table_bits": 10})).parse(TEST[0])))


@pytest.mark.parametrize("marginals", [projective_marginals, nonprojective_marginals])
def test_scores_of_a_trained_model_make_probabilities(marginals: Callable[..., float], parser: Parser) -> None:
    model = parser.system.trees
    for sentence in TEST[:20]:
        start, head = all_heads(len(sentence))
        scores, probabilities = np.empty(len(head)), np.empty(len(head))
        score_arcs(
            arc_parts(parser.system.encode(sentence), model.table), start, head, model.table, model.weights, scores
        )
        assert np.isfinite(marginals(start, head, scores, True, probabilities))
        np.testing.assert_allclose(np.add.reduceat(probabilities, start[1:-1]), 1.0, atol=1e-9)
