"""Training for `--tags joint`: the sampling parser learns to choose tags together with the tree."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from arcwalk.arrays import Codes, Numbers, Scores
from arcwalk.features.templates import shipped
from arcwalk.scoring.choices import Candidates
from arcwalk.scoring.scorer import Model
from arcwalk.systems.joint_tags.examples import TagExample, make_tag_example
from arcwalk.systems.joint_tags.kernels.tagged_violation import learn_from_worst_tagged
from arcwalk.systems.joint_tags.parser import JointParser
from arcwalk.systems.joint_tags.two_analyses import both_ways
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress
from arcwalk.systems.sampling.learner import Example, Run, TreeLearner
from arcwalk.systems.sampling.options import SamplingOptions
from arcwalk.systems.sampling.parser import SamplingParser
from arcwalk.systems.sampling.training import TrainingRun
from arcwalk.systems.tagger.analyses import TagChoices
from arcwalk.treebank.sentence import Sentence


def train_joint(
    sentences: Sequence[Sentence],
    dev: Sequence[Sentence] | None,
    options: SamplingOptions,
    setting: Setting,
    progress: Progress,
    tag_choices: TagChoices,
) -> SamplingParser:
    """Learn from annotated sentences, and from the tags that each of their words may have, to correct tags."""
    return JointTrainingRun(sentences, options, setting, progress, tag_choices).train(dev)


class JointTrainingRun(TrainingRun):
    """Everything that is fixed once sentences, their tags and options are."""

    parser_class = JointParser

    def __init__(
        self,
        sentences: Sequence[Sentence],
        options: SamplingOptions,
        setting: Setting,
        progress: Progress,
        tag_choices: TagChoices,
    ) -> None:
        self.tag_choices = tag_choices
        super().__init__(sentences, options, setting, progress)

    @cached_property
    def tags(self) -> list[TagExample | None]:
        """How the words of each sentence may be read, where there is anything to choose."""
        return [
            make_tag_example(self.encoder, sentence, self.tag_choices, i)
            if any(len(own) > 1 for own in words)
            else None
            for i, (sentence, words) in enumerate(zip(self.sentences, self.tag_choices.readings, strict=True))
        ]

    def template_text(self) -> str:
        """The templates that trees are scored by, and those of tags."""
        return f"{super().template_text()}\n{shipped('joint', 'arcwalk.systems.joint_tags')}"

    def codes(self, i: int) -> Codes:
        """Sentence i as the pruner sees it: in two analyses if its tags are in doubt."""
        codes, tags = super().codes(i), self.tags[i]
        return codes if tags is None else both_ways(codes, tags.readings, tags.readings.start[:-1])

    def example(self, i: int, candidates: Candidates, gold: Numbers, errors: Scores) -> Example:
        """Sentence i as it is learned from."""
        tags = self.tags[i]
        return Example(candidates, gold, errors) if tags is None else TaggedExample(candidates, gold, errors, tags)


@dataclass(frozen=True)
class TaggedExample(Example):
    """A training sentence whose tags may change."""

    tags: TagExample

    def learn(self, sentence: Codes, model: Model, learner: TreeLearner, run: Run, sample: Numbers) -> float:  # noqa: ARG002
        """Change the weights and return the error of the tagged tree that was found."""
        tags, lexical = self.tags, learner.lexical
        rows = tags.readings.rows.copy()
        rows[:, lexical] = sentence[tags.words][:, lexical]  # a word is unknown however it is read
        return learn_from_worst_tagged(
            sentence,
            model,
            self.candidates,
            tags.readings._replace(rows=rows),
            self.gold,
            self.errors,
            tags.gold,
            tags.errors,
            *learner.search.shape(self.candidates),
            learner.options.aggressiveness,
            run.step,
            run.arrays["squares"],
            run.arrays["totals"],
        )
