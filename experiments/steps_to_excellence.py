"""Tables 2 and 3, Figures 7 and 8 of "Steps to Excellence: Simple Inference with Refined Scoring of Dependency Trees".

    python experiments/steps_to_excellence.py TREEBANKS [--part table2|table3|figure7|figure8|all] [-o FOLDER]

TREEBANKS contains <language>/{train,test}.conllu.gz, for Table 3 also dev.conllu.gz where there is one. Gold tags, no
data but the training file, all options at their defaults unless a page says otherwise; scores without punctuation,
labels without subtypes. Each part writes `steps_to_excellence-PART.md`, some also a plot. Pages are rewritten after
each training run. Parses are kept in `experiments/build`, so that an interrupted run continues where it stopped unless
code or treebanks have changed; --kept names a folder to continue with regardless.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from corrected_tags import table3
from grids import Grid, against, complete_rows, make_and_write, parses_in
from kept_parses import HELD_OUT, KeptParse, folder_for, load
from languages import LARGE
from search_curves import Curves, draw, lead_of_walk, measure
from tables import arguments_of, markdown_table, write

SYSTEMS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "bayes-point": ("bayes-point", {}),
    "mst": ("mst", {}),
    "rerank": ("rerank", {}),
    "turbo features": ("sampling", {"features": "turbo", "neural": "no"}),
    "full features": ("sampling", {"features": "full", "neural": "no"}),
}
CONSTRAINTS = ("neighbor", "gold", "both")
ONE_RUN = {
    "neural": "no",
    "learner": "samplerank",
    "shuffles": 1,
    "epochs": 4,
    "aggressiveness": 0.0005,
    "pruner_shuffles": 1,
    "folds": 4,
}
TABLE3_LANGUAGES = ("arabic", "bulgarian", "chinese", "danish", "german", "japanese")
FIGURE7_LANGUAGES = ("arabic", "chinese")
FIGURE8_LANGUAGES = ("chinese", "danish", "german", "slovene")


def table2(languages: list[Path], results: Path, kept: Path, jobs: int) -> None:
    """The accuracy of systems and feature sets on the test files."""
    grid: Grid = {
        language.name: {
            name: KeptParse(kept / f"table2-{language.name}-{name.replace(' ', '-')}.conllu.gz", language, *system)
            for name, system in SYSTEMS.items()
        }
        for language in languages
    }

    def write_page() -> None:
        begun = {name: parses for name, parses in grid.items() if any(parse.exists for parse in parses.values())}
        rows = [[name, *cells(parses.values())] for name, parses in begun.items()]
        small = [parses for parses in begun.values() if words_in_training(next(iter(parses.values()))) < LARGE]
        if small:
            means = [mean_cells([parses[system] for parses in small]) for system in SYSTEMS]
            rows.append([f"**mean of the {len(small)} small**", *(cell for pair in means for cell in pair)])
        page = [
            "# Table 2: accuracy on the test files",
            "Written by `experiments/steps_to_excellence.py`. UAS and LAS without punctuation; gold tags, training "
            "file only, `neural=no`, all other options at their defaults. *mst*: second order; *rerank*: its 50 best "
            "trees with the full features. The mean excludes treebanks of more than 100,000 words.",
            markdown_table(["language", *(f"{name} {metric}" for name in SYSTEMS for metric in ("UAS", "LAS"))], rows),
        ]
        page += against(grid, "full features", "turbo features")
        page += against(grid, "full features", "rerank")
        page += against(grid, "rerank", "mst")
        page += against(grid, "full features", "bayes-point")
        write(results / "steps_to_excellence-table2.md", page)

    make_and_write(parses_in(grid), jobs, write_page)


def figure8(languages: list[Path], results: Path, kept: Path, jobs: int) -> None:
    """SampleRank with constraints between neighbors, against the gold tree, and both."""
    grid: Grid = {
        language.name: {
            name: KeptParse(
                kept / f"figure8-{language.name}-{name}.conllu.gz",
                language,
                "sampling",
                {"constraints": name, **ONE_RUN},
                part=HELD_OUT,
            )
            for name in CONSTRAINTS
        }
        for language in languages
    }

    def write_page() -> None:
        complete = complete_rows(grid)
        if not complete:
            return
        values = {name: [parse.scores.uas for parse in parses.values()] for name, parses in complete.items()}
        rows = [[name, *(f"{value:.2f}" for value in uas)] for name, uas in values.items()]
        means = [sum(column) / len(column) for column in zip(*values.values(), strict=True)]
        rows.append(["**mean**", *(f"**{mean:.2f}**" for mean in means)])
        page = [
            "# Figure 8: constraints in learning",
            "Written by `experiments/steps_to_excellence.py`. UAS without punctuation on the last fifth of the "
            "training file, which is held out. One run of SampleRank on one shuffle with adaptive steps, not averaged: "
            f"`{' '.join(f'--set {key}={value}' for key, value in ONE_RUN.items())}`. "
            "*neighbor*: a sample against the one before it; *gold*: a sample against the gold tree.",
            "![Figure 8](steps_to_excellence-figure8.png)",
            markdown_table(["language", *CONSTRAINTS], rows),
        ]
        page += against(complete, "both", "neighbor") + against(complete, "both", "gold")
        write(results / "steps_to_excellence-figure8.md", page)
        draw_bars(values, results / "steps_to_excellence-figure8.png")

    make_and_write(parses_in(grid), jobs, write_page)


def figure7(languages: list[Path], results: Path, kept: Path, jobs: int) -> None:
    """The score of the trees found against speed, one language at a time, on one core."""
    curves: dict[str, Curves] = {}
    for language in languages:
        curves[language.name] = measure(language, kept / f"figure7-{language.name}.json", jobs)
        page = [
            "# Figure 7: the score of the trees found, against speed",
            "Written by `experiments/steps_to_excellence.py`. Sentences of the last fifth of the training file, which "
            "is held out; one core, CPU time including pruning. *walk* and *gibbs* cool down "
            "from temperature 1 with the budget as steps per word (a step of the walk changes several heads); "
            "*climb* climbs as many times, first from the pruner's tree, then from first-order samples. The score is "
            "the mean over sentences.",
            "![Figure 7](steps_to_excellence-figure7.png)",
        ]
        for name, points in curves.items():
            rows = [
                [p.method, f"{p.budget}", f"{p.words_per_second:,.0f}", f"{p.score:.3f}", f"{p.uas:.2f}"]
                for p in points
            ]
            header = ["search", "budget", "words/s", "score", "UAS"]
            page += [f"## {name.capitalize()}", markdown_table(header, rows), lead_of_walk(points)]
        write(results / "steps_to_excellence-figure7.md", page)
        draw(curves, results / "steps_to_excellence-figure7.png")


def words_in_training(parse: KeptParse) -> int:
    return sum(map(len, load(parse.language / "train.conllu.gz")))


def cells(parses: Iterable[KeptParse]) -> list[str]:
    """UAS and LAS of each parse; empty for parses that do not exist yet."""
    pairs = ([f"{p.scores.uas:.2f}", f"{p.scores.las:.2f}"] if p.exists else ["", ""] for p in parses)
    return [cell for pair in pairs for cell in pair]


def mean_cells(parses: list[KeptParse]) -> list[str]:
    """The mean UAS and LAS, once all are made."""
    if not all(parse.exists for parse in parses):
        return ["", ""]
    return [
        f"**{sum(getattr(parse.scores, metric) for parse in parses) / len(parses):.2f}**" for metric in ("uas", "las")
    ]


def draw_bars(values: Mapping[str, list[float]], path: Path) -> None:
    """Figure 8: for each language, a bar for each kind of constraint."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    width = 0.26
    for place, name in enumerate(CONSTRAINTS):
        heights = [uas[place] for uas in values.values()]
        bars = axes.bar([row + (place - 1) * width for row in range(len(values))], heights, width, label=name)
        axes.bar_label(bars, fmt="%.1f", fontsize=8, padding=2)
    everything = [value for uas in values.values() for value in uas]
    axes.set_ylim(min(everything) - 2, max(everything) + 1.5)
    axes.set_xticks(range(len(values)), [name.capitalize() for name in values])
    axes.set_ylabel("UAS (%)")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, ncols=3, loc="upper center", bbox_to_anchor=(0.5, 1.12))
    figure.tight_layout()
    figure.savefig(path, dpi=150)
    pyplot.close(figure)


PARTS = {"table2": table2, "table3": table3, "figure8": figure8, "figure7": figure7}


def main() -> None:
    parser = arguments_of(__doc__, "treebanks")
    parser.add_argument("--part", choices=[*PARTS, "all"], default="all")
    parser.add_argument("--languages", nargs="+", metavar="NAME", help="default: all, or those of the part")
    parser.add_argument("--jobs", type=int, default=2, help="parallel training runs")
    parser.add_argument("--kept", type=Path, help="folder with parses of earlier runs")
    arguments = parser.parse_args()
    present = {path.parent.name: path.parent for path in sorted(arguments.treebanks.glob("*/train.conllu.gz"))}
    defaults = {
        "table2": tuple(present),
        "table3": TABLE3_LANGUAGES,
        "figure7": FIGURE7_LANGUAGES,
        "figure8": FIGURE8_LANGUAGES,
    }
    kept = arguments.kept or folder_for(arguments.treebanks)
    kept.mkdir(parents=True, exist_ok=True)
    for name, part in PARTS.items():
        if arguments.part in (name, "all"):
            chosen = arguments.languages or defaults[name]
            if missing := [language for language in chosen if language not in present]:
                parser.error(f"{arguments.treebanks} has no {', '.join(missing)}")
            part([present[language] for language in chosen], arguments.output, kept, arguments.jobs)


if __name__ == "__main__":
    main()
