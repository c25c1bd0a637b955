"""Figure 8: the constraints of SampleRank. See `steps_to_excellence.py`."""

from collections.abc import Mapping
from pathlib import Path

from grids import Grid, against, complete_rows, make_and_write, parses_in
from kept_parses import HELD_OUT, KeptParse
from readings import PUBLISHED, Part
from tables import markdown_table, write

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


def figure8(languages: list[Path], part: Part) -> None:
    """SampleRank with constraints between neighbors, against the gold tree, and both."""
    options = part.reading.of() if part.reading is PUBLISHED else ONE_RUN
    grid: Grid = {
        language.name: {
            name: KeptParse(
                part.kept_file(language.name, name),
                language,
                "sampling",
                {**options, "constraints": name},
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
            f"# Figure 8: constraints in learning, {part.reading.title}",
            part.origin,
            "UAS without punctuation on the last fifth of the training file, which is held out. SampleRank on one "
            f"shuffle: `{' '.join(f'--set {key}={value}' for key, value in options.items())}`. "
            "*neighbor*: a sample against the one before it; *gold*: a sample against the gold tree.",
            f"![Figure 8]({part.picture.name})",
            markdown_table(["language", *CONSTRAINTS], rows),
        ]
        page += against(complete, "both", "neighbor") + against(complete, "both", "gold")
        write(part.page, page)
        draw_bars(values, part.picture)

    make_and_write(parses_in(grid), part.jobs, write_page)


def draw_bars(values: Mapping[str, list[float]], path: Path) -> None:
    """For each language, a bar for each kind of constraint."""
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
