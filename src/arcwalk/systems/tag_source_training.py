"""Training for `--tags predicted` and `joint`: a tagger, and out-of-fold tags for the training sentences.

A parser that learns from gold tags trusts tags too much. So the training sentences of each fold are tagged by a tagger
trained on all others (as in section 3.4 of the sampling paper).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from arcwalk.components.tagger.analyses import (
    CERTAIN,
    CORRECTED,
    Ambiguity,
    TagChoices,
    analyze,
    find_confusions,
    tagged_by,
)
from arcwalk.components.tagger.fold_networks import blended_lattices
from arcwalk.components.tagger.fold_taggers import FirstColumn, FoldTaggers
from arcwalk.components.tagger.options import AUTO, TaggerOptions, filled_columns, has_lemmas
from arcwalk.components.tagger.stacking import Stacking
from arcwalk.components.tagger.tagger import Tagger
from arcwalk.components.tagger.training import first_examples, train_parts
from arcwalk.errors import ArcwalkError, Argument, Wording
from arcwalk.systems.tag_source import Tagging
from arcwalk.systems.tag_source_options import GOLD, LEMMAS_GIVEN, LEMMAS_PREDICTED, TaggingOptions
from arcwalk.training.folds import Folds
from arcwalk.training.progress import Progress
from arcwalk.training.setting import Setting
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_text import LEMMA, TAG_COLUMNS

FOLD_SHUFFLES = 1  # taggers of folds are nearly as good with one perceptron as with five, and five times faster


class LearnedTagging(NamedTuple):
    """The parser's tagger; the sentences as it tags new ones; the analyses to choose from, if tags are corrected."""

    tagging: Tagging
    sentences: list[Sentence]
    choices: TagChoices | None


def learn_tagging(
    sentences: Sequence[Sentence], options: TaggingOptions, setting: Setting, *, joint: bool = False
) -> LearnedTagging:
    """Train the tagger, and tag the sentences of each fold by one that was trained on the others."""
    tagger_options = options_of_tagger(sentences, options)
    tagger = Tagger(tagger_options, *train_parts(sentences, tagger_options, setting, folds=options.tag_folds))
    columns = tuple(tagger.columns)
    least = Ambiguity(options.tag_doubt if joint else CERTAIN)
    if len(sentences) > 1:
        learning = replace(tagger.options, shuffles=FOLD_SHUFFLES)
        temperatures = {name: column.temperature for name, column in tagger.columns.items()}
        folds, first = Folds.of(options.tag_folds, len(sentences)), _first_column(tagger, sentences, options, setting)
        taggers = FoldTaggers(learning, temperatures, least, folds, first)
        analyses = taggers.analyze(sentences, setting)
    else:
        analyses = [analyze(tagger, sentence, least) for sentence in sentences]
    hidden = [column for column in TAG_COLUMNS if column not in columns]
    if tagger.lemmatizer is None and options.lemmas != LEMMAS_GIVEN:
        hidden.append("lemmas")
    tagging = Tagging(tagger, tuple(hidden))
    tagged = [
        tagged_by(sentence, columns, [own[0] for own in words])
        for sentence, words in zip(sentences, analyses, strict=True)
    ]
    _report_accuracies(sentences, tagged, tagger_options.column_names, setting.progress)
    choices = None
    if joint:
        confusions = find_confusions(
            [name for name in columns if name in CORRECTED], zip(sentences, tagged, strict=True)
        )
        ambiguity = Ambiguity(options.tag_doubt, confusions)
        tagging = replace(tagging, ambiguity=ambiguity)
        analyses = [[ambiguity.filtered(columns, own) for own in words] for words in analyses]
        gold = [list(zip(*(sentence.tags(name) for name in columns), strict=True)) for sentence in sentences]
        choices = TagChoices(columns, analyses, gold)
        _report_ambiguity(choices, setting.progress)
    return LearnedTagging(tagging, [tagging.visible(sentence) for sentence in tagged], choices)


def _first_column(
    tagger: Tagger, sentences: Sequence[Sentence], options: TaggingOptions, setting: Setting
) -> FirstColumn | None:
    """The first column as networks of folds see it, if the tagger's has a network."""
    column = next(iter(tagger.columns.values()))
    if column.network is None:
        return None
    examples = first_examples(sentences, column.name)
    stacking = Stacking.of(replace(column, network=None), examples, tagger.options, options.tag_folds)
    title = f"folds of {column.name.upper()}"
    perceptron = stacking.stage(setting).run(title, setting)  # mostly kept from when the tagger was trained
    return FirstColumn(column, blended_lattices(stacking, perceptron, setting).run(f"networks of {title}", setting))


def _report_ambiguity(choices: TagChoices, progress: Progress) -> None:
    """The percentage of words that are ambiguous, and of those that have the gold tags among their analyses."""
    by_sentence = zip(choices.analyses, choices.gold, strict=True)
    pairs = [pair for words, tags in by_sentence for pair in zip(words, tags, strict=True)]
    several = 100 * sum(len(own) > 1 for own, _ in pairs) / len(pairs)
    right = 100 * sum(any(analysis.tags == tags for analysis in own) for own, tags in pairs) / len(pairs)
    progress.say(
        f"{several:.1f}% of words have several analyses; the gold one is among them for {right:.2f}% of words",
        ambiguous=several,
        gold_among=right,
    )


def options_of_tagger(sentences: Sequence[Sentence], options: TaggingOptions) -> TaggerOptions:
    """Those of the tagger of a parser, with the columns that a treebank has."""
    columns = options.tag_columns
    if columns == AUTO:
        columns = ",".join(filled_columns(sentences))
    if not columns:
        source = sentences[0].source or "<memory>"
        remedy = Wording("tag the file, or train with ", Argument("tags", GOLD))
        raise ArcwalkError(f"{source}: no word has a tag to learn from", remedy)
    if options.lemmas == LEMMAS_PREDICTED and has_lemmas(sentences):
        columns += f",{LEMMA}"
    return TaggerOptions(
        columns=columns,
        shuffles=options.tag_shuffles,
        epochs=options.tag_epochs,
        network=options.tag_network,
        segmenter=options.segmenter,
    )


def _report_accuracies(
    gold: Sequence[Sentence], tagged: Sequence[Sentence], columns: Sequence[str], progress: Progress
) -> None:
    """The percentage of words with the right value in each column."""
    words = sum(map(len, gold))
    shares = {}
    for name in columns:
        right = sum(
            predicted == tag
            for sentence, other in zip(gold, tagged, strict=True)
            for tag, predicted in zip(sentence.tags(name), other.tags(name), strict=True)
        )
        shares[name] = 100 * right / words
    summary = ", ".join(f"{share:.2f}% {name.upper()}" for name, share in shares.items())
    progress.say(f"tagger: {summary} on out-of-fold sentences", **shares)
