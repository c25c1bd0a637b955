"""A neural scorer: log-probabilities of heads and labels by recurrent networks, added to the scores of candidates.

Networks see the whole sentence but no tree, the sampling parser whole trees but only the words that templates
name. They err in different places, so the sum of their scores is better than either.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Codes, WeightCube, WeightTable
from arcwalk.components.pruner.kernels.head_pruning import SECOND_SHARE
from arcwalk.neural.embedding_rows import EmbeddingRows
from arcwalk.neural.kernels.candidate_scores import add_head_scores, add_label_log_probabilities, read_words
from arcwalk.neural.network import Network, network_of, parameter_count
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.scoring.choices import Candidates, likely_candidates
from arcwalk.treebank.encoding import EMPTY, first_analysis, second_analysis

HEAD_WEIGHT, LABEL_WEIGHT = 0.3, 0.18  # of log-probabilities, at full trust; a wrong head costs 1 in training
UNLIKELY = 2.0  # how much less than the best of its word a candidate may score and still be one
_MOST_ROWS = 1 << 24  # of a property
_MOST_NETWORKS, _LARGEST_STATE = 16, 512
_LIMITS, _NETWORKS, _STATE, _TRUST = "embedded", "networks", "state", "trust"
_PARAMETERS, _EMBEDDINGS = "network.parameters", "network.embeddings"


@dataclass(frozen=True)
class NeuralScorer:
    """Trained networks, of which the mean counts. It is immutable, so threads can share it."""

    rows: EmbeddingRows
    labels: int
    state: int  # the size of states in each direction
    trust: float  # how much of their weights the scores of networks have
    parameters: WeightTable  # (networks, parameters)
    embeddings: WeightCube  # (networks, rows, 2 state)

    @cached_property
    def networks(self) -> list[Network]:
        """The networks as kernels read them."""
        return [network_of(parameters, self.labels, self.state) for parameters in self.parameters]

    def alone(self, network: int) -> "NeuralScorer":
        """One of the networks without the others."""
        chosen = slice(network, network + 1)
        return replace(self, parameters=self.parameters[chosen], embeddings=self.embeddings[chosen])

    def read(self, codes: Codes) -> "Readings":
        """What the networks make of a sentence.

        If it has two analyses, what counts is the weighted mean of both, as in the pruner.
        """
        first, second = first_analysis(codes), second_analysis(codes)
        analyses = [(1 - SECOND_SHARE, first), (SECOND_SHARE, second)] if len(second) else [(1.0, first)]
        rows_of_sentence = len(first) - 2  # without padding
        heads, of_labels = np.zeros((rows_of_sentence, rows_of_sentence), dtype=np.float32), []
        for analysis_share, analysis in analyses:
            rows = self.rows.of_codes(analysis[:-2])
            share = self.trust * analysis_share / len(self.networks)
            for network, embeddings in zip(self.networks, self.embeddings, strict=True):
                reading = read_words(rows, embeddings, network)
                heads += np.float32(share) * reading.heads
                of_labels.append(LabelReading(share, network, reading.label_heads, reading.label_modifiers))
        return Readings(heads, of_labels)

    def metadata(self) -> dict[str, Any]:
        """The metadata of a model file."""
        return {
            _LIMITS: list(self.rows.limits),
            _NETWORKS: len(self.parameters),
            _STATE: self.state,
            _TRUST: self.trust,
        }

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of a model file, in half precision."""
        return {_PARAMETERS: self.parameters.astype(np.float16), _EMBEDDINGS: self.embeddings.astype(np.float16)}

    @classmethod
    def restore(cls, metadata: Metadata, arrays: StoredArrays, labels: int, properties: int) -> "NeuralScorer":
        """The scorer that `metadata` and `arrays` came from, for as many labels and properties of words."""
        rows = EmbeddingRows(metadata.wholes(_LIMITS, EMPTY + 1, _MOST_ROWS))
        if len(rows.limits) != properties:
            raise metadata.wrong(_LIMITS, f"a number for each of {properties} properties")
        networks, state = metadata.whole(_NETWORKS, 1, _MOST_NETWORKS), metadata.whole(_STATE, 1, _LARGEST_STATE)
        parameters = arrays.take(_PARAMETERS, np.float16, (networks, parameter_count(labels, state)))
        embeddings = arrays.take(_EMBEDDINGS, np.float16, (networks, len(rows), 2 * state))
        trust = metadata.number(_TRUST, 0, 1)
        return cls(rows, labels, state, trust, parameters.astype(np.float32), embeddings.astype(np.float32))


class LabelReading(NamedTuple):
    """What a network makes of the labels of a sentence, and how much that counts."""

    share: float
    network: Network
    heads: WeightTable
    modifiers: WeightTable


@dataclass(frozen=True)
class Readings:
    """A sentence as the networks have read it, on average; scores are log-probabilities times the trust in them."""

    heads: WeightTable  # the scores of all heads, (modifiers, heads); row 0 means nothing
    of_labels: list[LabelReading]

    def rescored(self, candidates: Candidates) -> Candidates:
        """The candidates with the networks' scores added to their priors, without those that become unlikely."""
        prior = candidates.prior.copy()
        add_head_scores(self.heads, candidates.choices, HEAD_WEIGHT, prior)
        for share, network, heads, modifiers in self.of_labels:
            add_label_log_probabilities(heads, modifiers, network, candidates.choices, share * LABEL_WEIGHT, prior)
        return likely_candidates(candidates._replace(prior=prior), UNLIKELY)
