"""Out-of-fold lattices of a column that has a network: of each sentence, by a perceptron and a network new to it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from arcwalk.components.tagger.column import ColumnTagger
from arcwalk.components.tagger.kept_lattices import pack_lattices, take_lattices
from arcwalk.components.tagger.kernels.viterbi import Lattice
from arcwalk.components.tagger.lexicon import Lexicon, TaggedSentence
from arcwalk.components.tagger.network_training import NetworkTraining, enough_epochs
from arcwalk.components.tagger.stacking import Stacking
from arcwalk.training.folds import Folds
from arcwalk.training.setting import Setting
from arcwalk.training.stage import Stage

GROUPS = 4  # each has a network for its folds; one for every fold would take longer than all else


def blended_lattices(stacking: Stacking, setting: Setting) -> Stage[list[Lattice]]:
    """The lattices of all sentences, by perceptrons of folds and networks of groups of folds."""
    column, checkpoint = stacking.column, setting.checkpoint
    perceptron = stacking.stage(setting).work(setting)
    groups = Folds.of(GROUPS, stacking.folds.count)
    members = [_sentences(stacking.folds, groups.members(group)) for group in groups]
    names = [f"{column.name} blended lattices of group {group}" for group in groups]
    missing = [group for group in groups if checkpoint.get(names[group]) is None]
    epochs = enough_epochs(sum(len(entries) for entries, _ in stacking.sentences))

    def learn(group: int, after_epoch: Callable[[], None]) -> None:
        others = _sentences(stacking.folds, groups.others(group))
        sentences = [stacking.sentences[i] for i in others]
        known = replace(column, lexicon=_lexicon(column, sentences))
        lattices = [perceptron[i] for i in others]
        training = NetworkTraining(known, sentences, lattices, stacking.options.word_dropout, epochs)
        run = training.learn(Random(f"{setting.seed}/{column.name} network {group}"), after_epoch)
        tagger = replace(known, network=training.model([run]))
        blended = [tagger.blended(stacking.sentences[i][0], perceptron[i]) for i in members[group]]
        checkpoint.keep(names[group], {}, **pack_lattices(blended))

    def in_order(_: list[None]) -> list[Lattice]:
        lattices: dict[int, Lattice] = {}
        for name, own in zip(names, members, strict=True):
            lengths = [len(stacking.sentences[i][0]) for i in own]
            lattices.update(zip(own, take_lattices(checkpoint[name].arrays, lengths, len(column.tags)), strict=True))
        return [lattices[i] for i in range(len(stacking.sentences))]

    return Stage(
        tasks=[partial(learn, group) for group in missing],
        steps=groups.count * epochs,
        value=in_order,
        done=(groups.count - len(missing)) * epochs,
    )


def _lexicon(column: ColumnTagger, sentences: Sequence[TaggedSentence]) -> Lexicon:
    """What the sentences say of words, with the tags of the column numbered as there."""
    own, number = Lexicon.fit(sentences, column.lexicon.words), {tag: i for i, tag in enumerate(column.tags)}
    renumbered = {
        entry: {number[own.tags[tag]]: count for tag, count in counts.items()} for entry, counts in own.counts.items()
    }
    return Lexicon(column.tags, renumbered, column.lexicon.words)


def _sentences(folds: Folds, chosen: Sequence[int]) -> list[int]:
    """The sentences of the chosen folds, in order."""
    return sorted(i for fold in chosen for i in folds.members(fold))
