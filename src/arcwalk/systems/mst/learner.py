"""Learning the weights of a second-order model from a treebank whose heads are pruned."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from arcwalk.arrays import Numbers, Weights
from arcwalk.learning.averaging import OnlineLearner
from arcwalk.learning.word_dropout import word_dropout
from arcwalk.systems.mst.kernels.second_order_update import PrunedTreebank, Update, second_order_epoch
from arcwalk.systems.mst.kernels.sibling_parts import SecondOrderTable
from arcwalk.treebank.corpus import Corpus


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondOrderLearner(OnlineLearner):
    """How to learn: what is decoded, how weights are updated; `forget` as for `ArcLearner`."""

    projective: bool
    single_root: bool
    update: Update
    forget: float

    def train(
        self,
        corpus: Corpus,
        pruned: PrunedTreebank,
        table: SecondOrderTable,
        lexical: list[int],
        random: Random,
        after_epoch: Callable[[], None],
    ) -> Weights:
        """The weights, averaged over all steps; `lexical` names the columns of the treebank that hold words."""
        drop = word_dropout(corpus, lexical, self.forget, random)

        def one_epoch(order: Numbers, step: int, weights: Weights, totals: Weights) -> None:
            second_order_epoch(
                drop(),
                corpus.rows,
                corpus.heads,
                order,
                pruned,
                table,
                self.projective,
                self.single_root,
                self.update,
                step,
                weights,
                totals,
            )

        return self.averaged(one_epoch, len(corpus), random, after_epoch)
