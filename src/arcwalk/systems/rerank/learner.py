"""Learning the weights of a reranker from k-best lists."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Numbers, Scores, Weights
from arcwalk.learning.averaging import OnlineLearner
from arcwalk.learning.word_dropout import word_dropout
from arcwalk.scoring.scorer import Model
from arcwalk.systems.rerank.kernels.list_violation import learn_from_list
from arcwalk.systems.rerank.kernels.tree_list import TreeList
from arcwalk.treebank.corpus import Corpus


class CostedList(NamedTuple):
    """The k-best list of a training sentence, and the cost of each tree."""

    listed: TreeList
    cost: Scores


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLearner(OnlineLearner):
    """With which updates to learn; `word_dropout` as for `ArcLearner`."""

    aggressiveness: float
    adaptive: bool
    word_dropout: float

    def train(
        self,
        corpus: Corpus,
        lists: Sequence[CostedList],
        model: Callable[[Weights], Model],
        lexical: list[int],
        random: Random,
        after_epoch: Callable[[], None],
    ) -> Weights:
        """The weights, averaged over all steps; `lexical` are the columns of the treebank that hold words."""
        drop = word_dropout(corpus, lexical, self.word_dropout, random)
        squares = np.zeros(1 << self.table_bits if self.adaptive else 0, dtype=np.float32)

        def one_epoch(order: Numbers, step: int, weights: Weights, totals: Weights) -> None:
            codes, changing = drop(), model(weights)
            for i in order:
                sentence = codes[corpus.rows[i] : corpus.rows[i + 1]]
                listed, cost = lists[i]
                learn_from_list(sentence, changing, listed, cost, self.aggressiveness, step, squares, totals)
                step += 1

        return self.averaged(one_epoch, corpus.order(), random, after_epoch)
