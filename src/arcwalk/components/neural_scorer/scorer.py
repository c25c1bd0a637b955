"""A neural scorer: log-probabilities of heads and labels by a recurrent network, added to the scores of candidates.

The network sees the whole sentence but no tree, the sampling parser whole trees but only the words that templates
name. They err in different places, so the sum of their scores is better than either.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Codes, Weights, WeightTable
from arcwalk.components.pruner.kernels.head_pruning import SECOND_SHARE
from arcwalk.neural.embedding_rows import EmbeddingRows
from arcwalk.neural.kernels.candidate_scores import add_log_probabilities
from arcwalk.neural.network import WIDTH, Network, network_of, parameter_count
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.scoring.choices import Candidates
from arcwalk.treebank.encoding import EMPTY, first_analysis, second_analysis

HEAD_WEIGHT, LABEL_WEIGHT = 0.25, 0.1  # of log-probabilities, where a wrong head costs 1 in training
_MOST_ROWS = 1 << 24  # of a property
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

    def rescored(self, candidates: Candidates, codes: Codes) -> Candidates:
        """The candidates with the network's scores added to their priors.

        If the sentence has two analyses, scores are the weighted mean of both, as the pruner's are.
        """
        first, second = first_analysis(codes), second_analysis(codes)
        analyses = [(1 - SECOND_SHARE, first), (SECOND_SHARE, second)] if len(second) else [(1.0, first)]
        prior = candidates.prior.copy()
        for share, analysis in analyses:
            rows = self.rows.of_codes(analysis[:-2])
            weights = share * HEAD_WEIGHT, share * LABEL_WEIGHT
            add_log_probabilities(rows, self.embeddings, self.network, candidates.choices, *weights, prior)
        return candidates._replace(prior=prior)

    def metadata(self) -> dict[str, Any]:
        """The metadata of a model file."""
        return {_LIMITS: list(self.rows.limits)}

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of a model file, in half precision."""
        return {_PARAMETERS: self.parameters.astype(np.float16), _EMBEDDINGS: self.embeddings.astype(np.float16)}

    @classmethod
    def restore(cls, metadata: Metadata, arrays: StoredArrays, labels: int, properties: int) -> "NeuralScorer":
        """The scorer that `metadata` and `arrays` came from, for as many labels and properties of words."""
        rows = EmbeddingRows(metadata.wholes(_LIMITS, EMPTY + 1, _MOST_ROWS))
        if len(rows.limits) != properties:
            raise metadata.wrong(_LIMITS, f"a number for each of {properties} properties")
        parameters = arrays.take(_PARAMETERS, np.float16, (parameter_count(labels),))
        embeddings = arrays.take(_EMBEDDINGS, np.float16, (len(rows), WIDTH))
        return cls(rows, labels, parameters.astype(np.float32), embeddings.astype(np.float32))
