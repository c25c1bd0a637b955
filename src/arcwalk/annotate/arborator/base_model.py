"""Going on from a base model: what it had been trained on is learned again, along with new sentences."""

from collections.abc import Sequence

from arcwalk.treebank.sentence import Sentence


def with_base(new: Sequence[Sentence], base: Sequence[Sentence]) -> list[Sentence]:
    """The sentences of a base model, then the new ones, which replace those of the base that have the same text.

    A `sent_id` tells nothing: samples number their sentences as they like.
    """
    texts = {sentence.text for sentence in new}
    return [*(sentence for sentence in base if sentence.text not in texts), *new]
