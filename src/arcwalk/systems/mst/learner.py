"""Learning the weights of a second-order model from sentences with candidate heads."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from arcwalk.arrays import Numbers, Weights
from arcwalk.learning.averaging import averaged
from arcwalk.learning.word_dropout import hidden_words
from arcwalk.systems.mst.kernels.second_order_update import PrunedTreebank, Update, second_order_epoch
from arcwalk.systems.mst.kernels.sibling_parts import SecondOrderTable
from arcwalk.treebank.corpus import Corpus


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondOrderLearner:
    """What is decoded and how weights are updated; `word_dropout` as for `ArcLearner`."""

    projective: bool
    single_root: bool
    epochs: int
    table_bits: int
    update: Update
    word_dropout: float

    def train(
        self,
        corpus: Corpus,
        pruned: PrunedTreebank,
        table: SecondOrderTable,
        lexical: list[int],
        random: Random,
        after_epoch: Callable[[], None],
    ) -> Weights:
        """The weights, averaged over all steps; `lexical` are the columns of the treebank that hold words."""
        hide = hidden_words(corpus, lexical, self.word_dropout, random)

        def one_pass(order: Numbers, step: int, weights: Weights, totals: Weights) -> None:
            second_order_epoch(
                hide(),
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

        return averaged(
            one_pass,
            sentences=len(corpus),
            epochs=self.epochs,
            table_bits=self.table_bits,
            random=random,
            after_epoch=after_epoch,
        )
