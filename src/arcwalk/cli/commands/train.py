"""`arcwalk train`: from a treebank to a model file."""

import argparse
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import arcwalk
from arcwalk.cli.arguments import add_jobs, add_options, check_stdin, read_options
from arcwalk.cli.display import ProgressBars, count, seconds
from arcwalk.cli.flags import in_flags
from arcwalk.cli.option_tables import option_tables, rows_of
from arcwalk.cli.training_log import TrainingLog
from arcwalk.cli.treebank_weights import add_weights, weighted, weights_of
from arcwalk.cli.unfinished import beside, checkpoint_of, interrupted, save_or_keep
from arcwalk.components.tagger.options import NAME as TAGGER
from arcwalk.components.tagger.options import TaggerOptions
from arcwalk.errors import ArcwalkError
from arcwalk.evaluation import evaluate
from arcwalk.evaluation.tagging import forms_of, score_tags
from arcwalk.files.output import check_target
from arcwalk.machine import cores
from arcwalk.models.options import make_options
from arcwalk.systems.confirmed_sentences import not_confirmed, sentences_to_learn_from
from arcwalk.systems.registry import DEFAULT_SYSTEM, SYSTEMS, installed_systems, system_named
from arcwalk.systems.system_choice import make_system_options
from arcwalk.systems.tag_source_options import GOLD, JOINT, PREDICTED, TAGS, TaggingOptions, split_options
from arcwalk.training.progress import Listeners, Progress
from arcwalk.treebank import Sentence, read
from arcwalk.treebank.annotation.state import with_confirmed_tags

Start = Callable[[Sequence[Sentence]], None]
"""Called with the training sentences before training starts."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arcwalk train`."""
    systems = _systems()
    parser.usage = "arcwalk train TRAIN... -m MODEL [--system NAME] [OPTIONS]"
    parser.add_argument("-h", "--help", action=_Help, help="show this help and exit")
    parser.add_argument(
        "train",
        metavar="TRAIN",
        nargs="+",
        help="treebanks to train on, the most important one last; - for standard input",
    )
    parser.add_argument("-m", "--model", required=True, metavar="FILE", help="model file to write")
    parser.add_argument(
        "--system",
        default=DEFAULT_SYSTEM,
        choices=systems,
        metavar="NAME",
        help=f"{', '.join(systems[:-1])} or {systems[-1]} (default: %(default)s)",
    )
    parser.add_argument(
        "--tags",
        default=GOLD,
        choices=TAGS,
        metavar="KIND",
        help=f"source of the tags. {GOLD}: the input; {PREDICTED}: a tagger included in the model; "
        f"{JOINT}: the same, but the parser can correct its tags (default: %(default)s)",
    )
    add_options(parser, "set an option listed below; repeatable")
    parser.add_argument("--features-from", metavar="FILE", help="Python file with your own features")
    data = parser.add_argument_group("more data")
    data.add_argument("--words", metavar="FILE", help="word clusters or vectors, learned from raw text")
    data.add_argument("--dev", metavar="FILE", help="treebank to tune and score on (default: held-out part of TRAIN)")
    data.add_argument(
        "--all", action="store_true", help="use sentences with arcs that a parser predicted, too; else left out"
    )
    add_weights(data)
    data.add_argument("--self-train", metavar="FILE", help="sentences to parse, then add to the training data")
    run = parser.add_argument_group("training run")
    run.add_argument("--seed", type=int, default=0, metavar="N", help="random seed (default: %(default)s)")
    add_jobs(run, "threads", default=cores())
    run.add_argument("--resume", action="store_true", help="continue an interrupted run")
    run.add_argument("--log", metavar="FILE", help="write progress and scores as JSON lines")


class _Help(argparse.Action):
    """--help lists the options of one system: the one named anywhere on the command line, or the default."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str | None = None, **_: Any) -> None:
        super().__init__(option_strings, dest, nargs=argparse.REMAINDER, default=argparse.SUPPRESS, help=help)

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, _: str | None = None
    ) -> None:
        rest = type(parser)(prog=parser.prog, add_help=False)
        rest.add_argument("--system", default=namespace.system)
        system = rest.parse_known_args(values)[0].system
        if system not in _systems():
            parser.error(f"argument --system: invalid choice: {system!r} (choose from {', '.join(_systems())})")
        tables = {f"options of {system}, set with --set NAME=VALUE": rows_of(_options_of(system))}
        if system != TAGGER:
            tables[f"options of --tags {PREDICTED} and {JOINT}"] = rows_of(TaggingOptions)
        parser.epilog = f"{option_tables(tables)}\n\nFor the options of other systems, add --system NAME."
        self.nargs = 0  # or it would be listed as `--help ...`
        parser.print_help()
        parser.exit()


def run(arguments: argparse.Namespace) -> int:
    """Train, write the model and print a summary."""
    options: dict[str, object] = dict(read_options(arguments))
    if arguments.features_from:
        options["features_from"] = arguments.features_from
    for_tags, others = split_options(arguments.tags, options)
    tagging = make_options(TaggingOptions, for_tags)  # wrong options are reported before anything is read
    chosen = asdict(make_system_options(arguments.system, _options_of(arguments.system), others))
    if arguments.tags != GOLD:
        chosen |= asdict(tagging)
    if arguments.model == "-":
        raise ArcwalkError("-m -: a model cannot be written to standard output", "name a file")
    check_target(arguments.model)
    _check_log(arguments)
    weights = weights_of(arguments.train, arguments.weights)
    check_stdin([*arguments.train, arguments.dev, arguments.self_train, arguments.words])
    if arguments.self_train and arguments.resume:
        raise ArcwalkError("--self-train: cannot be resumed", "omit --resume")
    started = time.perf_counter()
    with ProgressBars() as bars, TrainingLog(arguments.log or os.devnull, bars.say, resumed=arguments.resume) as log:

        def start(sentences: Sequence[Sentence]) -> None:
            log.start(
                version=arcwalk.__version__,
                system=arguments.system,
                tags=arguments.tags,
                options=chosen,
                seed=arguments.seed,
                jobs=arguments.jobs,
                train=arguments.train,
                weights=weights,
                sentences=len(sentences),
                words=sum(map(len, sentences)),
            )

        train = _train_tagger if arguments.system == TAGGER else _train_parser
        sentences = train(arguments, options, Listeners(bars, log), start)
        amount = f"{count(len(sentences), 'sentence')}, {count(sum(map(len, sentences)), 'word')}"
        size = Path(arguments.model).stat().st_size
        log.end(model=arguments.model, bytes=size)
        duration = seconds(time.perf_counter() - started)
        bars.say(f"{arguments.model}: {arguments.system} trained on {amount} in {duration}; {size / 1e6:.1f} MB")
    return 0


def _check_log(arguments: argparse.Namespace) -> None:
    """Refuse a log that cannot be written, or that would overwrite another file of the same command."""
    if arguments.log == "-":
        raise ArcwalkError("--log -: the log cannot be written to standard output", "name a file")
    if arguments.log is None:
        return
    check_target(arguments.log)
    names = ("model", "dev", "self_train", "words", "features_from")
    for other in (*arguments.train, *(getattr(arguments, name) for name in names)):
        if other and os.path.realpath(other) == os.path.realpath(arguments.log):
            raise ArcwalkError(f"--log {arguments.log}: this file is also an input or the model", "give another name")


def _train_parser(
    arguments: argparse.Namespace, options: dict[str, object], progress: Progress, start: Start
) -> list[Sentence]:
    """Train on the trees in files, continuing an interrupted run if requested."""
    from arcwalk.consistency.self_training import self_train
    from arcwalk.systems.parser import Parser  # loads kernels, which help does without
    from arcwalk.systems.tag_source import Tagging, has_tags

    train = [sentences_to_learn_from(file, arguments.all) for file in arguments.train]
    development = [sentences_to_learn_from(file, arguments.all) for file in [arguments.dev] if file]
    weights = weights_of(arguments.train, arguments.weights)
    sentences = weighted((treebank.sentences for treebank in train), weights)
    dev = development[0].sentences if development else None
    raw = list(read(arguments.self_train)) if arguments.self_train else []
    if raw and arguments.tags == GOLD:  # missing tags are reported before training, not after it
        tagging = Tagging(expected=all(map(has_tags, sentences)))
        for sentence in raw:
            tagging.require_tags(sentence)
    checkpoint = checkpoint_of(arguments.model, resume=arguments.resume)
    settings: dict[str, Any] = {
        "system": arguments.system,
        "tags": arguments.tags,
        "words": arguments.words,
        "dev": dev if system_named(arguments.system).uses_dev else None,
        "all_sentences": arguments.all,
        "seed": arguments.seed,
        "jobs": arguments.jobs,
        "progress": progress,
        **options,
    }
    more = " and without --self-train" if raw else ""
    start(sentences)
    for treebank in (*train, *development):
        if treebank.notice:
            progress.say(in_flags(treebank.notice))
    try:
        parser = Parser.train(sentences, checkpoint=checkpoint, **settings)
        if raw:
            parser = self_train(parser, sentences, raw, **settings)
        save_or_keep(parser.save, checkpoint, arguments.model, more)
    except KeyboardInterrupt as stopped:
        raise interrupted(stopped, checkpoint, arguments.model, more) from None
    beside(arguments.model).unlink(missing_ok=True)
    if dev:
        scores = evaluate(dev, parser.parse(dev, jobs=arguments.jobs))
        line = f"{arguments.dev}: {scores.uas:.2f} UAS, {scores.las:.2f} LAS without punctuation"
        progress.say(line, uas=scores.uas, las=scores.las)
    return sentences


def _train_tagger(
    arguments: argparse.Namespace, options: dict[str, Any], progress: Progress, start: Start
) -> list[Sentence]:
    """Train on the tags of files, which need no trees."""
    from arcwalk.components.tagger.tagger import Tagger

    if arguments.self_train:
        raise ArcwalkError("--self-train: only for parsers", "tag with --consistency instead")
    if arguments.all:
        raise ArcwalkError("--all: only for parsers, a tagger learns from all sentences", "omit --all")
    if arguments.tags != GOLD:
        raise ArcwalkError(f"--tags {arguments.tags}: only for parsers, a tagger learns from gold tags", "omit --tags")
    found = [list(read(file)) for file in arguments.train]
    confirmed = [with_confirmed_tags(treebank) for treebank in found]
    sentences = weighted(confirmed, weights_of(arguments.train, arguments.weights))
    dev = list(read(arguments.dev)) if arguments.dev else []
    checkpoint = checkpoint_of(arguments.model, resume=arguments.resume)
    settings: dict[str, Any] = {
        "words": arguments.words,
        "seed": arguments.seed,
        "jobs": arguments.jobs,
        "progress": progress,
        **options,
    }
    start(sentences)
    if left_out := sum(map(len, found)) - len(sentences):
        progress.say(f"{left_out:,} of {sum(map(len, found)):,} sentences have predicted tags and are left out")
    for unconfirmed in filter(None, map(not_confirmed, confirmed)):
        progress.say(f"{unconfirmed}; the tagger learns from the tags of all sentences")
    try:
        tagger = Tagger.train(sentences, checkpoint=checkpoint, **settings)
        save_or_keep(tagger.save, checkpoint, arguments.model)
    except KeyboardInterrupt as stopped:
        raise interrupted(stopped, checkpoint, arguments.model) from None
    beside(arguments.model).unlink(missing_ok=True)
    if dev:
        scores = score_tags(dev, list(tagger.tag(dev, jobs=arguments.jobs)), forms_of(sentences))
        rows = [row for row in scores if row.column in tagger.options.column_names]
        accuracies = ", ".join(
            f"{row.accuracy:.2f}% {row.column.upper()} ({row.unknown_accuracy:.2f}% on unknown words)" for row in rows
        )
        progress.say(f"{arguments.dev}: {accuracies}", **{row.column: row.accuracy for row in rows})
    return sentences


def _options_of(system: str) -> type:
    kind: type = TaggerOptions if system == TAGGER else system_named(system).options.load()
    return kind


def _systems() -> list[str]:
    return [*SYSTEMS, *installed_systems(), TAGGER]
