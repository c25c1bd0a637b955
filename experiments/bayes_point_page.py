"""The page and the plot of `bayes_point.py`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sentence_counts import METRICS, Interval, differences, intervals
from tables import markdown_table

Numbers = dict[str, Any]

PUNCTUATION = ("with", "without")
PAPER_TABLE1 = {
    "arabic": "116,695 / 2,100 / 446 / 449",
    "chinese": "527,242 / 14,735 / 1,961 / 2,080",
    "czech": "1,595,247 / 73,088 / 7,319 / 7,507",
    "english": "1,083,159 / 39,832 / 1,346 / 2,416",
}
COMPARED = {"english": "without", "czech": "with"}  # in Table 3, as in the paper


def page(results: Mapping[str, Numbers], languages: Sequence[str], others: Sequence[str], made: str) -> list[str]:
    """All tables for which there are numbers."""
    parts = [
        _table1(results, languages),
        _table2(results, languages),
        _predicted_tags(results, languages),
        _table3(results),
        _table4(results, [*languages, *others]),
        _figure2(results, languages),
    ]
    introduction = (
        "*published*: the averaged perceptron of the paper, ten epochs, five shuffles, with arcwalk's features; "
        "*arcwalk*: the defaults of `--system bayes-point`. Training file only. Czech is decoded with "
        "Chu-Liu-Edmonds, the others with Eisner, as in the paper. DA: dependency accuracy; RA: root accuracy (F1); "
        "CM: complete match. ± is half of a 95% confidence interval, from resampled sentences."
    )
    title = "# Bayes point machines: the paper's tables on Universal Dependencies"
    return [title, made, introduction, *(paragraph for part in parts for paragraph in part)]


def _table1(results: Mapping[str, Numbers], languages: Sequence[str]) -> list[str]:
    rows = []
    for language in languages:
        if own := results.get(f"data {language}"):
            cells = [f"{own[name]:,}" for name in ("tokens", "train", "dev", "test")]
            rows.append([language, *cells, PAPER_TABLE1.get(language, "")])
    header = ["language", "words", "training sentences", "development", "test", "in the paper"]
    note = "Where there is no development file, it is the last fifth of the training file, here counted in both."
    return ["## Table 1: the data", note, markdown_table(header, rows)] if rows else []


def _table2(results: Mapping[str, Numbers], languages: Sequence[str]) -> list[str]:
    rows = []
    for language in languages:
        for setting in ("published", "arcwalk"):
            if own := results.get(f"test {language} {setting}"):
                rows.append([language, setting, *_both(own["point"])])
    table = markdown_table(["language", "setting", *_BOTH], rows)
    return ["## Table 2: accuracy on the test files", "Gold tags in training and test.", table] if rows else []


_BOTH = [f"{name} {kind} punctuation" for kind in PUNCTUATION for name in METRICS]


def _both(counts: Mapping[str, list[list[int]]]) -> list[str]:
    """Six cells."""
    return [
        f"{value.value:.2f} ± {(value.high - value.low) / 2:.2f}"
        for kind in PUNCTUATION
        for value in intervals(counts[kind]).values()
    ]


def _predicted_tags(results: Mapping[str, Numbers], languages: Sequence[str]) -> list[str]:
    rows = []
    for language in languages:
        own, gold = results.get(f"tagged {language}"), results.get(f"test {language} published")
        if own:
            loss = differences(own["point"]["without"], gold["point"]["without"])["DA"] if gold else None
            trained = "gold" if own["gold"] else "predicted"
            cells = [f"{own['tags']:.2f}", *_both(own["point"]), _difference(loss) if loss else ""]
            rows.append([language, trained, *cells])
    if not rows:
        return []
    return [
        "## Table 2 with predicted tags, as in the paper",
        "Setting *published*. Test files have the tags, features and lemmas of a tagger that has learned from the "
        "training file (`network=no`). The parsers of Arabic and Czech are trained on such tags, too, predicted out "
        "of fold; those of Chinese and English on gold tags. The last column is the difference to gold tags.",
        markdown_table(["language", "trained on tags", "UPOS accuracy", *_BOTH, "DA, difference"], rows),
    ]


def _table3(results: Mapping[str, Numbers]) -> list[str]:
    values, tests = [], []
    for language, kind in COMPARED.items():
        keys = {
            "averaged perceptron": (f"test {language} published", "single"),
            "MIRA": (f"test {language} mira", "point"),
            "Bayes point, published": (f"test {language} published", "point"),
            "Bayes point, arcwalk": (f"test {language} arcwalk", "point"),
        }
        counts = {name: results[key][model][kind] for name, (key, model) in keys.items() if key in results}
        where = f"{language} ({kind} punctuation)"
        for name, own in counts.items():
            cells = [f"{value.value:.2f}" for value in intervals(own).values()]
            values.append([where, name, *cells])
        for name, other in _PAIRS:
            if name in counts and other in counts:
                found = differences(counts[name], counts[other]).values()
                tests.append([where, f"{name} less {other}", *map(_difference, found)])
    if not values:
        return []
    return [
        "## Table 3: learners compared on the test files",
        markdown_table(["language", "learner", *METRICS], values),
        "Differences with 95% confidence intervals, bold where zero lies outside. Paper, English: MIRA and Bayes "
        "point better than the averaged perceptron; MIRA better than Bayes point in DA and RA, worse in CM. Czech: "
        "Bayes point better than MIRA in DA and RA, worse in CM.",
        markdown_table(["language", "", *METRICS], tests),
    ]


_PAIRS = [
    ("MIRA", "averaged perceptron"),
    ("Bayes point, published", "averaged perceptron"),
    ("Bayes point, published", "MIRA"),
    ("Bayes point, arcwalk", "MIRA"),
]


def _difference(found: Interval) -> str:
    text = f"{found.value:+.2f} ({found.low:+.2f} to {found.high:+.2f})"
    return f"**{text}**" if found.is_significant else text


def _table4(results: Mapping[str, Numbers], languages: Sequence[str]) -> list[str]:
    names = {"point": "Bayes point", "best": "best perceptron", "worst": "worst perceptron"}
    done = [name for name in languages if all(f"members {name} {kind}" in results for kind in ("published", "arcwalk"))]
    rows = []
    for setting in ("published", "arcwalk"):
        for key, name in names.items():
            values = [results[f"members {language} {setting}"][key] for language in done]
            if values:
                mean = f"**{sum(values) / len(values):.2f}**"
                rows.append([f"{name}, {setting}", *(f"{value:.2f}" for value in values), mean])
    title = "## Table 4: the Bayes point and its members on development sentences, without punctuation"
    return [title, markdown_table(["", *done, "mean"], rows)] if rows else []


def _figure2(results: Mapping[str, Numbers], languages: Sequence[str]) -> list[str]:
    sizes = sizes_of(results)
    rows = []
    for size in sizes:
        keys = [f"size {language} {size}" for language in languages]
        rows.append([str(size), *(f"{results[key]['mean']:.2f}" if key in results else "" for key in keys)])
    note = "Development sentences, without punctuation, mean of random samples at each size."
    title = "## Figure 2: dependency accuracy against training sentences"
    table = markdown_table(["sentences", *languages], rows)
    return [title, note, "![Figure 2](bayes_point.png)", table] if rows else []


def sizes_of(results: Mapping[str, Numbers]) -> list[int]:
    """The training sizes of Figure 2 that were measured."""
    return sorted({int(key.split()[2]) for key in results if key.startswith("size ")})


def plot(results: Mapping[str, Numbers], languages: Sequence[str], path: Path) -> None:
    """Figure 2 with the spread of the samples."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4.5))
    every = sizes_of(results)
    for language in languages:
        points = [(size, results[key]["all"]) for size in every if (key := f"size {language} {size}") in results]
        sizes = [size for size, _ in points]
        means = [sum(values) / len(values) for _, values in points]
        line = axes.plot(sizes, means, marker="o", markersize=4, label=language.capitalize())[0]
        low, high = ([extreme(values) for _, values in points] for extreme in (min, max))
        axes.fill_between(sizes, low, high, color=line.get_color(), alpha=0.15, lw=0)
    axes.set_xscale("log")
    axes.set_xticks(every, [f"{size:,}" for size in every])
    axes.minorticks_off()
    axes.set_xlabel("training sentences")
    axes.set_ylabel("dependency accuracy (%)")
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="lower right")
    figure.tight_layout()
    figure.savefig(path, dpi=150)
    pyplot.close(figure)
