"""Training a parser of any system: sentences, words, tags, then whatever the system learns."""

from dataclasses import replace
from typing import Any, NamedTuple

from arcwalk.errors import ArcwalkError
from arcwalk.files.paths import FilePath
from arcwalk.models.protocol import System
from arcwalk.representations.word_table import Words
from arcwalk.systems.confirmed_sentences import gold_sentences
from arcwalk.systems.system_choice import SystemChoice
from arcwalk.systems.tag_source import Tagging, has_tags
from arcwalk.systems.tag_source_options import GOLD, JOINT
from arcwalk.systems.tag_source_plan import plan_tagging
from arcwalk.systems.tag_source_training import LearnedTagging, learn_tagging
from arcwalk.systems.training_task import TrainingTask
from arcwalk.training.checkpoint import Checkpoint, TrainingStopped
from arcwalk.training.forecast import Forecast
from arcwalk.training.plan import PlannedStage
from arcwalk.training.progress import Progress, Silence
from arcwalk.training.setting import Setting
from arcwalk.training.treebank_words import words_for
from arcwalk.treebank.reader import Treebank


class TrainedParser(NamedTuple):
    """What a parser consists of."""

    system: System
    tagging: Tagging


def train_parser(
    choice: SystemChoice,
    treebank: Treebank,
    dev: Treebank | None = None,
    *,
    all_sentences: bool = False,
    words: FilePath | Words | None = None,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
    checkpoint: Checkpoint | None = None,
) -> TrainedParser:
    """Train the chosen system, see `Parser.train`."""
    progress, checkpoint = progress or Silence(), checkpoint or Checkpoint()
    if dev is not None and not choice.entry.uses_dev:
        raise ArcwalkError(f"dev: {choice.name} tunes nothing on development sentences", "score them after training")
    sentences = gold_sentences(treebank, all_sentences, progress)
    if not sentences:
        raise ArcwalkError("the treebank has no sentences", "give at least one")
    dev_sentences = [] if dev is None else gold_sentences(dev, all_sentences, progress)
    choice.refuse_long([*sentences, *dev_sentences])
    table = None if words is None else words_for(sentences, words, seed, progress)
    setting = Setting(seed, jobs, checkpoint, table, progress)
    checkpoint.start(choice.name, sentences, choice.values(), seed, dev_sentences, table)
    foreseen = TrainingTask(sentences=sentences, options=choice.options, setting=setting, dev=dev_sentences)
    setting = replace(setting, progress=Forecast(progress, _plan(choice, foreseen), jobs))
    learned = LearnedTagging(Tagging(expected=all(map(has_tags, sentences))), sentences, None)
    if choice.tags != GOLD:
        learned = learn_tagging(sentences, choice.tagging, setting, joint=choice.tags == JOINT)
    tagging = learned.tagging
    task = TrainingTask(
        sentences=learned.sentences,
        options=choice.options,
        setting=setting,
        dev=[tagging.visible(tagging.tag_one(sentence)) for sentence in dev_sentences],
        tag_choices=learned.choices,
    )
    try:
        return TrainedParser(choice.train(task), tagging)
    except TrainingStopped as stopped:
        stopped.tagging = tagging
        raise


def _plan(choice: SystemChoice, task: TrainingTask[Any]) -> list[PlannedStage]:
    """The stages to come, those of tags included; nothing if the system does not tell its own."""
    plan = choice.entry.implementation(corrects_tags=choice.tags == JOINT).plan
    if plan is None:
        return []
    tagging = [] if choice.tags == GOLD else plan_tagging(task.sentences, choice.tagging)
    return [*tagging, *plan.load()(task)]
