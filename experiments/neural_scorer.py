"""What the neural network adds to the templates of `--system sampling`.

    python experiments/neural_scorer.py TREEBANKS [--part "held out"|test] [--jobs N] [-o FOLDER]

TREEBANKS contains <language>/{train,test}.conllu.gz. Gold tags, training file only, all options at their defaults;
scores without punctuation, labels without subtypes. Each parser is trained once and parses with and without its network
(`neural=no`). Writes `neural_scorer.md`, anew after each training run; parses are kept in `experiments/build`.
"""

from grids import Grid, against, complete_rows, make_and_write, parses_in
from kept_parses import HELD_OUT, TEST, KeptParse, folder_for
from languages import LARGE
from tables import arguments_of, markdown_table, provenance, write

KINDS = {"templates": {"neural": "no"}, "templates and network": {"neural": "yes"}}


def page_of(grid: Grid, part: str) -> list[str]:
    """The table so far, the mean of small treebanks, and the paired tests."""
    complete = complete_rows(grid)
    rows = [
        [name, *(cell for parse in parses.values() for cell in _cells([parse]))] for name, parses in complete.items()
    ]
    small = [parses for parses in complete.values() if _words(parses["templates"]) < LARGE]
    if small:
        means = [cell for kind in KINDS for cell in _cells([parses[kind] for parses in small])]
        rows.append([f"**mean of the {len(small)} small**", *(f"**{cell}**" for cell in means)])
    page = [
        "# The neural network of the sampling parser",
        provenance(),
        f"UAS and LAS without punctuation on {part} sentences; gold tags, "
        "training file only, all options at their defaults. Each parser was trained once and parsed with and without "
        "its network (`neural=no`). The mean excludes treebanks of more than 100,000 words.",
        markdown_table(["language", *(f"{kind} {metric}" for kind in KINDS for metric in ("UAS", "LAS"))], rows),
    ]
    return page + against(grid, "templates and network", "templates", f"{part} words")


def _cells(parses: list[KeptParse]) -> list[str]:
    scores = [parse.scores for parse in parses]
    return [f"{sum(values) / len(scores):.2f}" for values in ([s.uas for s in scores], [s.las for s in scores])]


def _words(parse: KeptParse) -> int:
    return sum(map(len, parse.sentences()[0]))


def main() -> None:
    parser = arguments_of(__doc__, "treebanks")
    parser.add_argument("--part", choices=(HELD_OUT, TEST), default=HELD_OUT)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    arguments = parser.parse_args()
    kept = folder_for(arguments.treebanks)
    grid: Grid = {}
    for path in sorted(file.parent for file in arguments.treebanks.glob("*/train.conllu.gz")):
        grid[path.name] = {
            kind: KeptParse(
                kept / f"neural-{path.name}-{arguments.part}-{kind}.conllu.gz".replace(" ", "-"),
                path,
                "sampling",
                part=arguments.part,
                parsing=parsing,
            )
            for kind, parsing in KINDS.items()
        }
    make_and_write(
        parses_in(grid),
        arguments.jobs,
        lambda: write(arguments.output / "neural_scorer.md", page_of(grid, arguments.part)),
    )


if __name__ == "__main__":
    main()
