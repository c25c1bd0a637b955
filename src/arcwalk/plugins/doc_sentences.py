"""From a spaCy `Doc` to the sentences that a parser reads."""

from itertools import chain

from spacy.tokens import Doc

from arcwalk.plugins.token_words import words_in
from arcwalk.treebank.raw_text.sentence_starts import sentence_starts
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.values import as_value


def words_of(doc: Doc) -> list[list[int]]:
    """For each sentence, the index of the token of each word; white space alone is no word.

    Sentences that the Doc has are kept. Otherwise they start as in raw text: by spaCy's rules, and after blank lines.
    """
    is_given = doc.has_annotation("SENT_START")
    starts = {span.start for span in doc.sents} if is_given else {*sentence_starts(doc)}
    sentences: list[list[int]] = []
    is_first, line_breaks = True, 0
    for i, token in enumerate(doc):
        is_first |= i in starts
        if token.is_space:
            line_breaks += token.text.count("\n")
            continue
        if is_first or (line_breaks > 1 and not is_given):
            sentences.append([])
        sentences[-1] += [i] * len(words_in(doc, i))
        is_first, line_breaks = False, 0
    return sentences


def to_sentence(doc: Doc, words: list[int]) -> Sentence:
    """The words of some tokens of a Doc as a sentence, with the tags and lemmas that these tokens have."""
    tokens = [doc[i] for i in words]
    forms = chain.from_iterable(words_in(doc, i) for i in dict.fromkeys(words))
    return Sentence.from_columns(
        list(map(as_value, forms)),  # merged tokens may contain line breaks
        lemmas=[as_value(token.lemma_) for token in tokens],
        upos=[as_value(token.pos_) for token in tokens],
        xpos=[as_value(token.tag_) for token in tokens],
        feats=[as_value(str(token.morph)) for token in tokens],
    )


def has_tags(doc: Doc) -> bool:
    """Whether some token has a tag or features."""
    return any(doc.has_annotation(attribute) for attribute in ("POS", "TAG", "MORPH"))
