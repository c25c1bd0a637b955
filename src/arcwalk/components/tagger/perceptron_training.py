"""The perceptron of one column: what it learns from, its weights, and the temperature of its probabilities."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import numpy as np

from arcwalk.arrays import Scores, Weights
from arcwalk.components.tagger.column import ColumnTagger, lexicon_kind
from arcwalk.components.tagger.kernels.viterbi import Lattice
from arcwalk.components.tagger.learner import TagLearner, tagged_corpus
from arcwalk.components.tagger.lexicon import TaggedSentence
from arcwalk.components.tagger.options import TaggerOptions
from arcwalk.components.tagger.templates import tag_table
from arcwalk.features.templates import shipped
from arcwalk.features.weights import rounded
from arcwalk.learning.parallel import shuffle_random
from arcwalk.models.label_set import require_room
from arcwalk.representations.word_table import Words
from arcwalk.training.checkpoint import Packed, StageResult
from arcwalk.training.kept_results import keep_each
from arcwalk.training.setting import Setting
from arcwalk.training.stage import Stage
from arcwalk.treebank.sentence_text import LEMMA

_TEMPERATURES = (0.1, 0.14, 0.2, 0.28, 0.4, 0.57, 0.8, 1.1, 1.6, 2.3)
USUAL_TEMPERATURE = 0.8  # with too few held-out sentences to tune it
TEMPERATURES = _TEMPERATURES[0], _TEMPERATURES[-1]  # the least and the most


class PerceptronTraining:
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


def tuned_temperature(
    training: PerceptronTraining, held_out: Sequence[TaggedSentence], setting: Setting
) -> Stage[float]:
    """The temperature that suits held-out sentences, by a single shuffle."""

    def tune(_: int, after_epoch: Callable[[], None]) -> Packed:
        weights = training.learn(shuffle_random(setting.seed, 0), after_epoch)
        model = training.model(rounded(weights, training.learner.margin), USUAL_TEMPERATURE)
        lattices = [model.lattice(sentence.entries) for sentence in held_out]
        gold = [sentence.tags for sentence in held_out]
        return {"temperature": best_temperature(model, lattices, gold, setting)}, {}

    def tuned(results: list[StageResult]) -> float:
        return results[0].metadata.number("temperature", *TEMPERATURES)

    return keep_each([f"{training.name}/temperature"], tune, training.learner.epochs, tuned, setting.checkpoint)


def best_temperature(
    model: ColumnTagger, lattices: Sequence[Lattice], gold: Sequence[Sequence[str]], setting: Setting
) -> float:
    """The temperature that makes the gold tags of held-out sentences most probable, given their lattices.

    The lattices are by single perceptrons that did not learn from the sentences.
    """
    pairs = [
        pair
        for lattice, tags in zip(lattices, gold, strict=True)
        for pair in zip(model.best(lattice)[0], tags, strict=True)
    ]
    accuracy = 100 * sum(predicted == tag for predicted, tag in pairs) / len(pairs)
    line = f"tagger: {accuracy:.2f}% {model.name.upper()} by one perceptron on held-out sentences"
    setting.progress.note(line, **{model.name: accuracy})

    def surprise(temperature: float) -> float:
        total = 0.0
        for lattice, tags in zip(lattices, gold, strict=True):
            probabilities = replace(model, temperature=temperature).probabilities(lattice)
            for m, tag in enumerate(tags, 1):
                candidates = slice(lattice.start[m], lattice.start[m + 1])
                right: Scores = probabilities[candidates][lattice.tags[candidates] == model.lexicon.number.get(tag, -2)]
                if len(right):  # other tags have no probability at any temperature
                    total -= float(np.log(max(right[0], 1e-12)))
        return total

    return min(_TEMPERATURES, key=surprise)
