"""Odd sentences: what comes out must be a tree, labeled as in the treebank, whoever parses it."""

from pathlib import Path
from random import Random

from odd_sentences import odd_sentences  # of the tests

from arcwalk import Parser, Sentence
from arcwalk.treebank.check import check
from fuzz.parsers import TAGGER, TREEBANK, parsers
from fuzz.scenario import Attack, Scenario, demand

_FORMS = sorted({token.form for sentence in TREEBANK for token in sentence})


def odd_sentence(random: Random) -> Sentence:
    """A sentence unlike those of any treebank."""
    return random.choice(odd_sentences(9, _FORMS, seed=random.randrange(1 << 30)))


def with_some_heads(random: Random, sentence: Sentence) -> Sentence:
    """The sentence with heads and labels for some words, as an annotator leaves it: without a cycle."""
    heads = [random.randrange(word) if random.random() < 0.3 else -1 for word in range(1, len(sentence) + 1)]
    if heads.count(0) > 1:
        heads = [-1 if head == 0 else head for head in heads]
    labels = [random.choice(("_", "nsubj", "odd")) if head > 0 else "_" for head in heads]
    return sentence.with_tree(heads, labels)


def prepare(shared: Path) -> Attack:
    """Parse in every way."""
    loaded = [Parser.load(path) for name, path in parsers(shared).items() if name != TAGGER]
    in_pieces = [parser.with_options(longest=4) for parser in loaded]

    def attack(random: Random, folder: Path) -> None:
        sentence = odd_sentence(random)
        (folder / "input.conllu").write_text(str(sentence), encoding="utf-8")
        parser = random.choice((*loaded, *in_pieces))
        _examine(parser.parse(sentence, confidence=random.random() < 0.3))
        given = with_some_heads(random, sentence)
        (folder / "given.conllu").write_text(str(given), encoding="utf-8")
        kept = parser.parse(given, keep=True)
        for word in range(len(given)):
            demand(given.heads[word] in (-1, kept.heads[word]), "heads that are given stay")
            demand(given.deprels[word] in ("_", kept.deprels[word]), "labels that are given stay")

    return attack


def _examine(parsed: Sentence) -> None:
    for finding in check(parsed, "gold"):
        raise AssertionError(f"a parse is a tree: {finding}")
    demand(parsed.heads.count(0) == 1, "one root, as in the treebank")
    for head, label in zip(parsed.heads, parsed.deprels, strict=True):
        demand((head == 0) == (label == "root"), f"head {head} with label {label}: root goes with the root")


SENTENCES = Scenario("sentences", 800, prepare)
