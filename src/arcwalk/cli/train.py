"""`arcwalk train`: from a treebank to a model file."""

import argparse
import os
import sys
import time
from dataclasses import fields
from pathlib import Path

from arcwalk.cli.console import TrainingDisplay, add_jobs, seconds
from arcwalk.errors import ArcwalkError
from arcwalk.systems.parser import Parser
from arcwalk.systems.registry import DEFAULT_SYSTEM, SYSTEMS
from arcwalk.treebank import read


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line of `arcwalk train`."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("train", metavar="TRAIN", help="treebank with heads and labels, - for standard input")
    parser.add_argument("-m", "--model", required=True, help="model file to write")
    parser.add_argument("--system", default=DEFAULT_SYSTEM, choices=list(SYSTEMS), help="default: %(default)s")
    parser.add_argument("--dev", metavar="FILE", help="treebank to choose and score on (default: hold some out)")
    parser.add_argument("--seed", type=int, default=0, help="random choices (default: %(default)s)")
    add_jobs(parser, default=os.cpu_count() or 1)
    parser.add_argument(
        "--set",
        dest="options",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="see below; may be repeated",
    )
    parser.epilog = _option_help()


def run(arguments: argparse.Namespace) -> int:
    """Train, write the model, say in a few lines what came of it."""
    options = dict(_split(text) for text in arguments.options)
    folder = Path(arguments.model).resolve().parent
    if not folder.is_dir():
        raise ArcwalkError(f"{arguments.model}: there is no folder {folder}; make it first")
    started = time.perf_counter()
    sentences = list(read(arguments.train, heads="gold"))
    with TrainingDisplay() as display:
        parser = Parser.train(
            sentences,
            system=arguments.system,
            dev=arguments.dev,
            seed=arguments.seed,
            jobs=arguments.jobs,
            progress=display,
            **options,
        )
    parser.save(arguments.model)
    words = sum(map(len, sentences))
    size = Path(arguments.model).stat().st_size / 1e6
    print(
        f"{arguments.model}: {arguments.system} trained on {len(sentences):,} sentences, {words:,} words "
        f"in {seconds(time.perf_counter() - started)}; {size:.1f} MB",
        file=sys.stderr,
    )
    return 0


def _split(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ArcwalkError(f"--set {text}: write it as option=value")
    return name, value


def _option_help() -> str:
    lines = []
    for name, system in SYSTEMS.items():
        lines.append(f"options of {name} (--set option=value):")
        for item in fields(system.options):
            choices = item.metadata["choices"]
            note = f"{'|'.join(choices)}; default {item.default}" if choices else f"default {item.default!r}"
            lines.append(f"  {item.name:<15} {item.metadata['help']} ({note})")
    return "\n".join(lines)
