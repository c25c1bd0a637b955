"""The multiword splitter: what it learns of known and unknown tokens, and the same from a model file."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from arcwalk import ArcwalkError, Sentence
from arcwalk.components.segmenter.multiword_tokens import MultiwordSplitter
from arcwalk.components.segmenter.multiword_training import splitter_of
from arcwalk.components.segmenter.split_lexicon import MOST_CANDIDATES, UNSPLIT, SplitLexicon
from arcwalk.components.segmenter.splitting_scripts import SplittingScript
from arcwalk.models.model_file import ModelFile, model_bytes, model_from
from arcwalk.safe_reading.source import MEMORY
from arcwalk.sample import sample
from arcwalk.training.setting import Setting

Token = str | tuple[str, ...]  # a word, or a multiword token and its words

VERBS = ["sentar", "lavar", "cruzar", "mirar", "quedar", "llamar", "casar", "parar"]
NOUNS = ["clase", "base", "frase", "fase", "nariz", "casa", "gato", "calle"]
TREEBANK: list[list[Token]] = [
    *(
        [("del", "de", "el"), noun, "es", (f"{verb}se", verb, "se"), "."]
        for verb, noun in zip(VERBS, NOUNS, strict=True)
    ),
    *(["quiere", verb, noun] for verb, noun in zip(VERBS, reversed(NOUNS), strict=True)),
    *(["la", noun, ("des", "de", "les"), noun] for noun in NOUNS),
    *(["dans", "des", noun, "."] for noun in NOUNS),
]


def sentence(tokens: Sequence[Token]) -> Sentence:
    """A sentence in CoNLL-U with these tokens."""
    lines, word = [], 0
    for token in tokens:
        form, *words = (token, token) if isinstance(token, str) else token
        if len(words) > 1:
            lines.append("\t".join([f"{word + 1}-{word + len(words)}", form, *"________"]))
        for inner in words:
            word += 1
            lines.append("\t".join([str(word), inner, *"________"]))
    return Sentence.from_conllu("\n".join(lines) + "\n\n")


def learned(sentences: Sequence[Sentence]) -> MultiwordSplitter:
    return splitter_of(sentences, Setting()).work(Setting())


@pytest.fixture(scope="module")
def splitter() -> MultiwordSplitter:
    return learned(list(map(sentence, TREEBANK)))


def stored(splitter: MultiwordSplitter) -> bytes:
    return model_bytes(ModelFile("segmenter", splitter.metadata(), splitter.arrays()))


def restored(data: bytes) -> MultiwordSplitter:
    model = model_from(data, MEMORY).laid_out()
    return MultiwordSplitter.restore(model.metadata, model.arrays)


def test_it_gives_the_words_of_the_treebank(splitter: MultiwordSplitter) -> None:
    for tokens in TREEBANK:
        forms = [token if isinstance(token, str) else token[0] for token in tokens]
        assert splitter.split(forms) == [(token,) if isinstance(token, str) else token[1:] for token in tokens]


@pytest.mark.parametrize(("token", "words"), [("Del", ("De", "el")), ("DEL", ("DE", "EL"))])
def test_words_have_the_case_of_their_token(splitter: MultiwordSplitter, token: str, words: tuple[str, ...]) -> None:
    assert splitter.split([token, "gato"]) == [words, ("gato",)]


def test_unknown_tokens_are_split_like_others_with_their_ending(splitter: MultiwordSplitter) -> None:
    assert splitter.split(["tomarse", "TIRARSE", "envase", "se"]) == [
        ("tomar", "se"),
        ("TIRAR", "SE"),
        ("envase",),
        ("se",),
    ]


def test_the_tokens_around_it_tell_how_to_split_an_ambiguous_one(splitter: MultiwordSplitter) -> None:
    assert splitter.split(["la", "frase", "des", "gato"])[2] == ("de", "les")
    assert splitter.split(["dans", "des", "gato", "."])[1] == ("des",)


def test_a_script_of_one_token_is_not_for_others(splitter: MultiwordSplitter) -> None:
    assert splitter.split(["pedestal", "hotel"]) == [("pedestal",), ("hotel",)]


def test_the_same_after_training_again_and_after_restoring(splitter: MultiwordSplitter) -> None:
    data = stored(splitter)
    assert stored(learned(list(map(sentence, TREEBANK)))) == data
    again = restored(data)
    assert stored(again) == data
    for tokens in [*TREEBANK, ["tomarse", "envase"]]:
        forms = [token if isinstance(token, str) else token[0] for token in tokens]
        assert again.split(forms) == splitter.split(forms)


def test_sentences_teach_as_often_as_they_count() -> None:
    split = [sentence(["la", ("des", "de", "les"), noun]) for noun in NOUNS]
    whole = [sentence(["la", "des", noun]) for noun in NOUNS]
    ways = [
        learned([own.with_weight(weight) for own, weight in zip(split + whole, weights, strict=True)])
        for weights in ([9] * 8 + [1] * 8, [1] * 8 + [9] * 8)
    ]
    assert [way.split(["la", "des", "gato"])[1] for way in ways] == [("de", "les"), ("des",)]


def test_a_treebank_without_multiword_tokens_gives_an_empty_splitter() -> None:
    splitter = restored(stored(learned(sample(20))))
    assert not splitter.lexicon.scripts
    assert len(splitter.weights) == 0
    assert splitter.split(["del", "sentarse"]) == [("del",), ("sentarse",)]
    assert splitter.split([]) == []


def test_tokens_that_are_too_long_teach_nothing() -> None:
    long = "a" * 60
    splitter = learned([sentence([(f"{long}{long}", long, long), "b"])])
    assert splitter.split([long * 2]) == [(long * 2,)]


def test_any_token_can_be_split(splitter: MultiwordSplitter) -> None:
    for token in ("", " ", "\ud800se", "İ" * 5000 + "se", "’"):
        (words,) = splitter.split([token])
        assert words == (token,) or all(words)


def test_candidates_are_few_whatever_the_model() -> None:
    scripts = [SplittingScript("any case", "", "", "e", f"\t{number}") for number in range(1000)]
    counts = {form: dict.fromkeys(range(1, 1001), 1) for form in ("ae", "be")}
    candidates = SplitLexicon(scripts, counts).candidates("xe")
    assert len(candidates) == MOST_CANDIDATES
    assert candidates[0] == (UNSPLIT, ("xe",))


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("splitting_scripts", ["any case", "", "", "se"], "is not a list of scripts"),
        ("splitting_scripts", ["no case", "", "", "se", "\tse"] * 3, "not a splitting script"),
        ("splitting_scripts", [], "numbers out of range"),
        ("multiword_tokens", ["del"], "the array multiword.lengths has the shape"),
        ("multiword.lexicon", np.array([[9, 1]], dtype=np.int32), "numbers out of range"),
        ("multiword.lexicon", np.array([[1, 1]], dtype=np.int32), "do not fit together|out of range"),
        ("multiword.used", np.zeros(0, dtype=np.uint8), "missing, or too few"),
    ],
)
def test_a_wrong_model_is_refused(splitter: MultiwordSplitter, name: str, value: Any, message: str) -> None:
    facts, arrays = splitter.metadata(), splitter.arrays()
    (arrays if isinstance(value, np.ndarray) else facts)[name] = value
    if name == "multiword.used":
        arrays["multiword.values"] = np.zeros(0, dtype=np.float16)
    with pytest.raises(ArcwalkError, match=message):
        restored(model_bytes(ModelFile("segmenter", facts, arrays)))
