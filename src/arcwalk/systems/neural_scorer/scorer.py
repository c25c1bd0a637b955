"""A neural scorer: log-probabilities of heads and labels by a recurrent network, added to the scores of candidates.

The network sees the whole sentence but no tree, the sampling parser whole trees but only the words that templates
name. They err in different places, so the sum of their scores is better than either.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Codes, Weights, WeightTable
from arcwalk.neural.embedding_rows import EmbeddingRows
from arcwalk.neural.kernels.candidate_scores import score_choices
from arcwalk.neural.network import Network, network_of
from arcwalk.scoring.choices import Candidates
from arcwalk.treebank.encoding import first_analysis

HEAD_WEIGHT, LABEL_WEIGHT = 0.25, 0.1  # of log-probabilities, where a wrong head costs 1 in training
_LIMITS, _PARAMETERS, _EMBEDDINGS = "embedded", "network.parameters", "network.embeddings"


@dataclass(frozen=True)
class NeuralScorer:
    """Immutable, so threads can share it."""

    rows: EmbeddingRows
    labels: int
    parameters: Weights
    embeddings: WeightTable

    @cached_property
    def network(self) -> Network:
        """The network as kernels read it."""
        return network_of(self.parameters, self.labels)

    def added_to(self, candidates: Candidates, codes: Codes) -> Candidates:
        """The candidates with the network's scores added to their priors."""
        rows = self.rows.of_codes(first_analysis(codes)[:-2])
        prior = candidates.prior.copy()
        score_choices(rows, self.embeddings, self.network, candidates.choices, HEAD_WEIGHT, LABEL_WEIGHT, prior)
        return candidates._replace(prior=prior)

    def facts(self) -> dict[str, Any]:
        """The metadata of a model file."""
        return {_LIMITS: list(self.rows.limits)}

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of a model file, in half precision."""
        return {_PARAMETERS: self.parameters.astype(np.float16), _EMBEDDINGS: self.embeddings.astype(np.float16)}

    @classmethod
    def restore(cls, facts: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], labels: int) -> "NeuralScorer":
        """The scorer that `facts` and `arrays` came from."""
        parameters, embeddings = arrays[_PARAMETERS].astype(np.float32), arrays[_EMBEDDINGS].astype(np.float32)
        return cls(EmbeddingRows(facts[_LIMITS]), labels, parameters, embeddings)
