"""A sampling parser that chooses tags together with the tree (section 3.4 of the paper)."""

from collections.abc import Sequence

import numpy as np

from arcwalk.arrays import Codes, Heads
from arcwalk.scoring.choices import Candidates
from arcwalk.systems.joint_tags.examples import encode_readings
from arcwalk.systems.joint_tags.kernels.joint_search import best_tagged_tree, expected_prior
from arcwalk.systems.joint_tags.kernels.tagged_tree import Readings
from arcwalk.systems.joint_tags.two_analyses import both_ways
from arcwalk.systems.parses import CorrectedTree
from arcwalk.systems.sampling.options import MINIMUM_RISK
from arcwalk.systems.sampling.parser import SamplingParser
from arcwalk.systems.tagger.analyses import WordReadings
from arcwalk.treebank.encoding import first_analysis, second_analysis
from arcwalk.treebank.sentence import Sentence


class JointParser(SamplingParser):
    """A trained model, see `SamplingParser`; sentences whose tags are in doubt are encoded as two analyses."""

    def encode_readings(
        self, sentence: Sentence, columns: Sequence[str], readings: Sequence[WordReadings], trust: float
    ) -> Readings:
        """The ways to read the words of a sentence as kernels read them."""
        return encode_readings(self.encoder, sentence, columns, readings, trust)

    def find_tagged_tree(
        self, codes: Codes, readings: Readings, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> CorrectedTree:
        """The best tree found where words may be read in other ways.

        The pruner looked at the tags that came. Where others are better, it looks again, and so does the search. In
        place of the random walk, Gibbs samples (the paper, section 5).
        """
        came = readings.start[:-1]
        codes = both_ways(codes, readings, came)
        candidates, search = self.candidates(codes, heads, labels), self.search
        with self.features.errors():
            sentence = first_analysis(codes)
            shape, climbs = search.shape(candidates), search.method == "climb"
            found, codes_found, read = best_tagged_tree(
                sentence,
                self.kernel_model,
                candidates,
                readings,
                *shape,
                search.reach,
                climbs,
                search.budget,
                search.state(sentence),
            )
            corrected = not np.array_equal(read, came)
            if corrected:
                codes = both_ways(sentence, readings, read)
                candidates = self.candidates(codes, heads, labels)
            if corrected or self.options.decode == MINIMUM_RISK:
                found, codes_found = self.decode(codes, candidates)
        return CorrectedTree(found, self.label_names(codes_found, labels), (read - came)[1:].tolist(), codes)

    def candidates(self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None) -> Candidates:
        """What is left after pruning; a sentence with two analyses has the mean of their scores."""
        found, other = super().candidates(codes, heads, labels), second_analysis(codes)
        if len(other) == 0:
            return found
        return found._replace(prior=expected_prior(first_analysis(codes), other, self.kernel_model, found))
