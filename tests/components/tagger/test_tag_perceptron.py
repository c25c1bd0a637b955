"""The perceptron for tags: it learns what it is shown, and what it hides teaches it about unknown words."""

from random import Random

import numpy as np
import pytest

from arcwalk.arrays import Scores, Weights
from arcwalk.components.tagger.kernels.tag_lattice import tag_lattice
from arcwalk.components.tagger.kernels.tag_perceptron import add_difference, tag_epoch
from arcwalk.components.tagger.kernels.viterbi import viterbi
from arcwalk.components.tagger.learner import TaggedCorpus, TagLearner, tagged_corpus
from arcwalk.components.tagger.lexicon import PROPERTIES, Lexicon, TaggedSentence
from arcwalk.components.tagger.templates import tag_table

TEMPLATES = "w.form\nw.suffix2\nw-1.form\ntag-1\ntag-1 tag-2\n"
TABLE = tag_table(TEMPLATES, {name: column for column, name in enumerate(PROPERTIES)})
UNADJUSTED: Scores = np.empty((0, 0))
TEXT = [
    ("the walker was walking", "D N V V"),
    ("the can was open", "D N V A"),
    ("they can open the can", "P V V D N"),
    ("talking was open", "N V A"),
    ("the singing can open", "D N V V"),
]


def corpus_of(text: list[tuple[str, str]]) -> tuple[Lexicon, TaggedCorpus]:
    examples = [TaggedSentence([(form, "") for form in words.split()], tags.split()) for words, tags in text]
    lexicon = Lexicon.fit(examples)
    return lexicon, tagged_corpus(examples, lexicon)


def learner(**changes: object) -> TagLearner:
    settings = {"epochs": 10, "table_bits": 14, "margin": 1.0, "word_dropout": 0.0}
    return TagLearner(table=TABLE, **(settings | changes))  # type: ignore[arg-type]


def tags_found(lexicon: Lexicon, weights: Weights, text: str) -> list[str]:
    encoded = lexicon.encode([(form, "") for form in text.split()])
    gold = np.full(len(encoded.codes) - 2, -1, dtype=np.int32)
    lattice = tag_lattice(*encoded, gold, UNADJUSTED, TABLE, 12, 1e9, weights)
    best = np.empty(len(gold), dtype=np.int64)
    viterbi(lattice, best)
    return [lexicon.tags[tag] for tag in lattice.tags[best[1:]]]


def test_it_learns_the_sentences_it_sees() -> None:
    lexicon, corpus = corpus_of(TEXT)
    weights = learner().train(corpus, Random(0), lambda: None)
    for words, tags in TEXT:
        assert tags_found(lexicon, weights, words) == tags.split()


def test_errors_cease() -> None:
    _, corpus = corpus_of(TEXT)
    weights, totals = np.zeros((2, 1 << 14), dtype=np.float32)
    arrays = (corpus.codes, corpus.candidates, corpus.rows, corpus.tags, np.arange(len(corpus)))
    errors = [tag_epoch(*arrays, TABLE, 12, 1e9, 0.0, 0, weights, totals) for _ in range(12)]
    assert errors[0] > 0
    assert errors[-1] == 0


def test_an_update_is_the_difference_of_the_two_sequences() -> None:
    lexicon, corpus = corpus_of(TEXT)
    n = int(corpus.rows[1]) - 3
    sentence, gold = corpus.codes[: corpus.rows[1]], corpus.tags[: n + 1]
    found = gold.copy()
    found[2] = lexicon.tags.index("V")
    weights, totals = np.zeros((2, 1 << 14), dtype=np.float32)
    keys = np.empty(10, dtype=np.uint32)
    add_difference(sentence, TABLE, gold, found, 1.0, 2.0, keys, weights, totals)
    assert weights.sum() == 0
    assert (totals == 2 * weights).all()
    # three templates on the word itself, one on pairs (of two words) and one on triples (of three) see its tag
    assert np.abs(weights).sum() == 2 * (3 + 2 + 3)
    add_difference(sentence, TABLE, gold, found, -1.0, 2.0, keys, weights, totals)
    assert not weights.any()


@pytest.mark.parametrize("word_dropout", [0.0, 2.0])
def test_hidden_words_teach_affixes(word_dropout: float) -> None:
    text = [(f"the {stem}ing", "D N") for stem in ("walk", "talk", "sing", "ring", "read")]
    text += [(f"the {stem}ed", "D V") for stem in ("walk", "talk", "play", "stay", "need")]
    lexicon, corpus = corpus_of(text)
    weights = learner(word_dropout=word_dropout, epochs=6).train(corpus, Random(0), lambda: None)
    assert tags_found(lexicon, weights, "the jumping") == ["D", "N"]
    assert tags_found(lexicon, weights, "the jumped") == ["D", "V"]


def test_the_same_seed_gives_the_same_weights() -> None:
    _, corpus = corpus_of(TEXT)
    one, same, other = (learner(word_dropout=1.0).train(corpus, Random(seed), lambda: None) for seed in (1, 1, 2))
    assert (one == same).all()
    assert (one != other).any()
