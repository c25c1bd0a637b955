"""Training for `--tags predicted` and `joint`: a tagger, and out-of-fold tags for the training sentences.

A parser that learns from gold tags trusts tags too much. So the training sentences of each fold are tagged by a tagger
trained on all others (as in section 3.4 of the sampling paper).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from arcwalk.errors import ArcwalkError
from arcwalk.learning.parallel import all_of
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress, Silence
from arcwalk.systems.tag_source import Tagging, filled_columns
from arcwalk.systems.tag_source_options import LEMMAS_GIVEN, LEMMAS_PREDICTED, TaggingOptions
from arcwalk.systems.tagger.analyses import (
    CERTAIN,
    CORRECTED,
    Ambiguity,
    Analysis,
    TagChoices,
    Tags,
    WordAnalyses,
    analyze,
    find_confusions,
    tagged_by,
)
from arcwalk.systems.tagger.kept_analyses import pack_analyses, take_analyses
from arcwalk.systems.tagger.options import AUTO, TaggerOptions, has_lemmas
from arcwalk.systems.tagger.tagger import Tagger
from arcwalk.systems.tagger.training import train_columns
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_text import LEMMA, TAG_COLUMNS

FOLD_SHUFFLES = 1  # taggers of folds are nearly as good with one perceptron as with five, and five times faster


def learn_tagging(
    sentences: Sequence[Sentence], options: TaggingOptions, setting: Setting, progress: Progress, *, joint: bool = False
) -> tuple[Tagging, list[Sentence], TagChoices]:
    """The parser's tagger, the sentences with out-of-fold tags, and (if `joint`) the analyses to choose from."""
    tagger_options = _tagger_options(sentences, options)
    tagger = Tagger(tagger_options, train_columns(sentences, tagger_options, setting, progress))
    columns = tuple(tagger.columns)
    least = Ambiguity(options.tag_doubt if joint else CERTAIN)
    if len(sentences) > 1:
        learning = replace(tagger.options, shuffles=FOLD_SHUFFLES)
        temperatures = {name: column.temperature for name, column in tagger.columns.items()}
        folds = min(options.tag_folds, len(sentences))
        analyses = out_of_fold_analyses(sentences, learning, folds, least, temperatures, setting, progress)
    else:
        analyses = [analyze(tagger, sentence, least) for sentence in sentences]
    hidden = [column for column in TAG_COLUMNS if column not in columns]
    if tagger.lemmatizer is None and options.lemmas != LEMMAS_GIVEN:
        hidden.append("lemmas")
    tagged = [
        tagged_by(sentence, columns, [own[0] for own in words])
        for sentence, words in zip(sentences, analyses, strict=True)
    ]
    filled = tagger_options.column_names
    accuracies = _accuracies(sentences, tagged, filled)
    found = ", ".join(f"{accuracy:.2f}% {name.upper()}" for name, accuracy in accuracies.items())
    progress.say(f"tagger: {found} on out-of-fold sentences", **accuracies)
    tagging = Tagging(tagger, tuple(hidden))
    gold = [list(zip(*(sentence.tags(name) for name in columns), strict=True)) for sentence in sentences]
    if joint:
        corrected = [name for name in columns if name in CORRECTED]
        confusions = find_confusions(corrected, zip(sentences, tagged, strict=True))
        ambiguity = Ambiguity(options.tag_doubt, confusions)
        analyses = [[ambiguity.filtered(columns, own) for own in words] for words in analyses]
        tagging = replace(tagging, ambiguity=ambiguity)
        several, right = _ambiguity_of(analyses, gold)
        progress.say(
            f"{several:.1f}% of words have several analyses; the gold one is among them for {right:.2f}% of words",
            ambiguous=several,
            gold_among=right,
        )
    return tagging, [tagging.visible(sentence) for sentence in tagged], TagChoices(columns, analyses, gold)


def out_of_fold_analyses(
    sentences: Sequence[Sentence],
    options: TaggerOptions,
    folds: int,
    ambiguity: Ambiguity,
    temperatures: Mapping[str, float],
    setting: Setting,
    progress: Progress,
) -> list[list[WordAnalyses]]:
    """The analyses of every sentence by a tagger trained on the other folds; those in the checkpoint are kept.

    Sentence i belongs to fold i mod `folds`. Folds are trained in parallel threads.
    """
    checkpoint = setting.checkpoint
    names = [f"tags of fold {fold}" for fold in range(folds)]
    missing = [fold for fold in range(folds) if checkpoint.found(names[fold]) is None]

    def analyze_fold(fold: int, after_epoch: Callable[[], None]) -> None:
        found = _analyze_fold(sentences, options, fold, folds, ambiguity, temperatures, setting, after_epoch)
        facts, arrays = pack_analyses(found)
        checkpoint.keep(names[fold], facts, **arrays)

    if missing:
        steps = len(options.column_names) * options.shuffles * options.epochs
        progress.stage(f"tags, {folds} folds", len(missing) * steps)
        all_of([partial(analyze_fold, fold) for fold in missing], setting.jobs, progress.advance)
    columns = len([name for name in options.column_names if name != LEMMA])
    analyses: list[list[WordAnalyses]] = [[] for _ in sentences]
    for fold, name in enumerate(names):
        kept = checkpoint.found(name)
        assert kept is not None
        analyses[fold::folds] = take_analyses(*kept, sentences[fold::folds], columns)
    return analyses


def _analyze_fold(
    sentences: Sequence[Sentence],
    options: TaggerOptions,
    fold: int,
    folds: int,
    ambiguity: Ambiguity,
    temperatures: Mapping[str, float],
    setting: Setting,
    after_epoch: Callable[[], None],
) -> list[list[WordAnalyses]]:
    """The analyses of one fold. A column that no sentence of the other folds has stays empty."""
    others = [sentence for i, sentence in enumerate(sentences) if i % folds != fold]
    filled = filled_columns(others)
    wanted = [name for name in options.column_names if name != LEMMA]
    columns = [name for name in wanted if name in filled]
    no_lemma = "_" if LEMMA in options.column_names else None
    own = sentences[fold::folds]
    if not columns:
        nothing = Analysis(("_",) * len(wanted), 0.0, no_lemma)
        return [[[nothing] for _ in sentence.forms] for sentence in own]
    lemmas = [LEMMA] if no_lemma and has_lemmas(others) else []
    learning = replace(options, columns=",".join(columns + lemmas))
    alone = Setting(setting.seed, words=setting.words)  # its own checkpoint
    trained = train_columns(others, learning, alone, _Epochs(after_epoch), calibrate=False)
    tagger = Tagger(
        learning,
        [replace(column, temperature=temperatures.get(column.name, column.temperature)) for column in trained],
    )
    places = [columns.index(name) if name in columns else -1 for name in wanted]

    def completed(analysis: Analysis) -> Analysis:
        tags = tuple(analysis.tags[place] if place >= 0 else "_" for place in places)
        return Analysis(tags, analysis.log_ratio, analysis.lemma or no_lemma)

    return [
        [[completed(analysis) for analysis in words] for words in analyze(tagger, sentence, ambiguity)]
        for sentence in own
    ]


class _Epochs(Silence):
    """Progress of one tagger among several: only its epochs count."""

    def __init__(self, after_epoch: Callable[[], None]) -> None:
        self.after_epoch = after_epoch

    def advance(self) -> None:
        """One epoch is over."""
        self.after_epoch()


def _ambiguity_of(analyses: Sequence[Sequence[WordAnalyses]], gold: Sequence[Sequence[Tags]]) -> tuple[float, float]:
    """The percentage of words that are ambiguous, and of those that have the gold tags among their analyses."""
    pairs = [pair for words, tags in zip(analyses, gold, strict=True) for pair in zip(words, tags, strict=True)]
    several = sum(len(own) > 1 for own, _ in pairs)
    right = sum(any(analysis.tags == tags for analysis in own) for own, tags in pairs)
    return 100 * several / len(pairs), 100 * right / len(pairs)


def _tagger_options(sentences: Sequence[Sentence], options: TaggingOptions) -> TaggerOptions:
    columns = options.tag_columns
    if columns == AUTO:
        columns = ",".join(filled_columns(sentences))
    if not columns:
        source = sentences[0].source or "<memory>"
        raise ArcwalkError(f"{source}: no word has a tag to learn from; tag the file, or train with --tags gold")
    if options.lemmas == LEMMAS_PREDICTED and has_lemmas(sentences):
        columns += f",{LEMMA}"
    return TaggerOptions(columns=columns, shuffles=options.tag_shuffles, epochs=options.tag_epochs)


def _accuracies(gold: Sequence[Sentence], tagged: Sequence[Sentence], columns: Sequence[str]) -> dict[str, float]:
    """The percentage of words with the right value in each column."""
    words = sum(map(len, gold))
    shares = {}
    for name in columns:
        right = sum(
            found == tag
            for sentence, other in zip(gold, tagged, strict=True)
            for tag, found in zip(sentence.tags(name), other.tags(name), strict=True)
        )
        shares[name] = 100 * right / words
    return shares
