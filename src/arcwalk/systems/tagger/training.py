"""Training for `--system tagger`: column by column, the shuffles, their average, and the temperature."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import numpy as np

from arcwalk.arrays import Scores, Weights
from arcwalk.errors import ArcwalkError
from arcwalk.features.templates import shipped
from arcwalk.features.weights import rounded
from arcwalk.learning.parallel import average, shuffle_random, train_shuffles
from arcwalk.systems.held_out import hold_out
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress
from arcwalk.systems.tagger.column import ColumnTagger, join_given, words_given
from arcwalk.systems.tagger.learner import TagLearner, tagged_corpus
from arcwalk.systems.tagger.lexicon import PROPERTIES, Lexicon, Word
from arcwalk.systems.tagger.options import TaggerOptions
from arcwalk.systems.tagger.templates import tag_table
from arcwalk.treebank.sentence import Sentence

_TEMPERATURES = (0.1, 0.14, 0.2, 0.28, 0.4, 0.57, 0.8, 1.1, 1.6, 2.3)
_USUAL_TEMPERATURE = 0.8  # where too little is held out to choose one
_LEAST_HELD_OUT = 10

Example = tuple[Sequence[Word], Sequence[str]]
"""The words of a sentence as a column sees them, and its tags."""


def train_columns(
    sentences: Sequence[Sentence],
    options: TaggerOptions,
    setting: Setting,
    progress: Progress,
    *,
    calibrate: bool = True,
) -> list[ColumnTagger]:
    """Learn every column from tagged sentences; later ones are given the gold tags of those before.

    Without `calibrate`, which takes as long as one more shuffle, probabilities are rough.
    """
    if not sentences:
        raise ArcwalkError("there are no sentences to learn from; give at least one")
    columns = []
    given = [[""] * len(sentence) for sentence in sentences]
    for name in options.column_names:
        tags = [sentence.tags(name) for sentence in sentences]
        if all(tag == "_" for row in tags for tag in row):
            source = sentences[0].source or "<memory>"
            raise ArcwalkError(f"{source}: no word has {name.upper()}; tag the file, or name other columns to learn")
        examples = [
            (words_given(sentence, row), row_tags)
            for sentence, row, row_tags in zip(sentences, given, tags, strict=True)
        ]
        columns.append(_train_column(name, examples, options, setting, progress, calibrate))
        given = [join_given(row, row_tags) for row, row_tags in zip(given, tags, strict=True)]
    return columns


def _train_column(
    name: str,
    examples: Sequence[Example],
    options: TaggerOptions,
    setting: Setting,
    progress: Progress,
    calibrate: bool,
) -> ColumnTagger:
    rest, held_out = hold_out(examples)
    calibrates = calibrate and len(held_out) >= _LEAST_HELD_OUT
    progress.stage(f"{name}, {options.shuffles} shuffles", (options.shuffles + calibrates) * options.epochs)
    temperature = _USUAL_TEMPERATURE
    if calibrates:
        single = _ColumnRun(name, rest, options)
        member = single.learn(shuffle_random(setting.seed, 0), progress.advance)
        temperature = _best_temperature(single.model(member, temperature), held_out)
    run = _ColumnRun(name, examples, options)
    members = train_shuffles(
        run.learn, shuffles=options.shuffles, seed=setting.seed, jobs=setting.jobs, advance=progress.advance
    )
    return run.model(average(members), temperature)


class _ColumnRun:
    """Everything that is fixed once sentences and options are: lexicon, codes, learner."""

    def __init__(self, name: str, examples: Sequence[Example], options: TaggerOptions) -> None:
        self.name = name
        self.templates = shipped("tag", "arcwalk.systems.tagger")
        self.lexicon = Lexicon.fit(examples, options.frequent)
        self.corpus = tagged_corpus(examples, self.lexicon)
        table = tag_table(self.templates, {name: column for column, name in enumerate(PROPERTIES)})
        self.learner = TagLearner(
            table=table,
            epochs=options.epochs,
            table_bits=options.table_bits,
            margin=options.margin * len(table.row_salts),
            forget=options.forget,
            beam=options.beam,
            reach=options.reach,
        )

    def learn(self, random: Random, after_epoch: Callable[[], None]) -> Weights:
        """One member of the Bayes point."""
        return self.learner.train(self.corpus, random, after_epoch)

    def model(self, weights: Weights, temperature: float) -> ColumnTagger:
        """The model with these weights, as precise as a file can keep them, in units of the margin."""
        scaled = rounded(weights, self.learner.margin)
        settings = (self.learner.beam, self.learner.reach, temperature)
        return ColumnTagger(self.name, self.templates, self.lexicon, scaled, *settings)


def _best_temperature(model: ColumnTagger, held_out: Sequence[Example]) -> float:
    """The temperature at which the gold tags of sentences not trained on are most probable."""
    lattices = [(model.lattice(words), tags) for words, tags in held_out]
    number = {tag: code for code, tag in enumerate(model.tags)}

    def surprise(temperature: float) -> float:
        total = 0.0
        for lattice, tags in lattices:
            probabilities = replace(model, temperature=temperature).probabilities(lattice)
            for m, tag in enumerate(tags, 1):
                candidates = slice(lattice.start[m], lattice.start[m + 1])
                right: Scores = probabilities[candidates][lattice.tags[candidates] == number.get(tag, -2)]
                if len(right):  # what is no candidate is improbable at any temperature
                    total -= float(np.log(max(right[0], 1e-12)))
        return total

    return min(_TEMPERATURES, key=surprise)
