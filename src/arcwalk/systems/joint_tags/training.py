"""Training for `--tags joint`: the sampling parser learns to choose tags together with the tree."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from arcwalk.arrays import Codes, Numbers, Scores
from arcwalk.components.tagger.analyses import TagChoices
from arcwalk.features.templates import shipped
from arcwalk.scoring.choices import Candidates
from arcwalk.scoring.scorer import Model
from arcwalk.systems.joint_tags.encoded_analyses import encode_analyses, stack_analyses
from arcwalk.systems.joint_tags.kernels.tagged_samples import learn_from_tagged_samples
from arcwalk.systems.joint_tags.kernels.tagged_tree import Analyses
from arcwalk.systems.joint_tags.kernels.tagged_violation import learn_from_worst_tagged
from arcwalk.systems.joint_tags.parser import JointParser
from arcwalk.systems.sampling.learner import Example, RunState, TreeLearner, first_and_last, sampling_of
from arcwalk.systems.sampling.options import MAX_VIOLATION, SamplingOptions
from arcwalk.systems.sampling.parser import SamplingParser
from arcwalk.systems.sampling.training import ParserKind, train_trees
from arcwalk.systems.training_task import TrainingTask
from arcwalk.training.encoded_treebank import EncodedTreebank

TAG_COST = 1.0  # of wrong tags in all columns, where a wrong head costs 1


def train_joint(task: TrainingTask[SamplingOptions]) -> SamplingParser:
    """Learn from annotated sentences, and from the analyses of their words, to correct tags."""
    templates = f"\n{shipped('joint', 'arcwalk.systems.joint_tags')}"
    return train_trees(task, ParserKind(JointParser, templates, _reader))


def _reader(task: TrainingTask[SamplingOptions], treebank: EncodedTreebank) -> "AmbiguousTags":
    assert task.tag_choices is not None
    return AmbiguousTags(treebank, task.tag_choices)


class AmbiguousTags:
    """Reads sentences with the analyses that a tagger leaves to choose from."""

    def __init__(self, treebank: EncodedTreebank, choices: TagChoices) -> None:
        self.treebank, self.choices = treebank, choices
        self.analyses: Sequence[Analyses | None] = [  # of each sentence that has ambiguous words
            encode_analyses(treebank.encoder, sentence, choices.columns, words)
            if any(len(own) > 1 for own in words)
            else None
            for sentence, words in zip(treebank.sentences, choices.analyses, strict=True)
        ]

    def codes(self, i: int) -> Codes:
        """Sentence i as the pruner sees it: with two analyses if tags are in doubt."""
        codes, analyses = self.treebank.corpus.sentence(i)[0], self.analyses[i]
        return codes if analyses is None else stack_analyses(codes, analyses, analyses.start[:-1])

    def example(self, i: int, candidates: Candidates, gold: Numbers, errors: Scores) -> Example:
        """Sentence i as it is learned from. Where no analysis is right, gold is the one with the most right tags."""
        analyses = self.analyses[i]
        if analyses is None:
            return Example(candidates, gold, errors)
        right, costs = [0], list[float]()
        for own, tags in zip(self.choices.analyses[i], self.choices.gold[i], strict=True):
            wrong = [sum(a != b for a, b in zip(analysis.tags, tags, strict=True)) for analysis in own]
            least = min(wrong)
            right.append(len(costs) + wrong.index(least))
            costs += [TAG_COST * (count - least) / len(tags) for count in wrong]
        return TaggedExample(candidates, gold, errors, analyses, np.array(right), np.array(costs))


@dataclass(frozen=True)
class TaggedExample(Example):
    """A training sentence with ambiguous words: their analyses, the gold ones (n + 1,), and what each costs."""

    analyses: Analyses
    gold_analyses: Numbers
    tag_errors: Scores

    @property
    def first_sample(self) -> Numbers:
        """Where sampling starts: what each word chooses, then the first analysis of each."""
        return np.concatenate((self.candidates.chosen, self.analyses.start[:-1]))

    @property
    def limits(self) -> tuple[Numbers, Numbers]:
        """The first and the last choice of every word, then the first and the last analysis."""
        both = zip(super().limits, first_and_last(self.analyses.start, 0), strict=True)
        first, last = map(np.concatenate, both)
        return first, last

    def learn(self, sentence: Codes, model: Model, learner: TreeLearner, run: RunState, sample: Numbers) -> float:
        """Update the weights and return the cost of the tagged tree that was found."""
        words = np.repeat(np.arange(len(self.gold_analyses)), np.diff(self.analyses.start))
        rows, lexical = self.analyses.rows.copy(), learner.problem.treebank.lexical
        rows[:, lexical] = sentence[words][:, lexical]  # word dropout applies to all analyses of a word
        task = (
            sentence,
            model,
            self.candidates,
            self.analyses._replace(rows=rows),
            self.gold,
            self.errors,
            self.gold_analyses,
            self.tag_errors,
            *learner.problem.search.shape(self.candidates),
        )
        options, squares, totals = learner.options, run.arrays["squares"], run.arrays["totals"]
        state = (options.aggressiveness, run.step)
        if options.learner == MAX_VIOLATION:
            return learn_from_worst_tagged(*task, *state, squares, totals)
        sampling, generator = sampling_of(options), run.arrays["generator"]
        return learn_from_tagged_samples(*task, sampling, *state, generator, sample, squares, totals)
