"""Going on from a base model: what it had been trained on is learned again, along with new sentences."""

from collections.abc import Sequence

from arcwalk.treebank.sentence import Sentence


def with_base(new: Sequence[Sentence], base: Sequence[Sentence]) -> list[Sentence]:
    """The sentences of a base model, then the new ones, which replace those of the base that are the same sentences.

    Two are the same if they have the same `sent_id`; or, unless both have one, the same text.
    """
    ids = {sentence.id for sentence in new if sentence.id}
    texts = {sentence.text for sentence in new}
    texts_without_id = {sentence.text for sentence in new if not sentence.id}

    def is_replaced(sentence: Sentence) -> bool:
        if not sentence.id:
            return sentence.text in texts
        return sentence.id in ids or sentence.text in texts_without_id

    return [*(sentence for sentence in base if not is_replaced(sentence)), *new]
