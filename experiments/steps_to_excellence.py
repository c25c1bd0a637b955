"""Tables 2 and 3, Figures 7 and 8 of "Steps to Excellence: Simple Inference with Refined Scoring of Dependency Trees".

    python experiments/steps_to_excellence.py TREEBANKS [--part table2|table3|table3-one-column|figure7|figure8|all]
                                              [--reading published|arcwalk|both] [--languages NAME...] [-o FOLDER]

TREEBANKS contains <language>/{train,test}.conllu.gz, for Table 3 also dev.conllu.gz where there is one. Gold tags, no
data but the training file; scores without punctuation, labels without subtypes. Two readings: `published` has the
options of the paper (`--set as=published`), `arcwalk` the defaults, unless a page says otherwise. Each part writes
`steps_to_excellence-PART.md`, or `steps_to_excellence-PART-published.md`, some also a plot. Pages are rewritten after
each training run. Parses are kept in `experiments/build`, so that an interrupted run continues where it stopped unless
code or treebanks have changed; --kept names a folder to continue with regardless.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from constraints import figure8
from corrected_tags import table3, table3_one_column
from grids import Grid, against, make_and_write, parses_in
from kept_parses import KeptParse, folder_for, load
from languages import LARGE
from readings import PUBLISHED, READINGS, Part
from search_curves import figure7
from tables import arguments_of, markdown_table, write

Systems = Mapping[str, tuple[str, Mapping[str, Any]]]

SYSTEMS: Mapping[str, Systems] = {
    "published": {
        "mst": ("mst", {}),
        "rerank": ("rerank", {}),
        "rerank 500": ("rerank", {"k": 500}),
        "turbo features": ("sampling", {"features": "turbo"}),
        "full features": ("sampling", {}),
    },
    "arcwalk": {
        "bayes-point": ("bayes-point", {}),
        "mst": ("mst", {}),
        "rerank": ("rerank", {}),
        "turbo features": ("sampling", {"features": "turbo", "neural": "no"}),
        "full features": ("sampling", {"neural": "no"}),
        "network": ("sampling", {}),
    },
}
RERANK_500_LANGUAGES = ("arabic", "danish", "slovene", "spanish", "turkish")
TABLE3_LANGUAGES = ("arabic", "bulgarian", "chinese", "danish", "german", "japanese")
FIGURE7_LANGUAGES = ("arabic", "chinese")
FIGURE8_LANGUAGES = ("chinese", "danish", "german", "slovene")


def table2(languages: list[Path], part: Part) -> None:
    """The accuracy of systems and feature sets on the test files."""
    systems = SYSTEMS[part.reading.name]
    grid: Grid = {
        language.name: {
            name: KeptParse(part.kept_file(language.name, name), language, system, part.reading.of(**options))
            for name, (system, options) in systems.items()
            if name != "rerank 500" or language.name in RERANK_500_LANGUAGES
        }
        for language in languages
    }

    def write_page() -> None:
        begun = {name: parses for name, parses in grid.items() if any(parse.exists for parse in parses.values())}
        rows = [[name, *cells(parses.get(system) for system in systems)] for name, parses in begun.items()]
        small = [parses for parses in begun.values() if words_in_training(next(iter(parses.values()))) < LARGE]
        if small:
            means = [mean_cells([parses.get(system) for parses in small]) for system in systems]
            rows.append([f"**mean of the {len(small)} small**", *(cell for pair in means for cell in pair)])
        page = [
            f"# Table 2: accuracy on the test files, {part.reading.title}",
            part.origin,
            "UAS and LAS without punctuation; gold tags, training file only. *mst*: second order; *rerank*: its 50 "
            "best trees with the full features. The mean excludes treebanks of more than 100,000 words. "
            + (
                "Every system has its options `as=published`; *rerank 500*: 500 trees, five languages as in the paper."
                if part.reading is PUBLISHED
                else "All options at their defaults, but for `neural=no` with *turbo* and *full features*; *network*: "
                "full features and the network, the default."
            ),
            markdown_table(["language", *(f"{name} {metric}" for name in systems for metric in ("UAS", "LAS"))], rows),
        ]
        pairs = [("full features", "turbo features"), ("full features", "rerank"), ("rerank", "mst")]
        pairs += [("rerank 500", "rerank")] if part.reading is PUBLISHED else [("network", "full features")]
        write(part.page, [*page, *(section for pair in pairs for section in against(grid, *pair))])

    make_and_write(parses_in(grid), part.jobs, write_page)


def words_in_training(parse: KeptParse) -> int:
    return sum(map(len, load(parse.language / "train.conllu.gz")))


def cells(parses: Iterable[KeptParse | None]) -> list[str]:
    """UAS and LAS of each parse; empty for parses that do not exist yet."""
    pairs = ([f"{p.scores.uas:.2f}", f"{p.scores.las:.2f}"] if p and p.exists else ["", ""] for p in parses)
    return [cell for pair in pairs for cell in pair]


def mean_cells(parses: list[KeptParse | None]) -> list[str]:
    """The mean UAS and LAS, once all are made."""
    made = [parse for parse in parses if parse and parse.exists]
    if len(made) < len(parses):
        return ["", ""]
    return [f"**{sum(getattr(parse.scores, metric) for parse in made) / len(made):.2f}**" for metric in ("uas", "las")]


PARTS: Mapping[str, Callable[[list[Path], Part], None]] = {
    "table2": table2,
    "table3": table3,
    "table3-one-column": table3_one_column,
    "figure8": figure8,
    "figure7": figure7,
}


def main() -> None:
    parser = arguments_of(__doc__, "treebanks")
    parser.add_argument("--part", choices=[*PARTS, "all"], default="all")
    parser.add_argument("--reading", choices=[*READINGS, "both"], default="both")
    parser.add_argument("--languages", nargs="+", metavar="NAME", help="default: all, or those of the part")
    parser.add_argument("--jobs", type=int, default=2, help="parallel training runs")
    parser.add_argument("--kept", type=Path, help="folder with parses of earlier runs")
    arguments = parser.parse_args()
    if arguments.part == "table3-one-column" and arguments.reading == PUBLISHED.name:
        parser.error("table3-one-column has arcwalk's options; as published, table3 has one column, too")
    present = {path.parent.name: path.parent for path in sorted(arguments.treebanks.glob("*/train.conllu.gz"))}
    defaults = {
        "table2": tuple(present),
        "table3": TABLE3_LANGUAGES,
        "table3-one-column": TABLE3_LANGUAGES,
        "figure7": FIGURE7_LANGUAGES,
        "figure8": FIGURE8_LANGUAGES,
    }
    kept = arguments.kept or folder_for(arguments.treebanks)
    kept.mkdir(parents=True, exist_ok=True)
    for name, make in PARTS.items():
        for reading in READINGS.values():
            if arguments.part in (name, "all") and arguments.reading in (reading.name, "both"):
                chosen = arguments.languages or defaults[name]
                if missing := [language for language in chosen if language not in present]:
                    parser.error(f"{arguments.treebanks} has no {', '.join(missing)}")
                part = Part("steps_to_excellence", name, reading, arguments.output, kept, arguments.jobs)
                make([present[language] for language in chosen], part)


if __name__ == "__main__":
    main()
