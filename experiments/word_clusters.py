"""What word clusters or vectors add, with gold and with predicted tags.

    python experiments/word_clusters.py TREEBANKS WORDS [--part "held out"|dev|test] [--jobs N] [-o FOLDER]

TREEBANKS contains <language>/{train,test}.conllu.gz, WORDS files of clusters or vectors named <language>.*; languages
without one are left out. `--system sampling` with all options at their defaults; scores without punctuation, labels
without subtypes. By default, the last fifth of each training file is parsed, which is then not trained on. Writes
`word_clusters.md`, anew after each training run; parses are kept in `experiments/build`.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from arcwalk.evaluation.tagging import score_tags
from arcwalk.systems.tag_source_options import GOLD, PREDICTED
from grids import Grid, against, make_and_write, parses_in
from kept_parses import DEV, HELD_OUT, TEST, KeptParse, folder_for, parsed
from tables import arguments_of, markdown_table, provenance, write

KINDS = {f"{tags} tags{words}": (tags, bool(words)) for tags in (GOLD, PREDICTED) for words in ("", " and words")}


def parses_of(language: Path, words: Path, part: str, kept: Path) -> dict[str, KeptParse]:
    """The parses of a language: with and without words."""
    found = {}
    for name, (tags, has_words) in KINDS.items():
        digest = hashlib.sha256(words.read_bytes()).hexdigest()[:8]
        path = kept / f"words-{digest}-{language.name}-{part}-{name}.conllu.gz".replace(" ", "-")
        options = {"tags": tags, "words": str(words)} if has_words else {"tags": tags}
        found[name] = KeptParse(path, language, "sampling", options, part)
    return found


def cells(parse: KeptParse) -> list[str]:
    """The scores of a parse; gold tags get no accuracy."""
    if not parse.exists:
        return [""] * 3
    [upos] = [row for row in score_tags(parse.sentences()[1], parsed(parse.path)) if row.column == "upos"]
    accuracy = "" if parse.options["tags"] == GOLD else f"{upos.accuracy:.2f}"
    return [accuracy, f"{parse.scores.uas:.2f}", f"{parse.scores.las:.2f}"]


def page_of(grid: Grid, files: Mapping[str, Path], part: str) -> list[str]:
    """The table so far, and the paired tests."""
    rows = [[language, name, *cells(parse)] for language, parses in grid.items() for name, parse in parses.items()]
    page = [
        "# Word clusters and vectors",
        provenance(),
        f"{part.capitalize()} sentences, words of {', '.join(path.name for path in files.values())}.",
        markdown_table(["language", "", "UPOS", "UAS", "LAS"], rows),
    ]
    for tags in (GOLD, PREDICTED):
        page += against(grid, f"{tags} tags and words", f"{tags} tags", f"{part} words")
    return page


def main() -> None:
    parser = arguments_of(__doc__, "treebanks", "words")
    parser.add_argument("--part", choices=(HELD_OUT, DEV, TEST), default=HELD_OUT)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    arguments = parser.parse_args()
    files = {path.name.partition(".")[0]: path.resolve() for path in sorted(arguments.words.iterdir())}
    languages = [path for path in sorted(arguments.treebanks.iterdir()) if path.name in files]
    kept = folder_for(arguments.treebanks)
    grid = {path.name: parses_of(path, files[path.name], arguments.part, kept) for path in languages}
    make_and_write(
        parses_in(grid),
        arguments.jobs,
        lambda: write(arguments.output / "word_clusters.md", page_of(grid, files, arguments.part)),
    )


if __name__ == "__main__":
    main()
