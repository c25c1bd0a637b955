"""Training for `--system tagger`: one column after the other."""

from collections.abc import Sequence

from arcwalk.components.segmenter.segmenter import LearnedSegmenter
from arcwalk.components.segmenter.training import segmenter_of
from arcwalk.components.tagger.column import ColumnTagger, entries_of, join_tags
from arcwalk.components.tagger.column_training import train_column, train_column_with_network
from arcwalk.components.tagger.edit_scripts import script_text
from arcwalk.components.tagger.lexicon import TaggedSentence
from arcwalk.components.tagger.network_training import can_have_network
from arcwalk.components.tagger.options import TaggerOptions, filled_columns, has_lemmas
from arcwalk.errors import ArcwalkError
from arcwalk.features.weights import take_weights
from arcwalk.training.setting import Setting
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_text import LEMMA


def train_parts(
    sentences: Sequence[Sentence], options: TaggerOptions, setting: Setting, *, folds: int | None = None
) -> tuple[list[ColumnTagger], LearnedSegmenter | None]:
    """What a tagger consists of: its columns, and what finds words and sentences in raw text.

    A parser that needs out-of-fold tags says in how many `folds`.
    """
    _require_tags(sentences, options)
    segmenter = segmenter_of(sentences, setting).run("segmenter", setting) if options.segmenter else None
    return train_columns(sentences, options, setting, folds=folds), segmenter


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
    sentences: Sequence[Sentence],
    options: TaggerOptions,
    setting: Setting,
    *,
    calibrate: bool = True,
    folds: int | None = None,
    first: ColumnTagger | None = None,
) -> list[ColumnTagger]:
    """Train each column on tagged sentences; later ones are given the gold tags of earlier ones.

    `calibrate` takes as long as one more shuffle, except in a first column with networks; without it, probabilities are
    rough. `folds` are those that these networks are stacked on, see `Stacking.of`; `first` is that column, if it is
    already trained.
    """
    columns: list[ColumnTagger] = []
    earlier: list[list[str]] = [[""] * len(sentence) for sentence in sentences]
    for name in options.column_names:
        examples = _examples(sentences, name, earlier)
        if first is not None and not columns:
            columns.append(first)
        elif result := setting.checkpoint.get(name):
            weights = take_weights(result.arrays, name, 1 << options.table_bits)
            columns.append(ColumnTagger.restore(name, *result, weights, setting.words))
        else:
            if not columns and options.network and can_have_network(examples):
                column = train_column_with_network(name, examples, options, folds, setting)
            else:
                calibrates = calibrate and name != LEMMA  # probabilities of lemmas are not needed
                column = train_column(name, examples, options, setting, calibrate=calibrates)
            setting.checkpoint.keep(name, column.metadata(), **column.arrays())
            setting.checkpoint.save()
            columns.append(column)
        earlier = [join_tags(before, own.tags) for before, own in zip(earlier, examples, strict=True)]
    return columns


def first_examples(sentences: Sequence[Sentence], name: str) -> list[TaggedSentence]:
    """What the first column of a tagger is learned from."""
    return _examples(sentences, name, [[""] * len(sentence) for sentence in sentences])


def _examples(sentences: Sequence[Sentence], name: str, earlier: Sequence[Sequence[str]]) -> list[TaggedSentence]:
    """What a column is learned from, given the tags of the columns before it."""
    pairs = zip(sentences, earlier, strict=True)
    return [
        TaggedSentence(entries_of(sentence, before), _gold(sentence, name), sentence.weight)
        for sentence, before in pairs
    ]


def _gold(sentence: Sentence, column: str) -> Sequence[str]:
    """The gold tags of a column: in LEMMA, edit scripts."""
    if column == LEMMA:
        return list(map(script_text, sentence.forms, sentence.lemmas))
    return sentence.tags(column)
