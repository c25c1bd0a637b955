"""From a spaCy `Doc` to the sentences that a parser reads."""

from spacy.tokens import Doc

from arcwalk.treebank.raw_text.sentence_starts import sentence_starts
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.values import as_value


def words_of(doc: Doc) -> list[list[int]]:
    """For each sentence, the indices of its tokens; those that are nothing but white space are not words.

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
        sentences[-1].append(i)
        is_first, line_breaks = False, 0
    return sentences


def to_sentence(doc: Doc, words: list[int]) -> Sentence:
    """Some tokens of a Doc as a sentence, with the tags and lemmas that they have."""
    tokens = [doc[i] for i in words]
    return Sentence.from_columns(
        [as_value(token.text) for token in tokens],  # merged tokens may contain line breaks
        lemmas=[as_value(token.lemma_) for token in tokens],
        upos=[as_value(token.pos_) for token in tokens],
        xpos=[as_value(token.tag_) for token in tokens],
        feats=[as_value(str(token.morph)) for token in tokens],
    )


def has_tags(doc: Doc) -> bool:
    """Whether some token has a tag or features."""
    return any(doc.has_annotation(attribute) for attribute in ("POS", "TAG", "MORPH"))
