"""Training for `--system tagger`: for each column the temperature, then the average over shuffles."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random

import numpy as np

from arcwalk.arrays import Scores, Weights
from arcwalk.components.segmenter.segmenter import LearnedSegmenter
from arcwalk.components.segmenter.training import segmenter_of
from arcwalk.components.tagger.column import ColumnTagger, entries_of, join_tags, lexicon_kind
from arcwalk.components.tagger.edit_scripts import script_text
from arcwalk.components.tagger.learner import TagLearner, tagged_corpus
from arcwalk.components.tagger.lexicon import TaggedSentence
from arcwalk.components.tagger.options import TaggerOptions, filled_columns, has_lemmas
from arcwalk.components.tagger.templates import tag_table
from arcwalk.errors import ArcwalkError
from arcwalk.features.templates import shipped
from arcwalk.features.weights import rounded, take_weights
from arcwalk.learning.parallel import shuffle_random
from arcwalk.models.label_set import require_room
from arcwalk.representations.word_table import Words
from arcwalk.training.averaged_runs import AveragedRuns, averages_of, shuffles
from arcwalk.training.held_out import hold_out
from arcwalk.training.setting import Setting
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_text import LEMMA

_TEMPERATURES = (0.1, 0.14, 0.2, 0.28, 0.4, 0.57, 0.8, 1.1, 1.6, 2.3)
_USUAL_TEMPERATURE = 0.8  # with too few held-out sentences to tune it
_LEAST_HELD_OUT = 10


def train_parts(
    sentences: Sequence[Sentence], options: TaggerOptions, setting: Setting
) -> tuple[list[ColumnTagger], LearnedSegmenter | None]:
    """What a tagger consists of: its columns, and what finds words and sentences in raw text."""
    _require_tags(sentences, options)
    segmenter = segmenter_of(sentences, setting).run("segmenter", setting) if options.segmenter else None
    return train_columns(sentences, options, setting), segmenter


def _require_tags(sentences: Sequence[Sentence], options: TaggerOptions) -> None:
    """Raise if there is nothing to learn from, or no value in a column."""
    if not sentences:
        raise ArcwalkError("the treebank has no sentences", "give at least one")
    filled = [*filled_columns(sentences), *([LEMMA] if has_lemmas(sentences) else [])]
    for name in options.column_names:
        if name not in filled:
            source = sentences[0].source or "<memory>"
            raise ArcwalkError(f"{source}: no word has {name.upper()}", "tag the file, or name other columns to learn")


def train_columns(
    sentences: Sequence[Sentence], options: TaggerOptions, setting: Setting, *, calibrate: bool = True
) -> list[ColumnTagger]:
    """Train each column on tagged sentences; later ones are given the gold tags of earlier ones.

    `calibrate` takes as long as one more shuffle; without it, probabilities are rough.
    """
    columns = []
    earlier = [[""] * len(sentence) for sentence in sentences]
    for name in options.column_names:
        tags = [_gold(sentence, name) for sentence in sentences]
        if result := setting.checkpoint.get(name):
            weights = take_weights(result.arrays, name, 1 << options.table_bits)
            columns.append(ColumnTagger.restore(name, *result, weights, setting.words))
        else:
            entries = map(entries_of, sentences, earlier)
            examples = list(zip(entries, tags, strict=True))
            calibrates = calibrate and name != LEMMA  # probabilities of lemmas are not needed
            columns.append(_train_column(name, examples, options, setting, calibrates))
        earlier = list(map(join_tags, earlier, tags))
    return columns


def _gold(sentence: Sentence, column: str) -> Sequence[str]:
    """The gold tags of a column: in LEMMA, edit scripts."""
    if column == LEMMA:
        return list(map(script_text, sentence.forms, sentence.lemmas))
    return sentence.tags(column)


def _train_column(
    name: str, sentences: Sequence[TaggedSentence], options: TaggerOptions, setting: Setting, calibrate: bool
) -> ColumnTagger:
    """The temperature, then the average of all shuffles."""
    checkpoint = setting.checkpoint
    rest, held_out = hold_out(sentences)
    calibrates = calibrate and len(held_out) >= _LEAST_HELD_OUT
    steps = (options.shuffles + calibrates) * options.epochs
    setting.progress.stage(f"tagger {name.upper()}, {options.shuffles} shuffles", steps)
    temperature = _USUAL_TEMPERATURE
    if calibrates:
        tune = partial(_tune, _ColumnTraining(name, rest, options, setting.words), held_out, setting)
        result = checkpoint.get_or_compute(f"{name}/temperature", lambda: ({"temperature": tune()}, {}))
        temperature = result.metadata.number("temperature", _TEMPERATURES[0], _TEMPERATURES[-1])
    training = _ColumnTraining(name, sentences, options, setting.words)
    runs = AveragedRuns(
        name=f"{name}/weights",
        learner=training.learn,
        randoms=shuffles(setting.seed, options.shuffles),
        epochs=options.epochs,
        table_bits=options.table_bits,
        unit=training.learner.margin,
    )
    weights = averages_of([runs], checkpoint).work(setting)
    column = training.model(weights[0], temperature)
    checkpoint.keep(name, column.metadata(), **column.arrays())
    checkpoint.save()
    return column


def _tune(training: "_ColumnTraining", held_out: Sequence[TaggedSentence], setting: Setting) -> float:
    """The temperature that suits held-out sentences, by a single shuffle."""
    weights = training.learn(shuffle_random(setting.seed, 0), setting.progress.advance)
    model = training.model(rounded(weights, training.learner.margin), _USUAL_TEMPERATURE)
    accuracy = _accuracy(model, held_out)
    line = f"tagger: {accuracy:.2f}% {model.name.upper()} on held-out sentences"
    setting.progress.note(line, **{model.name: accuracy})
    return _best_temperature(model, held_out)


class _ColumnTraining:
    """The lexicon, the encoded treebank and the learner of one column."""

    def __init__(
        self, name: str, sentences: Sequence[TaggedSentence], options: TaggerOptions, words: Words | None
    ) -> None:
        self.name = name
        self.lexicon = lexicon_kind(name).fit(sentences, words)
        require_room(options.table_bits, len(self.lexicon.tags), f"values of {name.upper()}")
        file = "lemma" if name == LEMMA else "tag"
        self.templates = shipped(file, "arcwalk.components.tagger", clusters=self.lexicon.words is not None)
        self.corpus = tagged_corpus(sentences, self.lexicon)
        table = tag_table(self.templates, self.lexicon.columns)
        self.learner = TagLearner(
            table=table,
            epochs=options.epochs,
            table_bits=options.table_bits,
            margin=options.margin * len(table.row_salts),
            word_dropout=options.word_dropout,
        )

    def learn(self, random: Random, after_epoch: Callable[[], None]) -> Weights:
        """The weights of one shuffle."""
        return self.learner.train(self.corpus, random, after_epoch)

    def model(self, weights: Weights, temperature: float) -> ColumnTagger:
        """The model with these weights, in units of the margin."""
        return ColumnTagger(self.name, self.templates, self.lexicon, weights, temperature)


def _accuracy(model: ColumnTagger, sentences: Sequence[TaggedSentence]) -> float:
    """The percentage of words with the right tag."""
    pairs = [
        pair for entries, tags in sentences for pair in zip(model.best(model.lattice(entries))[0], tags, strict=True)
    ]
    return 100 * sum(predicted == tag for predicted, tag in pairs) / len(pairs)


def _best_temperature(model: ColumnTagger, held_out: Sequence[TaggedSentence]) -> float:
    """The temperature that makes the gold tags of held-out sentences most probable."""
    lattices = [(model.lattice(entries), tags) for entries, tags in held_out]
    number = {tag: code for code, tag in enumerate(model.tags)}

    def surprise(temperature: float) -> float:
        total = 0.0
        for lattice, tags in lattices:
            probabilities = replace(model, temperature=temperature).probabilities(lattice)
            for m, tag in enumerate(tags, 1):
                candidates = slice(lattice.start[m], lattice.start[m + 1])
                right: Scores = probabilities[candidates][lattice.tags[candidates] == number.get(tag, -2)]
                if len(right):  # other tags have no probability at any temperature
                    total -= float(np.log(max(right[0], 1e-12)))
        return total

    return min(_TEMPERATURES, key=surprise)
