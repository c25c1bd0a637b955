"""Training one column: its perceptron, the temperature of its probabilities, and networks that are stacked on it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random

from arcwalk.components.tagger.column import ColumnTagger
from arcwalk.components.tagger.lexicon import TaggedSentence
from arcwalk.components.tagger.network_training import NETWORKS, NetworkTraining, enough_epochs
from arcwalk.components.tagger.options import TaggerOptions
from arcwalk.components.tagger.perceptron_training import (
    USUAL_TEMPERATURE,
    PerceptronTraining,
    best_temperature,
    tuned_temperature,
)
from arcwalk.components.tagger.stacking import Stacking
from arcwalk.training.averaged_runs import AveragedRuns, averages_of, shuffles
from arcwalk.training.held_out import hold_out
from arcwalk.training.kept_results import epochs_kept
from arcwalk.training.setting import Setting
from arcwalk.training.stage import Stage, nothing

LEAST_HELD_OUT = 10  # to tune the temperature on


def train_column(
    name: str, sentences: Sequence[TaggedSentence], options: TaggerOptions, setting: Setting, *, calibrate: bool
) -> ColumnTagger:
    """The perceptron of a column: the temperature, and beside it the average of all shuffles."""
    rest, held_out = hold_out(sentences)
    tuning = nothing().then(lambda _: USUAL_TEMPERATURE)
    if calibrate and len(held_out) >= LEAST_HELD_OUT:
        tuning = tuned_temperature(PerceptronTraining(name, rest, options, setting.words), held_out, setting)
    training = PerceptronTraining(name, sentences, options, setting.words)
    runs = AveragedRuns(
        name=f"{name}/weights",
        learner=training.learn,
        randoms=shuffles(setting.seed, options.shuffles),
        epochs=options.epochs,
        table_bits=options.table_bits,
        unit=training.learner.margin,
    )
    stage = tuning.beside(averages_of([runs], setting.checkpoint))
    temperature, weights = stage.run(f"tagger {name.upper()}, {options.shuffles} shuffles", setting)
    return training.model(weights[0], temperature)


def train_column_with_network(
    name: str, sentences: Sequence[TaggedSentence], options: TaggerOptions, folds: int | None, setting: Setting
) -> ColumnTagger:
    """The perceptron, and networks stacked on perceptrons of folds, which also give the temperature.

    For `folds`, see `Stacking.of`.
    """
    column, checkpoint = train_column(name, sentences, options, setting, calibrate=False), setting.checkpoint
    stacking = Stacking.of(column, sentences, options, folds)
    lattices = stacking.stage(setting).run(f"folds of {name.upper()}", setting)
    _, gold = hold_out([sentence.tags for sentence in sentences])
    if len(gold) >= LEAST_HELD_OUT:
        column = replace(column, temperature=best_temperature(column, lattices[-len(gold) :], gold, setting))
    epochs = enough_epochs(sentences)
    training = NetworkTraining(column, sentences, lattices, options.word_dropout, epochs)
    names = [f"{name}/network {i}" for i in range(NETWORKS)]
    stage = Stage(
        tasks=[
            partial(training.learn, Random(f"{setting.seed}/{name} network {i}"), names[i], checkpoint)
            for i in range(NETWORKS)
        ],
        steps=NETWORKS * epochs,
        value=training.model,
        done=epochs_kept(names, checkpoint),
    )
    network = stage.run(f"networks of {name.upper()}", setting)
    return replace(column, network=network)
