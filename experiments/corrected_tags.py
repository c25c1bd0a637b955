"""Table 3: parsing with gold, predicted and corrected tags. See `steps_to_excellence.py`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from arcwalk.evaluation.significance import SignTest, sign_test
from arcwalk.evaluation.tagging import score_tags
from arcwalk.systems.tag_source_options import GOLD, JOINT, PREDICTED, TAGS
from grids import Grid, against, complete_rows, make_and_write, parses_in
from kept_parses import DEV, HELD_OUT, TEST, KeptParse, parsed
from readings import ARCWALK, Part
from tables import markdown_table, write

NAMES = {"dev": "dev files and held-out sentences", "test": "test files"}
METRICS = ("UPOS", "UAS", "LAS")
SETTINGS: Mapping[str, tuple[tuple[str, ...], Mapping[str, Any], str]] = {  # columns hidden, options of tags, in words
    "published": (
        ("lemmas", "xpos", "feats"),
        {"tag_network": "no"},
        "The parser has its options `as=published`, the tagger `tag_network=no`. As in the paper, there is one column "
        "of coarse tags: XPOS, FEATS and lemmas are hidden.",
    ),
    "arcwalk": (("lemmas",), {}, "All options at their defaults. Lemmas are hidden."),
    "one column": (
        ("lemmas", "xpos", "feats"),
        {},
        "All options at their defaults. As in the paper, there is one column of coarse tags: XPOS, FEATS and lemmas "
        "are hidden.",
    ),
}
TITLES = {"one column": "one column, with arcwalk's options"}
GAP = ("lost", "won back", "share")


def table3(languages: list[Path], part: Part) -> None:
    """How good tags and trees are with gold tags, with those of a tagger, and when the tree may correct them."""
    _table3(languages, part, part.reading.name)


def table3_one_column(languages: list[Path], part: Part) -> None:
    """The same with arcwalk's options and the columns of the paper."""
    if part.reading is ARCWALK:
        _table3(languages, part, "one column")


def _table3(languages: list[Path], part: Part, setting: str) -> None:
    grids = {
        name: {language.name: parses_of(language, part_of(language, name), part, setting) for language in languages}
        for name in NAMES
    }

    def write_page() -> None:
        begun = {name: grid for name, grid in grids.items() if any(parse.exists for parse in parses_in(grid))}
        complete = {name: complete_rows(grid) for name, grid in begun.items()}
        page = [
            f"# Table 3: parsing with gold, predicted and corrected tags, {TITLES.get(setting, part.reading.title)}",
            part.origin,
            f"UPOS of all words; UAS and LAS without punctuation; training file only. {SETTINGS[setting][2]} "
            "*gold*: `--tags gold`; *predicted*: a tagger's own, `--tags predicted`; *joint*: corrected while the tree "
            "is found, `--tags joint`. *dev* is the dev file where there is one, on which nothing is chosen, else the "
            "last fifth of the training file, which is then not trained on.",
            markdown_table(
                ["language", "tags", *(f"{name} {metric}" for name in begun for metric in METRICS)], rows(begun)
            ),
            "## The share of what predicted tags cost in UAS that joint wins back",
            "Gold less predicted, joint less predicted, and their ratio. The paper, on Arabic: 1.51, 1.43, 95% (test).",
            markdown_table(["language", *(f"{name} {what}" for name in begun for what in GAP)], gap_rows(complete)),
            "## Words whose UPOS only one of them has right",
            markdown_table(["", "joint : predicted", "p, sign test"], [tag_row(*each) for each in complete.items()]),
        ]
        for name, grid in begun.items():
            page += against(grid, JOINT, PREDICTED, f"words of the {NAMES[name]}")
        write(part.page, page)

    make_and_write([parse for grid in grids.values() for parse in parses_in(grid)], part.jobs, write_page)


def part_of(language: Path, name: str) -> str:
    """What to parse of a language that may have no dev file."""
    if name == "test":
        return TEST
    return DEV if (language / "dev.conllu.gz").exists() else HELD_OUT


def parses_of(language: Path, of: str, part: Part, setting: str) -> dict[str, KeptParse]:
    """The parses of a part of a language with each kind of tags."""
    hidden, tagging, _ = SETTINGS[setting]
    return {
        tags: KeptParse(
            part.kept_file(language.name, of, tags),
            language,
            "sampling",
            part.reading.of(tags=tags, **({} if tags == GOLD else tagging)),
            of,
            hidden=hidden,
        )
        for tags in TAGS
    }


def scores_of(parse: KeptParse) -> tuple[float, float, float]:
    """Accuracy of UPOS, UAS and LAS."""
    [upos] = [row for row in score_tags(parse.sentences()[1], parsed(parse.path)) if row.column == "upos"]
    return upos.accuracy, parse.scores.uas, parse.scores.las


def rows(grids: Mapping[str, Grid]) -> list[list[str]]:
    """Results so far of every language that has any, then the means over complete languages."""
    found = []
    for language in dict.fromkeys(language for grid in grids.values() for language in grid):
        for tags in TAGS:
            parses = [grid[language][tags] for grid in grids.values()]
            if any(parse.exists for parse in parses):
                values = [scores_of(parse) if parse.exists else None for parse in parses]
                found.append([language, tags, *(cell for own in values for cell in cells(own, tags))])
    complete = [complete_rows(grid) for grid in grids.values()]
    for tags in TAGS:
        means = [mean([scores_of(parses[tags]) for parses in grid.values()]) for grid in complete]
        if any(means):
            found.append(["**mean**", tags, *(cell for own in means for cell in cells(own, tags))])
    return found


def cells(scores: Sequence[float] | None, tags: str) -> list[str]:
    """Scores as text; gold tags get no accuracy."""
    if not scores:
        return [""] * len(METRICS)
    upos, *trees = (f"{score:.2f}" for score in scores)
    return ["" if tags == GOLD else upos, *trees]


def mean(values: Sequence[Sequence[float]]) -> list[float]:
    """The mean of each column; empty without values."""
    return [sum(column) / len(values) for column in zip(*values, strict=True)]


def gap_rows(complete: Mapping[str, Grid]) -> list[list[str]]:
    """For each language and for the means: what is lost, what is won back, and the share."""
    gaps = {name: {language: gap_of(parses) for language, parses in grid.items()} for name, grid in complete.items()}
    found = []
    for language in dict.fromkeys(language for grid in gaps.values() for language in grid):
        found.append([language, *(cell for own in gaps.values() for cell in gap_cells(own.get(language)))])
    means = [mean(list(own.values())) for own in gaps.values()]
    return [*found, ["**mean**", *(cell for own in means for cell in gap_cells(own))]]


def gap_of(parses: Mapping[str, KeptParse]) -> tuple[float, float]:
    """The points of UAS that predicted tags lose, and those that joint wins back."""
    gold, predicted, joint = (parses[tags].scores.uas for tags in (GOLD, PREDICTED, JOINT))
    return gold - predicted, joint - predicted


def gap_cells(gap: Sequence[float] | None) -> list[str]:
    """The gap as text; no share where nothing is lost."""
    if not gap:
        return [""] * 3
    lost, won = gap
    return [f"{lost:.2f}", f"{won:+.2f}", f"{100 * won / lost:.0f}%" if lost > 0 else ""]


def tag_row(name: str, complete: Grid) -> list[str]:
    """The sign test of the tags of joint against those of predicted, all languages together."""
    test = tag_test([(parses[JOINT], parses[PREDICTED]) for parses in complete.values()])
    return [NAMES[name], f"{test.wins:,} : {test.losses:,}", f"{test.p_value:.2g}"]


def tag_test(pairs: Sequence[tuple[KeptParse, KeptParse]]) -> SignTest:
    """Words that only the first, and that only the second of two parses has right."""
    wins = losses = 0
    for joint, predicted in pairs:
        for gold, one, other in zip(joint.sentences()[1], parsed(joint.path), parsed(predicted.path), strict=True):
            for right, tag, other_tag in zip(gold.upos, one.upos, other.upos, strict=True):
                wins += tag == right != other_tag
                losses += other_tag == right != tag
    return sign_test(wins, losses)
