"""Training the tagger's network: epochs over shuffled sentences, with dropout and steps that shrink to nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from arcwalk.learning.kernels.tag_network_epoch import TagTreebank, tag_network_epoch
from arcwalk.learning.network_run import NetworkRun, Regimen, initial_parameters
from arcwalk.neural.tag_network import WIDTH, tag_network_of, tag_shapes


@dataclass(frozen=True, kw_only=True)
class TagNetworkLearner:
    """Learns the tags of a treebank."""

    tags: int
    embeddings: int
    epochs: int
    regimen: Regimen

    def start(self, order: Sequence[int], random: Random) -> NetworkRun:
        """A run before its first epoch over the sentences of `order`; every random choice is drawn from `random`."""
        parameters = initial_parameters(tag_shapes(self.tags), random)
        return NetworkRun(parameters, (self.embeddings, WIDTH), order, random)

    def learn(self, run: NetworkRun, treebank: TagTreebank) -> None:
        """One more epoch over the treebank, of which other values may be dropped each time."""
        parameters, embeddings = run.parameters, run.embeddings
        network, gradient = tag_network_of(parameters.values, self.tags), tag_network_of(parameters.gradient, self.tags)
        run.random.shuffle(run.order)
        order, rate = np.array(run.order), self.regimen.rate * (1 - run.epochs / self.epochs)
        _, run.steps = tag_network_epoch(
            treebank, order, network, gradient, parameters, embeddings, self.regimen.dropout, rate, run.steps, run.state
        )
        run.epochs += 1
