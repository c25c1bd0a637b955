"""From parsed sentences back to the spaCy `Doc` that they are of."""

from collections.abc import Collection, Sequence

import numpy as np
from spacy.parts_of_speech import IDS as PARTS_OF_SPEECH
from spacy.tokens import Doc, Token

from arcwalk.arrays import Numbers
from arcwalk.plugins.token_words import highest
from arcwalk.treebank.key_values import KeyValues
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence import Token as TreebankToken
from arcwalk.treebank.sentence_text import LEMMA

CONFIDENCE = "arcwalk_confidence"
_UPOS, _XPOS, _FEATS = "upos", "xpos", "feats"

if not Token.has_extension(CONFIDENCE):
    Token.set_extension(CONFIDENCE, default=None)


def spacy_label(label: str) -> str:
    """The label as spaCy knows it: its converters and its rules for noun chunks write `ROOT` for `root`."""
    return "ROOT" if label == "root" else label


def annotate(doc: Doc, words: Sequence[Sequence[int]], parsed: Sequence[Sentence], columns: Collection[str]) -> None:
    """Write trees to a Doc, and the tags and lemmas in `columns`; spaCy starts a sentence at each tree.

    `words` are the indices of the tokens of the words of each sentence; of several words, the one nearest to the root
    stands for their token. White space hangs on the word before it; at the beginning of the Doc, on the first root.
    """
    places, tokens = _standing_for_tokens(words, parsed)
    labels = [doc.vocab.strings.add(spacy_label(token.deprel)) for token in tokens]
    codes = {"DEP": labels, **_tags(doc, tokens, columns)}
    of_spaces = _codes_of_spaces(doc)
    table = np.empty((len(doc), 1 + len(codes)), dtype=np.uint64)
    table[:, 0] = _heads(len(doc), words, parsed) - np.arange(len(doc))
    for column, (attribute, values) in enumerate(codes.items(), 1):
        table[:, column] = np.array(of_spaces[attribute], dtype=np.uint64)
        table[places, column] = np.array(values, dtype=np.uint64)
    doc.from_array(["HEAD", *codes], table)


def annotate_confidence(doc: Doc, words: Sequence[Sequence[int]], parsed: Sequence[Sentence]) -> None:
    """Write the confidences in heads to `token._.arcwalk_confidence`."""
    for i, token in zip(*_standing_for_tokens(words, parsed), strict=True):
        doc[i]._.set(CONFIDENCE, token.confidence)


def _standing_for_tokens(
    words: Sequence[Sequence[int]], parsed: Sequence[Sentence]
) -> tuple[list[int], list[TreebankToken]]:
    """The indices of the tokens of a Doc, and the word that stands for each."""
    chosen = [(own, sentence, highest(own, sentence.heads)) for own, sentence in zip(words, parsed, strict=True)]
    places = [own[word] for own, _, highest_words in chosen for word in highest_words]
    return places, [sentence[word] for _, sentence, highest_words in chosen for word in highest_words]


def _heads(n: int, words: Sequence[Sequence[int]], parsed: Sequence[Sentence]) -> Numbers:
    """The index of the head of each token of a Doc; a root is its own head."""
    heads = np.full(n, -1)
    for own, sentence in zip(words, parsed, strict=True):
        for word in highest(own, sentence.heads):
            head = sentence.heads[word]
            heads[own[word]] = own[head - 1] if head else own[word]
    roots = np.flatnonzero(heads == np.arange(n))
    host = roots[0] if len(roots) else 0
    for i in range(n):
        if heads[i] < 0:
            heads[i] = host
        else:
            host = i
    return heads


def _tags(doc: Doc, tokens: Sequence[TreebankToken], columns: Collection[str]) -> dict[str, list[int]]:
    """The codes of tags and lemmas, one for each word, by the attribute they are written to."""
    codes: dict[str, list[int]] = {}
    strings, morphology = doc.vocab.strings, doc.vocab.morphology
    if _UPOS in columns:  # spaCy has no code for tags outside Universal Dependencies
        codes["POS"] = [PARTS_OF_SPEECH.get(token.upos, 0) for token in tokens]
    if _UPOS in columns or _XPOS in columns:
        fine = [token.xpos if _XPOS in columns and token.xpos != "_" else token.upos for token in tokens]
        codes["TAG"] = [strings.add(tag) for tag in fine]
    if _FEATS in columns:
        codes["MORPH"] = [morphology.add(_with_values(token.feats)) for token in tokens]
    if LEMMA in columns:
        codes["LEMMA"] = [strings.add(token.lemma) for token in tokens]
    return codes


def _with_values(feats: KeyValues) -> dict[str, str]:
    """The features that spaCy can hold, which have a name and a value; not all have in CoNLL-X."""
    return {key: value for key, value in feats.items() if key and value and "=" not in value}


def _codes_of_spaces(doc: Doc) -> dict[str, int | list[int]]:
    """What tokens of white space get, by attribute, as in spaCy's own pipelines."""
    strings = doc.vocab.strings
    return {
        "DEP": strings.add("dep"),
        "POS": PARTS_OF_SPEECH["SPACE"],
        "TAG": strings.add("_SP"),
        "MORPH": doc.vocab.morphology.add({}),
        "LEMMA": [token.orth for token in doc],
    }
