"""Training for `--tags predicted` and `joint`: a tagger, and the tags it would give to sentences it has not seen.

A parser that learns from right tags trusts them too much. So the sentences are dealt into folds, and those of each
fold are tagged by a tagger trained on the others (section 3.4 of the sampling paper tags its training data so).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from arcwalk.errors import ArcwalkError
from arcwalk.learning.parallel import all_of
from arcwalk.systems.model_file import ModelFile
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress, Silence
from arcwalk.systems.tagger.analyses import (
    CERTAIN,
    CORRECTED,
    Ambiguity,
    Reading,
    TagChoices,
    Tags,
    WordReadings,
    find_confusions,
    read_sentence,
    tagged_by,
)
from arcwalk.systems.tagger.options import NAME, TaggerOptions
from arcwalk.systems.tagger.tagger import Tagger
from arcwalk.systems.tagger.training import train_columns
from arcwalk.systems.tagging import Tagging, filled_columns
from arcwalk.systems.tagging_options import TaggingOptions
from arcwalk.treebank.sentence import TAG_COLUMNS, Sentence

_STAGE = "tagger and readings"
FOLD_SHUFFLES = 1  # taggers of folds are nearly as good with one perceptron as with five, and five times faster


def learn_tagging(
    sentences: Sequence[Sentence], options: TaggingOptions, setting: Setting, progress: Progress, *, joint: bool = False
) -> tuple[Tagging, list[Sentence], TagChoices]:
    """A tagger for the parser, the sentences as the parser should see them in training, and what it may make of tags.

    They are tagged as if they were new. A parser that does not correct tags has nothing to choose.
    """
    tagger_options = _tagger_options(sentences, options)
    least = options.tag_doubt if joint else CERTAIN
    tagger, readings = _learn(sentences, tagger_options, options.tag_folds, least, setting, progress)
    columns = tuple(tagger.columns)
    hidden = [column for column in TAG_COLUMNS if column not in columns]
    if options.lemmas == "hidden":
        hidden.append("lemmas")
    tagged = [
        tagged_by(sentence, columns, [own[0].tags for own in words])
        for sentence, words in zip(sentences, readings, strict=True)
    ]
    progress.say(f"tags of sentences not trained on: {_accuracies(sentences, tagged, columns)}")
    tagging = Tagging(tagger, tuple(hidden))
    gold = [list(zip(*(sentence.tags(name) for name in columns), strict=True)) for sentence in sentences]
    if joint:
        corrected = [name for name in columns if name in CORRECTED]
        confusions = find_confusions(corrected, zip(sentences, tagged, strict=True))
        ambiguity = Ambiguity(options.tag_doubt, confusions)
        readings = [[ambiguity.filtered(columns, own) for own in words] for words in readings]
        tagging = replace(tagging, ambiguity=ambiguity, trust=options.tag_trust)
        progress.say(_describe(readings, gold))
    choices = TagChoices(columns, readings, gold, options.tag_trust, options.tag_cost)
    return tagging, [tagging.seen(sentence) for sentence in tagged], choices


def jackknife(
    sentences: Sequence[Sentence],
    options: TaggerOptions,
    folds: int,
    ambiguity: Ambiguity,
    temperatures: Mapping[str, float],
    setting: Setting,
    progress: Progress,
) -> list[list[WordReadings]]:
    """The readings of every sentence by a tagger that was trained on the sentences of other folds.

    Sentence i belongs to fold i mod `folds`. Folds are trained in parallel threads, because nearly all the time is
    spent in kernels that let go of the interpreter lock; what each learns does not depend on the others.
    """
    progress.stage(f"tags, {folds} folds", folds * len(options.column_names) * options.shuffles * options.epochs)
    tasks = [
        partial(_read_fold, sentences, options, fold, folds, ambiguity, temperatures, setting.seed)
        for fold in range(folds)
    ]
    read = all_of(tasks, setting.jobs, progress.advance)
    return [read[i % folds][i // folds] for i in range(len(sentences))]


def _read_fold(
    sentences: Sequence[Sentence],
    options: TaggerOptions,
    fold: int,
    folds: int,
    ambiguity: Ambiguity,
    temperatures: Mapping[str, float],
    seed: int,
    after_epoch: Callable[[], None],
) -> list[list[WordReadings]]:
    """The readings of one fold. A column that no sentence of the others has is empty."""
    others = [sentence for i, sentence in enumerate(sentences) if i % folds != fold]
    filled = filled_columns(others)
    columns = [name for name in options.column_names if name in filled]
    own = sentences[fold::folds]
    if not columns:
        nothing = Reading(("_",) * len(options.column_names), 0.0)
        return [[[nothing] for _ in sentence.forms] for sentence in own]
    learning = replace(options, columns=",".join(columns))
    trained = train_columns(others, learning, Setting(seed), _Epochs(after_epoch), calibrate=False)
    tagger = Tagger(learning, [replace(column, temperature=temperatures[column.name]) for column in trained])
    places = [columns.index(name) if name in columns else -1 for name in options.column_names]

    def completed(reading: Reading) -> Reading:
        return Reading(tuple(reading.tags[place] if place >= 0 else "_" for place in places), reading.doubt)

    return [
        [[completed(reading) for reading in words] for words in read_sentence(tagger, sentence, ambiguity)]
        for sentence in own
    ]


class _Epochs(Silence):
    """Progress of one tagger among several: only its steps count."""

    def __init__(self, after_epoch: Callable[[], None]) -> None:
        self.after_epoch = after_epoch

    def advance(self) -> None:
        """One epoch is over."""
        self.after_epoch()


def _learn(
    sentences: Sequence[Sentence],
    options: TaggerOptions,
    folds: int,
    least: float,
    setting: Setting,
    progress: Progress,
) -> tuple[Tagger, list[list[WordReadings]]]:
    """The tagger and the readings of the sentences; from the checkpoint, if it has them."""
    if kept := setting.checkpoint.found(_STAGE):
        facts, arrays = kept
        readings = [[[Reading(tuple(tags), doubt) for tags, doubt in own] for own in words] for words in facts["read"]]
        return Tagger.restore(ModelFile(NAME, facts["tagger"], arrays)), readings
    tagger = Tagger(options, train_columns(sentences, options, setting, progress))
    ambiguity = Ambiguity(least)
    if len(sentences) > 1:
        learning = replace(options, shuffles=FOLD_SHUFFLES)
        temperatures = {name: column.temperature for name, column in tagger.columns.items()}
        folds = min(folds, len(sentences))
        readings = jackknife(sentences, learning, folds, ambiguity, temperatures, setting, progress)
    else:
        readings = [read_sentence(tagger, sentence, ambiguity) for sentence in sentences]
    model = tagger.model()
    setting.checkpoint.keep(_STAGE, {"tagger": model.metadata, "read": readings}, **model.arrays)
    return tagger, readings


def _describe(readings: Sequence[Sequence[WordReadings]], gold: Sequence[Sequence[Tags]]) -> str:
    """How much there is to choose, and how often the right tags are among it."""
    pairs = [pair for words, tags in zip(readings, gold, strict=True) for pair in zip(words, tags, strict=True)]
    several = sum(len(own) > 1 for own, _ in pairs)
    right = sum(any(reading.tags == tags for reading in own) for own, tags in pairs)
    return (
        f"{100 * several / len(pairs):.1f}% of words can be read in several ways; "
        f"the right one, in all columns, is among them for {100 * right / len(pairs):.2f}%"
    )


def _tagger_options(sentences: Sequence[Sentence], options: TaggingOptions) -> TaggerOptions:
    columns = options.tag_columns
    if columns == "auto":
        columns = ",".join(filled_columns(sentences))
    if not columns:
        source = sentences[0].source or "<memory>"
        raise ArcwalkError(f"{source}: no word has a tag to learn; tag the file, or train with --tags gold")
    return TaggerOptions(columns=columns, shuffles=options.tag_shuffles, epochs=options.tag_epochs)


def _accuracies(gold: Sequence[Sentence], tagged: Sequence[Sentence], columns: Sequence[str]) -> str:
    words = sum(map(len, gold))
    shares = []
    for name in columns:
        right = sum(
            found == tag
            for sentence, other in zip(gold, tagged, strict=True)
            for tag, found in zip(sentence.tags(name), other.tags(name), strict=True)
        )
        shares.append(f"{100 * right / words:.2f}% {name.upper()}")
    return ", ".join(shares)
