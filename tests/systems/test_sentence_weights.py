"""Sentences that count several times in training, as `Sentence.with_weight` says."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numba
import pytest
from interruptions import Interruption
from parses import bytes_of
from quick_training import QUICK

from arcwalk import Parser, Sentence, Tagger
from arcwalk.components.neural_scorer.training import MOST, NETWORKS, WORDS
from arcwalk.components.tagger.lexicon import TaggedSentence
from arcwalk.components.tagger.network_training import enough_epochs
from arcwalk.errors import ArcwalkError
from arcwalk.sample import sample
from arcwalk.systems.registry import SYSTEMS
from arcwalk.training.checkpoint import Checkpoint
from arcwalk.training.encoded_treebank import EncodedTreebank
from arcwalk.training.folds import Folds
from arcwalk.training.held_out import hold_out
from arcwalk.training.progress import Silence

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="training needs compiled kernels")

ONE, TEST = sample(60), sample(20, seed=1)
TAGS = {
    "tag_columns": "upos",
    "lemmas": "given",
    "tag_folds": 2,
    "tag_shuffles": 1,
    "tag_epochs": 2,
    "segmenter": False,
}


def renamed(sentence: Sentence) -> Sentence:
    """The sentence with other names of subjects and nouns."""
    labels = ["subject" if label == "nsubj" else label for label in sentence.deprels]
    return sentence.with_tree(sentence.heads, labels).with_tags(
        upos=["N" if tag == "NOUN" else tag for tag in sentence.upos]
    )


OTHER = list(map(renamed, ONE))


def weighted(sentences: Sequence[Sentence], weight: int) -> list[Sentence]:
    return [sentence.with_weight(weight) for sentence in sentences]


def first_and_then_second_wins(names: Callable[[list[Sentence]], Counter[str]], first: str, second: str) -> None:
    """Of two treebanks that name the same things differently, parses follow the one that counts more."""
    found = names([*weighted(ONE, 5), *OTHER])
    assert found[first] > 3 * found[second], found
    found = names([*ONE, *weighted(OTHER, 5)])
    assert found[second] > 3 * found[first], found


UNEQUAL = [sentence.with_weight(1 + i % 3) for i, sentence in enumerate(ONE)]
COUNTS = [sentence.weight for sentence in UNEQUAL]


@pytest.mark.parametrize("system", SYSTEMS)
def test_without_weights_the_models_are_as_before_and_with_them_others(system: str, tmp_path: Path) -> None:
    plain, ones, once, again = (
        bytes_of(Parser.train(sentences, system=system, jobs=jobs, **QUICK[system]), tmp_path)
        for sentences, jobs in ((ONE, 1), (weighted(ONE, 1), 1), (UNEQUAL, 1), (UNEQUAL, 2))
    )
    assert plain == ones
    assert once == again != plain


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_weighted_treebank_wins(system: str) -> None:
    def labels(sentences: list[Sentence]) -> Counter[str]:
        parser = Parser.train(map(without_upos, sentences), system=system, **QUICK[system])
        return Counter(label for sentence in parser.parse(map(without_upos, TEST)) for label in sentence.deprels)

    first_and_then_second_wins(labels, "nsubj", "subject")


def without_upos(sentence: Sentence) -> Sentence:
    return sentence.with_tags(upos=["_"] * len(sentence))


def test_it_wins_in_tags_of_parsers() -> None:
    def found(sentences: list[Sentence]) -> Counter[str]:
        parser = Parser.train(sentences, system="bayes-point", tags="predicted", **QUICK["bayes-point"], **TAGS)
        return Counter(tag for sentence in parser.parse(TEST) for tag in sentence.upos)

    first_and_then_second_wins(found, "NOUN", "N")


@pytest.mark.parametrize("network", [True, False])
def test_it_wins_in_taggers(network: bool) -> None:
    def found(sentences: list[Sentence]) -> Counter[str]:
        tagger = Tagger.train(sentences, columns="upos", shuffles=1, epochs=2, network=network, segmenter=False)
        return Counter(tag for sentence in tagger.tag(TEST) for tag in sentence.upos)

    first_and_then_second_wins(found, "NOUN", "N")


@pytest.fixture
def orders(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """The orders that learners have shuffled."""
    found: list[list[int]] = []
    shuffle = random.Random.shuffle

    def recording(self: random.Random, order: list[int]) -> None:
        found.append(sorted(order))
        shuffle(self, order)

    monkeypatch.setattr(random.Random, "shuffle", recording)
    return found


def order_of(chosen: Sequence[int]) -> list[int]:
    """What is shuffled by those who learn from the chosen sentences alone."""
    return sorted(Counter({place: COUNTS[i] for place, i in enumerate(chosen)}).elements())


@pytest.mark.parametrize(
    ("system", "tags"),
    [
        ("sampling", {}),
        ("sampling", {"tags": "joint", **TAGS}),
        ("bayes-point", {"tags": "predicted", **TAGS}),
        ("mst", {}),
        ("mst", {"projective": "yes"}),
        ("rerank", {}),
    ],
)
def test_each_sentence_is_in_the_order_as_often_as_it_counts(
    system: str, tags: dict[str, Any], orders: list[list[int]]
) -> None:
    Parser.train(UNEQUAL, system=system, **QUICK[system], **tags)
    folds = Folds.of(2, len(ONE))
    learned_from = [range(len(ONE)), *map(folds.others, folds), hold_out(range(len(ONE)))[0]]
    assert order_of(learned_from[0]) in orders
    assert all(order in map(order_of, learned_from) for order in orders)


def test_held_out_sentences_stay_out(orders: list[list[int]]) -> None:
    tuned = {**QUICK["sampling"], "aggressiveness": 0.0, "epochs": 0}
    checkpoint = Checkpoint()
    Parser.train(UNEQUAL, system="sampling", checkpoint=checkpoint, **tuned)
    rest, held_out = hold_out(range(len(ONE)))
    assert len(held_out) == 6
    assert orders.count(order_of(rest)) >= 1 + 2 * 4  # an epoch of the first network, four epochs with both step sizes
    for network, chosen in enumerate((rest, range(len(ONE)))):
        kept = checkpoint[f"network {network}"].metadata
        assert sorted(kept.wholes("order", 0, len(ONE))) == order_of(chosen)


def test_taggers_have_orders_with_weights_too(orders: list[list[int]]) -> None:
    Tagger.train(UNEQUAL, columns="upos", shuffles=1, epochs=2, segmenter=False)
    folds = Folds.of(4, len(ONE))
    learned_from = [range(len(ONE)), *map(folds.others, folds)]
    assert {tuple(order) for order in orders} == {tuple(order_of(chosen)) for chosen in learned_from}


def test_an_interrupted_run_goes_on_with_the_same_weights_only(tmp_path: Path) -> None:
    quick = {**QUICK["sampling"], "epochs": 3}
    whole = bytes_of(Parser.train(UNEQUAL, system="sampling", **quick), tmp_path)
    for stage, epochs in (("pruner heads", 2), ("trees", 1)):
        checkpoint = Checkpoint()
        with pytest.raises(KeyboardInterrupt):
            Parser.train(
                UNEQUAL, system="sampling", checkpoint=checkpoint, progress=Interruption(stage, epochs), **quick
            )
        checkpoint.write(tmp_path / "unfinished")
        for others in (ONE, [*UNEQUAL[:-1], UNEQUAL[-1].with_weight(7)]):
            with pytest.raises(ArcwalkError, match="different sentences, options or seed"):
                Parser.train(others, system="sampling", checkpoint=Checkpoint.read(tmp_path / "unfinished"), **quick)
        resumed = Parser.train(UNEQUAL, system="sampling", checkpoint=Checkpoint.read(tmp_path / "unfinished"), **quick)
        assert bytes_of(resumed, tmp_path) == whole


def test_the_epochs_of_networks_follow_the_words_seen() -> None:
    examples = [TaggedSentence([("a", "")] * 10, ["X"] * 10) for _ in range(400)]
    assert [enough_epochs([own._replace(weight=weight) for own in examples]) for weight in (1, 2, 5)] == [25, 12, 8]
    treebank, everything = EncodedTreebank.of(UNEQUAL, ["form"]), range(len(UNEQUAL))
    assert treebank.words(everything) == sum(map(len, UNEQUAL))
    assert treebank.words_seen(everything) == sum(len(own) * own.weight for own in UNEQUAL)


def test_so_do_those_of_the_networks_of_parsers() -> None:
    class Started(Silence):
        def stage(self, _: str, steps: int, unit: str = "epochs", done: int = 0) -> None:  # noqa: ARG002
            found.append(steps)
            raise KeyboardInterrupt

    found: list[int] = []
    options = {name: value for name, value in QUICK["sampling"].items() if name != "neural_epochs"}
    for sentences in (ONE, weighted(ONE, 30)):
        with pytest.raises(KeyboardInterrupt):
            Parser.train(sentences, system="sampling", progress=Started(), **options)
    seen = 30 * sum(map(len, ONE))
    assert found[0] - found[1] == NETWORKS * (MOST - WORDS // seen) > 0
