"""Training for `--tags predicted`: a tagger, and the tags that it would give to sentences it has not seen.

A parser that learns from right tags trusts them too much. So the sentences are dealt into folds, and those of each
fold are tagged by a tagger trained on the others (section 3.4 of the sampling paper tags its training data so).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from arcwalk.errors import ArcwalkError
from arcwalk.learning.bayes_point import all_of
from arcwalk.systems.model_file import ModelFile
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress, Silence
from arcwalk.systems.tagger import NAME, Tagger, TaggerOptions
from arcwalk.systems.tagger_training import train_tagger
from arcwalk.systems.tagging import Tagging, TaggingOptions, filled_columns
from arcwalk.treebank.sentence import TAG_COLUMNS, Sentence

FOLD_SHUFFLES = 1  # taggers of folds are nearly as good with one perceptron as with five, and five times faster

Tags = dict[str, list[str]]
"""By the names of columns, the tags of a sentence."""


def learn_tagging(
    sentences: Sequence[Sentence], options: TaggingOptions, setting: Setting, progress: Progress
) -> tuple[Tagging, list[Sentence]]:
    """A tagger for the parser, and the sentences as the parser should see them in training: tagged as if new."""
    tagger_options = _tagger_options(sentences, options)
    tagger, tags = _learn(sentences, tagger_options, options.tag_folds, setting, progress)
    hidden = [column for column in TAG_COLUMNS if column not in tagger.columns]
    if options.lemmas == "hidden":
        hidden.append("lemmas")
    tagging = Tagging(tagger, tuple(hidden))
    tagged = [sentence.with_tags(**row) for sentence, row in zip(sentences, tags, strict=True)]
    progress.say(f"tags of sentences not trained on: {_accuracies(sentences, tagged, list(tagger.columns))}")
    return tagging, [tagging.seen(sentence) for sentence in tagged]


def jackknife(
    sentences: Sequence[Sentence], options: TaggerOptions, folds: int, setting: Setting, progress: Progress
) -> list[Tags]:
    """The tags of every sentence by a tagger that was trained on the sentences of other folds.

    Sentence i belongs to fold i mod `folds`. Folds are trained in parallel threads, because nearly all the time is
    spent in kernels that let go of the interpreter lock; what each learns does not depend on the others.
    """
    progress.stage(f"tags, {folds} folds", folds * len(options.column_names) * options.shuffles * options.epochs)
    tasks = [partial(_tag_fold, sentences, options, fold, folds, setting.seed) for fold in range(folds)]
    tagged = all_of(tasks, setting.jobs, progress.advance)
    return [tagged[i % folds][i // folds] for i in range(len(sentences))]


def _tag_fold(
    sentences: Sequence[Sentence],
    options: TaggerOptions,
    fold: int,
    folds: int,
    seed: int,
    after_epoch: Callable[[], None],
) -> list[Tags]:
    """The tags of one fold. A column that no sentence of the others has is empty."""
    others = [sentence for i, sentence in enumerate(sentences) if i % folds != fold]
    filled = filled_columns(others)
    columns = [name for name in options.column_names if name in filled]
    own = sentences[fold::folds]
    tags: list[Tags] = [{name: ["_"] * len(sentence) for name in options.column_names} for sentence in own]
    if columns:
        learning = replace(options, columns=",".join(columns))
        tagger = train_tagger(others, learning, Setting(seed), _Epochs(after_epoch), calibrate=False)
        for row, tagged in zip(tags, tagger.tag(own), strict=True):
            row.update({name: tagged.tags(name) for name in columns})
    return tags


class _Epochs(Silence):
    """Progress of one tagger among several: only its steps count."""

    def __init__(self, after_epoch: Callable[[], None]) -> None:
        self.after_epoch = after_epoch

    def advance(self) -> None:
        """One epoch is over."""
        self.after_epoch()


def _learn(
    sentences: Sequence[Sentence], options: TaggerOptions, folds: int, setting: Setting, progress: Progress
) -> tuple[Tagger, list[Tags]]:
    """The tagger and the tags of the sentences; from the checkpoint, if it has them."""
    if kept := setting.checkpoint.found(NAME):
        facts, arrays = kept
        return Tagger.restore(ModelFile(NAME, facts["tagger"], arrays)), facts["tags"]
    tagger = train_tagger(sentences, options, setting, progress)
    if len(sentences) > 1:
        learning = replace(options, shuffles=FOLD_SHUFFLES)
        tags = jackknife(sentences, learning, min(folds, len(sentences)), setting, progress)
    else:
        tags = [{name: tagged.tags(name) for name in tagger.columns} for tagged in tagger.tag(sentences)]
    model = tagger.model()
    setting.checkpoint.keep(NAME, {"tagger": model.metadata, "tags": tags}, **model.arrays)
    return tagger, tags


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
