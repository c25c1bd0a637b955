"""Out-of-fold lattices of a column that has networks: of each sentence, by a perceptron and a network new to it.

The network of a group of folds learns from what perceptrons found in the sentences of all other groups. As usual in
stacking, those perceptrons were trained on the group's sentences, too, so a little of its tags reaches the network.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import numpy as np

from arcwalk.components.tagger.column import ColumnTagger
from arcwalk.components.tagger.column_network import blended, blended_scores
from arcwalk.components.tagger.kernels.viterbi import Lattice
from arcwalk.components.tagger.lexicon import Lexicon, TaggedSentence
from arcwalk.components.tagger.network_training import NetworkTraining, enough_epochs
from arcwalk.components.tagger.stacking import Stacking
from arcwalk.training.checkpoint import Packed, StageResult
from arcwalk.training.folds import Folds
from arcwalk.training.kept_results import epochs_kept, keep_each
from arcwalk.training.setting import Setting
from arcwalk.training.stage import Stage

GROUPS = 4  # each has a network for its folds; one for every fold would take longer than all else


def blended_lattices(stacking: Stacking, perceptron: Sequence[Lattice], setting: Setting) -> Stage[list[Lattice]]:
    """The lattices of all sentences by networks of groups of folds, given those by perceptrons of folds."""
    column = stacking.column
    groups = Folds.of(GROUPS, stacking.folds.count)
    members = [_sentences(stacking.folds, groups.members(group)) for group in groups]
    names = [f"{column.name} blended lattices of group {group}" for group in groups]
    epochs = enough_epochs(stacking.sentences)

    def learn(group: int, after_epoch: Callable[[], None]) -> Packed:
        others = _sentences(stacking.folds, groups.others(group))
        sentences = [stacking.sentences[i] for i in others]
        known = replace(column, lexicon=_lexicon(column, sentences))
        lattices = [perceptron[i] for i in others]
        training = NetworkTraining(known, sentences, lattices, stacking.options.word_dropout, epochs)
        random = Random(f"{setting.seed}/{column.name} network {group}")
        run = training.learn(random, _network(names[group]), setting.checkpoint, after_epoch)
        network, scores = training.model([run]), []
        for i in members[group]:
            entries = stacking.sentences[i].entries
            table = network.scores([form for form, _ in entries], known.lexicon.encode(entries).codes, perceptron[i])
            scores.append(blended_scores(perceptron[i], table))
        return {}, {"scores": np.concatenate(scores)}

    def in_order(results: list[StageResult]) -> list[Lattice]:
        lattices: dict[int, Lattice] = {}
        for result, own in zip(results, members, strict=True):
            ends = np.cumsum([len(perceptron[i].scores) for i in own])
            scores = result.arrays.take("scores", np.float64, (int(ends[-1]),))
            for i, of_sentence in zip(own, np.split(scores, ends[:-1]), strict=True):
                lattices[i] = blended(perceptron[i], of_sentence)
        return [lattices[i] for i in range(len(stacking.sentences))]

    stage = keep_each(names, learn, epochs, in_order, setting.checkpoint)
    return replace(stage, done=stage.done + epochs_kept(map(_network, names), setting.checkpoint))


def _network(name: str) -> str:
    """The name under which the network of a group is kept while it learns."""
    return f"{name}/network"


def _lexicon(column: ColumnTagger, sentences: Sequence[TaggedSentence]) -> Lexicon:
    """What the sentences say of words, with the tags of the column numbered as there."""
    own, number = Lexicon.fit(sentences, column.lexicon.words), column.lexicon.number
    renumbered = {
        entry: {number[own.tags[tag]]: count for tag, count in counts.items()} for entry, counts in own.counts.items()
    }
    return Lexicon(column.tags, renumbered, column.lexicon.words)


def _sentences(folds: Folds, chosen: Sequence[int]) -> list[int]:
    """The sentences of the chosen folds, in order."""
    return sorted(i for fold in chosen for i in folds.members(fold))
