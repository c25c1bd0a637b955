"""Tuning of consistent parsing on held-out sentences: what each option is worth, the others at their defaults.

    python experiments/consistency_tuning.py TREEBANKS [--option NAME...] [--languages NAME...] [--jobs N] [-o FOLDER]

Parsers of system mst (projective) learn from the first 50 to 500 sentences of a training file; the last 1,000 of the
rest are parsed jointly. Test files are not read. Writes `consistency-tuning.md`, anew after each value. Numbers are
kept in `experiments/build`, so that an interrupted run continues where it stopped unless code or treebanks have
changed.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

import numpy as np

from arcwalk import Parser, Sentence
from arcwalk.consistency.options import ConsistentParsingOptions
from arcwalk.consistency.parsing import parse_consistently
from arcwalk.evaluation import evaluate
from arcwalk.evaluation.significance import compare
from arcwalk.models.options import make_options
from kept_parses import folder_for, load
from tables import arguments_of, markdown_table, provenance, write

LANGUAGES = ("english", "german", "japanese", "spanish", "bulgarian", "turkish", "portuguese")
SIZES = (50, 200, 500)
FROM = {"english": 1000, "portuguese": 1000}  # the first training sentence, where there are many
HELD_OUT = 1000
DEFAULTS = ConsistentParsingOptions()
GRID: dict[str, Sequence[object]] = {
    "same": (0.2, 0.3, 0.4, 0.6),
    "close": (0.3, 0.5, 0.75),  # shares of `same`, as is `off`
    "off": (0.1, 0.3, 0.5, 0.7),
    "consensus": ("upos", "xpos"),
    "words": ("0", "30", "300", "30,300"),
    "least": (1, 2, 3),
    "share": (0.6, 0.8, 1.0),
    "doubt": (0.0, 1.0, 2.0),
    "unseen": (0, 3),
}
REWARDS = ("close", "off")


class Outcome(NamedTuple):
    """A setting parsed with some options."""

    error_reduction: float  # in percent
    active: float  # share of constraints


def options_with(name: str, value: object) -> ConsistentParsingOptions:
    """The defaults, but for one option; the rewards stay in proportion."""
    values: dict[str, object] = {name: value}
    if name == "same":
        factor = float(str(value)) / DEFAULTS.same
        values |= {reward: factor * getattr(DEFAULTS, reward) for reward in REWARDS}
    elif name in REWARDS:
        values[name] = float(str(value)) * DEFAULTS.same
        if name == "off":
            values["close"] = max(DEFAULTS.close, float(str(values["off"])))
    return make_options(ConsistentParsingOptions, asdict(DEFAULTS) | values)


def settings(treebanks: Path, languages: Sequence[str]) -> dict[str, tuple[list[Sentence], list[Sentence]]]:
    """What to learn from and what to parse, by name; sizes that leave too little to parse are left out."""
    found = {}
    for size in SIZES:
        for language in languages:
            sentences = load(treebanks / language / "train.conllu.gz")[FROM.get(language, 0) :]
            if len(sentences) >= 1.5 * size:
                found[f"{language} {size}"] = sentences[:size], sentences[size:][-HELD_OUT:]
    return found


def measure(
    parser: Parser, train: list[Sentence], held_out: list[Sentence], options: ConsistentParsingOptions, jobs: int
) -> Outcome:
    """Joint against independent decoding."""
    found = parse_consistently(parser, held_out, train, options=options, jobs=jobs)
    gain = compare(evaluate(held_out, found.joint), evaluate(held_out, found.independent), resamples=1).uas
    every = found.solution.consensus
    active = sum(each.consensus != "" for each in found.constraints) / max(1, len(every))
    return Outcome(gain.error_reduction, active)


def page(results: dict[str, Outcome], names: Sequence[str], grid: dict[str, Sequence[object]], made: str) -> list[str]:
    """A row for each value that was measured in all settings."""
    rows: list[list[str]] = []
    for option, values in grid.items():
        own_rows = []
        for value in values:
            own = {name: results.get(f"{name} {options_with(option, value)}") for name in names}
            outcomes = [(name, outcome) for name, outcome in own.items() if outcome]
            if len(outcomes) < len(own):
                continue
            means = [
                np.mean([outcome.error_reduction for name, outcome in outcomes if name.endswith(f" {size}")])
                for size in SIZES
                if any(name.endswith(f" {size}") for name in names)
            ]
            active = np.mean([outcome.active for _, outcome in outcomes])
            is_default = options_with(option, value) == DEFAULTS
            shown = f"{value} × same" if option in REWARDS else str(value)
            cells = [f"{mean:.2f}" for mean in (*means, np.mean(means))]
            own_rows.append([f"`{option}` {shown}", "default" if is_default else "", *cells, f"{100 * active:.0f}"])
        rows += own_rows if len(own_rows) > 1 else []  # the default alone says nothing about an option
    sizes = [f"{size} sentences" for size in SIZES if any(name.endswith(f" {size}") for name in names)]
    note = (
        "Error reduction (%) on held-out sentences of training files, mean of languages, by number of training "
        f"sentences; one option is changed, the others are at their defaults. Settings: {', '.join(names)}. Means of "
        "several languages differ by some 0.2 by chance."
    )
    table = markdown_table(["option", "", *sizes, "mean", "active constraints, %"], rows)
    return ["# Tuning of consistent parsing", made, note, table]


def main() -> None:
    parser = arguments_of(__doc__, "treebanks")
    parser.add_argument("--option", nargs="+", choices=GRID, default=list(GRID), help="options to vary (default: all)")
    parser.add_argument("--languages", nargs="+", metavar="NAME", default=LANGUAGES)
    parser.add_argument("--jobs", type=int, default=1, help="threads")
    arguments = parser.parse_args()
    grid = {name: GRID[name] for name in arguments.option}
    chosen = settings(arguments.treebanks, arguments.languages)
    folder = folder_for(arguments.treebanks)
    kept = folder / "consistency_tuning.json"
    results = {key: Outcome(*own) for key, own in json.loads(kept.read_text()).items()} if kept.exists() else {}
    parsers = {}
    for option, values in grid.items():
        for value in values:
            options = options_with(option, value)
            for name, (train, held_out) in chosen.items():
                if (key := f"{name} {options}") not in results:
                    if name not in parsers:
                        parsers[name] = Parser.train(train, system="mst", projective="yes", jobs=arguments.jobs)
                    results[key] = measure(parsers[name], train, held_out, options, arguments.jobs)
                    kept.write_text(json.dumps(results, sort_keys=True) + "\n")
            made = provenance()
            write(arguments.output / "consistency-tuning.md", page(results, list(chosen), GRID, made))


if __name__ == "__main__":
    main()
