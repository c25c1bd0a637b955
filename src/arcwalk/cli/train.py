"""`arcwalk train`: from a treebank to a model file."""

import argparse
import time
from dataclasses import fields
from pathlib import Path
from typing import Any

from arcwalk.cli.console import TrainingDisplay, add_jobs, add_options, cores, count, seconds, split_option
from arcwalk.consistency.self_training import self_train
from arcwalk.errors import ArcwalkError
from arcwalk.evaluation import evaluate
from arcwalk.evaluation.tagging import forms_of, score_tags
from arcwalk.systems.checkpoint import Checkpoint, TrainingStopped
from arcwalk.systems.options import make_options
from arcwalk.systems.parser import Parser
from arcwalk.systems.registry import DEFAULT_SYSTEM, SYSTEMS
from arcwalk.systems.tagger.options import NAME as TAGGER
from arcwalk.systems.tagger.options import TaggerOptions
from arcwalk.systems.tagger.tagger import Tagger
from arcwalk.systems.tagging import Tagging, filled_columns
from arcwalk.systems.tagging_options import GOLD, JOINT, PREDICTED, TAGS, TaggingOptions, split_options
from arcwalk.treebank import Sentence, read
from arcwalk.treebank.files import check_target

_SYSTEMS = [*SYSTEMS, TAGGER]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line of `arcwalk train`."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("train", metavar="TRAIN", help="treebank with trees, or for a tagger with tags; - is stdin")
    parser.add_argument("-m", "--model", required=True, help="model file to write")
    parser.add_argument("--system", default=DEFAULT_SYSTEM, choices=_SYSTEMS, help="default: %(default)s")
    parser.add_argument(
        "--tags",
        default=GOLD,
        choices=TAGS,
        help="gold: input will have tags like those of TRAIN; predicted: the model tags, too; joint: it also corrects "
        "tags while it looks for the tree (default: %(default)s)",
    )
    parser.add_argument("--dev", metavar="FILE", help="treebank to choose and score on (default: hold some out)")
    parser.add_argument("--seed", type=int, default=0, help="random choices (default: %(default)s)")
    add_jobs(parser, default=cores())
    add_options(parser, "see below")
    parser.add_argument(
        "--features-from", metavar="FILE", help="Python file with features of your own, the same as --set features_from"
    )
    parser.add_argument(
        "--self-train", metavar="FILE", help="sentences to parse once trained, and then to learn from as well"
    )
    parser.add_argument("--resume", action="store_true", help="go on with a training that was interrupted")
    parser.epilog = _option_help()


def run(arguments: argparse.Namespace) -> int:
    """Train, write the model, say in a few lines what came of it."""
    options: dict[str, object] = dict(split_option(text) for text in arguments.options)
    if arguments.features_from:
        options["features_from"] = arguments.features_from
    for_tags, others = split_options(arguments.tags, options)
    make_options(TaggingOptions, for_tags)  # says so where one is wrong, before anything is read
    make_options(_options_of(arguments.system), others)
    check_target(arguments.model)
    if [arguments.train, arguments.dev, arguments.self_train].count("-") > 1:
        raise ArcwalkError("stdin: several files are '-'; name the others by their paths")
    if arguments.self_train and arguments.resume:
        raise ArcwalkError("--self-train: an interrupted run cannot go on; leave out --resume")
    if arguments.system == TAGGER:
        return _train_tagger(arguments, options)
    started = time.perf_counter()
    sentences = list(read(arguments.train, heads="gold"))
    dev = list(read(arguments.dev, heads="gold")) if arguments.dev else None
    raw = list(read(arguments.self_train)) if arguments.self_train else []
    if raw and arguments.tags == GOLD:  # found out before training, not after it
        tagging = Tagging(expected=bool(filled_columns(sentences)))
        for sentence in raw:
            tagging.require_tags(sentence)
    unfinished = Path(f"{arguments.model}.unfinished")
    checkpoint = Checkpoint.read(unfinished) if arguments.resume else Checkpoint()
    with TrainingDisplay() as display:
        settings: dict[str, Any] = {
            "system": arguments.system,
            "tags": arguments.tags,
            "dev": dev,
            "seed": arguments.seed,
            "jobs": arguments.jobs,
            "progress": display,
            **options,
        }
        try:
            parser = Parser.train(sentences, checkpoint=checkpoint, **settings)
        except KeyboardInterrupt as stopped:
            if checkpoint.is_empty:
                raise
            checkpoint.write(unfinished)
            left = f"{unfinished}: interrupted, and what was done is here"
            if isinstance(stopped, TrainingStopped):
                stopped.parser.save(arguments.model)
                left = f"{arguments.model}: interrupted; this is the best model so far"
            without = " and without --self-train" if raw else ""
            display.say(f"{left}. The same command with --resume{without} goes on")
            return 1
        if raw:
            parser = self_train(parser, sentences, raw, **settings)
        parser.save(arguments.model)
        unfinished.unlink(missing_ok=True)
        if dev:
            scores = evaluate(dev, parser.parse(dev, jobs=arguments.jobs))
            display.say(f"{arguments.dev}: {scores.uas:.2f} UAS, {scores.las:.2f} LAS without punctuation")
        _summarise(arguments, sentences, started, display)
    return 0


def _train_tagger(arguments: argparse.Namespace, options: dict[str, Any]) -> int:
    """Train on the tags of a file, which needs no trees."""
    if arguments.self_train:
        raise ArcwalkError("--self-train: this is for parsers; tag with --consistency instead")
    if arguments.tags != GOLD:
        raise ArcwalkError(
            f"--tags {arguments.tags}: this is for parsers, a tagger learns from gold tags; leave it out"
        )
    started = time.perf_counter()
    sentences = list(read(arguments.train))
    dev = list(read(arguments.dev)) if arguments.dev else []
    unfinished = Path(f"{arguments.model}.unfinished")
    checkpoint = Checkpoint.read(unfinished) if arguments.resume else Checkpoint()
    with TrainingDisplay() as display:
        try:
            trained = Tagger.train(
                sentences,
                seed=arguments.seed,
                jobs=arguments.jobs,
                progress=display,
                checkpoint=checkpoint,
                **options,
            )
        except KeyboardInterrupt:
            if checkpoint.is_empty:
                raise
            checkpoint.write(unfinished)
            display.say(f"interrupted; progress saved to {unfinished}, rerun with --resume to continue")
            return 1
        trained.save(arguments.model)
        unfinished.unlink(missing_ok=True)
        if dev:
            scores = score_tags(dev, list(trained.tag(dev, jobs=arguments.jobs)), forms_of(sentences))
            learned = [row for row in scores if row.column in trained.columns]
            accuracies = ", ".join(
                f"{row.accuracy:.2f}% {row.column.upper()} ({row.unknown_accuracy:.2f}% of unknown words)"
                for row in learned
            )
            display.say(f"{arguments.dev}: {accuracies}")
        _summarise(arguments, sentences, started, display)
    return 0


def _summarise(
    arguments: argparse.Namespace, sentences: list[Sentence], started: float, display: TrainingDisplay
) -> None:
    """Say what was trained on what, for how long, and how large it is."""
    amount = f"{count(len(sentences), 'sentence')}, {count(sum(map(len, sentences)), 'word')}"
    size = Path(arguments.model).stat().st_size / 1e6
    duration = seconds(time.perf_counter() - started)
    display.say(f"{arguments.model}: {arguments.system} trained on {amount} in {duration}; {size:.1f} MB")


def _options_of(system: str) -> type:
    kind: type = TaggerOptions if system == TAGGER else SYSTEMS[system].options.load()
    return kind


def _option_help() -> str:
    lines = []
    kinds = {name: _options_of(name) for name in _SYSTEMS}
    for name, kind in {**kinds, f"any parser with --tags {PREDICTED} or {JOINT}": TaggingOptions}.items():
        lines.append(f"options of {name} (--set option=value):")
        for item in fields(kind):
            choices = item.metadata["choices"]
            note = f"{'|'.join(choices)}; default {item.default}" if choices else f"default {item.default!r}"
            lines.append(f"  {item.name:<15} {item.metadata['help']} ({note})")
    return "\n".join(lines)
