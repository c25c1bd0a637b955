"""Training the labeler on the gold labels of gold trees."""

from collections.abc import Callable, Sequence

from arcwalk.features.weights import rounded
from arcwalk.learning.parallel import average, train_shuffles
from arcwalk.systems.label_set import allowed_labels, label_lists
from arcwalk.systems.labeler.labeler import Labeler, label_table
from arcwalk.systems.labeler.learner import LabelLearner
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import Encoder

_TABLE_BITS = 20
_MARGIN = 1.5  # per template


def train_labeler(
    corpus: Corpus,
    labels: Sequence[str],
    encoder: Encoder,
    *,
    epochs: int,
    shuffles: int,
    seed: int,
    jobs: int,
    advance: Callable[[], None],
) -> Labeler:
    """Learn from the gold labels of gold trees, averaged over shuffles like the parser's weights."""
    allowed = allowed_labels(corpus, len(labels))
    label_start, label_list = label_lists(allowed)
    table = label_table(encoder)
    margin = _MARGIN * len(table.row_salts)
    learner = LabelLearner(
        label_start=label_start,
        label_list=label_list,
        table=table,
        epochs=epochs,
        table_bits=_TABLE_BITS,
        margin=margin,
    )
    members = train_shuffles(
        lambda random, after_epoch: learner.train(corpus, random, after_epoch),
        shuffles=shuffles,
        seed=seed,
        jobs=jobs,
        advance=advance,
    )
    return Labeler(labels, allowed, rounded(average(members), margin), encoder)
