"""A sampling parser that chooses tags together with the tree (section 3.4 of the paper)."""

from collections.abc import Sequence

import numpy as np

from arcwalk.arrays import Codes, Heads
from arcwalk.components.tagger.analyses import WordAnalyses
from arcwalk.models.parses import CorrectedTree
from arcwalk.scoring.choices import Candidates
from arcwalk.systems.joint_tags.encoded_analyses import encode_analyses, stack_analyses
from arcwalk.systems.joint_tags.kernels.joint_search import best_tagged_tree, expected_prior
from arcwalk.systems.joint_tags.kernels.tagged_tree import Analyses
from arcwalk.systems.sampling.options import MINIMUM_RISK
from arcwalk.systems.sampling.parser import SamplingParser
from arcwalk.treebank.encoding import first_analysis, second_analysis
from arcwalk.treebank.sentence import Sentence


class JointParser(SamplingParser):
    """A `SamplingParser` for sentences with two analyses where tags are in doubt."""

    def encode_analyses(self, sentence: Sentence, columns: Sequence[str], analyses: Sequence[WordAnalyses]) -> Analyses:
        """The analyses of the words of a sentence as kernels read them."""
        return encode_analyses(self.encoder, sentence, columns, analyses)

    def parse_and_tag(
        self, codes: Codes, analyses: Analyses, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> CorrectedTree:
        """The best tree found when words may take analyses other than the first.

        The pruner sees the tagger's tags. If the search finds better ones, the sentence is pruned and searched again.
        In place of the random walk, Gibbs samples (the paper, section 5).
        """
        best_tags = analyses.start[:-1]
        codes = stack_analyses(codes, analyses, best_tags)
        candidates, search = self.candidates(codes, heads, labels), self.search
        with self.features.errors():
            sentence = first_analysis(codes)
            tree, tree_labels, taken = best_tagged_tree(
                sentence,
                self.kernel_model,
                candidates,
                analyses,
                *search.shape(candidates),
                search.score_margin,
                search.method == "climb",
                search.budget,
                search.annealing,
                search.state(sentence),
            )
            corrected = not np.array_equal(taken, best_tags)
            if corrected:
                codes = stack_analyses(sentence, analyses, taken)
                candidates = self.candidates(codes, heads, labels)
            if corrected or self.options.decode == MINIMUM_RISK:
                tree, tree_labels = self.decode(codes, candidates)
        names = self.label_set.decode(tree_labels, labels)
        return CorrectedTree(tree, names, (taken - best_tags)[1:].tolist(), codes)

    def candidates(self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None) -> Candidates:
        """What the pruner keeps; with two analyses, first-order scores are the weighted mean of both.

        Without the pruner's scores, trees are scored with the chosen analyses alone, as published.
        """
        candidates, second = super().candidates(codes, heads, labels), second_analysis(codes)
        if len(second) == 0 or not self.options.pruner_scores:
            return candidates
        return candidates._replace(prior=expected_prior(first_analysis(codes), second, self.kernel_model, candidates))
