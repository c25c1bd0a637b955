"""`arcwalk demo`: train, parse, evaluate and draw on the sample treebank."""

import argparse
import time
from pathlib import Path
from typing import Any

from rich.console import Console

from arcwalk.cli.arguments import add_jobs
from arcwalk.cli.display import ProgressBars, seconds
from arcwalk.drawing import html_page, terminal_tree
from arcwalk.errors import ArcwalkError
from arcwalk.evaluation import evaluate
from arcwalk.files.output import text_output
from arcwalk.machine import cores
from arcwalk.sample import sample
from arcwalk.treebank import write

_TRAIN, _TEST = 1500, 500
_SHOWN = 12  # trees on the page
# enough for sentences as easy as these
_QUICK: dict[str, Any] = {"pruner_shuffles": 1, "folds": 3, "shuffles": 1, "neural_epochs": 5}
_QUICK_TAGS: dict[str, Any] = {"tag_folds": 2, "tag_shuffles": 1, "tag_epochs": 2}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arcwalk demo`."""
    parser.usage = "arcwalk demo [--folder FOLDER] [--jobs N]"
    parser.add_argument("--folder", default="demo", metavar="FOLDER", help="output folder (default: %(default)s)")
    add_jobs(parser, "threads", default=cores())


def run(arguments: argparse.Namespace) -> int:
    """Train, save, load, parse, evaluate, draw."""
    from arcwalk.systems.parser import Parser  # loads kernels, which help does without

    console = Console(highlight=False, soft_wrap=True)
    folder = Path(arguments.folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ArcwalkError(f"{folder}: cannot create folder ({error.strerror})", "choose another --folder") from None
    model, parsed, picture = folder / "sample.arcwalk", folder / "parsed.conllu", folder / "trees.html"

    sentences = sample(_TRAIN + _TEST)
    train, test = sentences[:_TRAIN], sentences[_TRAIN:]
    write(folder / "train.conllu", train)
    write(folder / "test.conllu", test)
    console.print(f"[bold]1. Treebank[/]: {_TRAIN} training sentences, {_TEST} test sentences")
    console.print(f"   {train[0].text}\n   {train[1].text}\n")

    started = time.perf_counter()
    with ProgressBars() as progress:
        trained = Parser.train(
            train, tags="predicted", jobs=arguments.jobs, progress=progress, **_QUICK, **_QUICK_TAGS
        )  # with its own tagger, so that it can be given any sentence
        trained.save(model)
    size = model.stat().st_size / 1e6
    console.print(f"[bold]2. Trained[/] in {seconds(time.perf_counter() - started)}: {model}, {size:.1f} MB\n")

    parser = Parser.load(model)
    started = time.perf_counter()
    output = list(parser.parse(test, jobs=arguments.jobs))
    rate = sum(map(len, test)) / (time.perf_counter() - started)
    write(parsed, output)
    console.print(f"[bold]3. Parsed[/] at {rate:,.0f} words per second: {parsed}\n")

    scores = evaluate(test, output)
    console.print(
        f"[bold]4. Evaluated[/]: {scores.uas:.1f}% of words have the right head (UAS), {scores.las:.1f}% the right "
        f"head and label (LAS); {scores.complete_match:.1f}% of trees are completely right\n"
    )

    shown = sorted(output, key=len)[len(output) // 2 :][:_SHOWN]
    with text_output(picture) as stream:
        stream.write(html_page(shown, "Sentences parsed by arcwalk", language="en"))
    console.print(f"[bold]5. Drawn[/]: a tree; more in {picture}\n")
    short = next(sentence for sentence in output if 7 <= len(sentence) <= 9)
    console.print(terminal_tree(short, console.width), markup=False)
    console.print(
        f"\n[bold]Your own sentences[/]: run [bold]make serve[/] (or arcwalk serve {model} --language en) "
        "and open http://127.0.0.1:8080"
    )
    return 0
