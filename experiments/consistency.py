"""Tables 1 to 4 and Figure 3 of "Improved Parsing and POS Tagging Using Inter-Sentence Consistency Constraints".

    python experiments/consistency.py TREEBANKS [--part table1|table2|table3|table4|figure3|curve|all] [-o FOLDER]

TREEBANKS contains <language>/{train,test}.conllu.gz. Gold tags in parsing; the training set is the beginning of the
training file, and the test file is decoded as a whole; all options at their defaults, which were tuned on held-out
sentences of training files. Scores exclude punctuation; the sign test counts words. Each part writes
`consistency-PART.md`, some also a plot. Parses are kept in `experiments/build`, so that an interrupted run continues
where it stopped unless code or treebanks have changed; --kept names a folder to continue with regardless.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random

import numpy as np

from arcwalk.consistency.context_statistics import ContextStatistics
from arcwalk.consistency.contexts import ContextCoder, TagReader
from arcwalk.consistency.head_classes import TAG, HeadClasses
from consistent_parses import JOINT, SIZES, ConsistentParse, Setting, lightly_supervised
from consistent_tags import table4
from kept_parses import folder_for, load
from tables import arguments_of, markdown_table, provenance, write

ENGLISH = "english"
LANGUAGES = ("japanese", ENGLISH, "spanish", "bulgarian", "german")
THRESHOLDS = (0.7, 0.8, 0.9, 1.0)
FREQUENT = 10
GENRES = ("weblog", "newsgroup", "answers", "reviews", "email")
PARTS_OF_GENRES = (100, 1000)  # training sentences
CURVE = {
    **{system: (system, "independent") for system in ("vine", "bayes-point", "mst", "rerank", "sampling")},
    **{f"{system} + consistency": (system, "joint") for system in JOINT},
}


def table1(languages: Sequence[Path], results: Path, _: Path) -> None:
    """How many contexts predict the tag of the head, in training files."""
    rows = []
    for language in languages:
        train = load(language / "train.conllu.gz")
        classes, coder = HeadClasses.fit(train, "upos", TAG), ContextCoder(TagReader("upos"))
        statistics = ContextStatistics.of_treebank(train, coder, classes)
        frequent = np.flatnonzero(statistics.count >= FREQUENT)
        inside = np.array(
            [
                coder.decode(int(statistics.code[i])).has_beside(classes.tag(int(statistics.majority[i])))
                for i in frequent.tolist()
            ]
        )
        shares = statistics.majority_share[frequent]
        for kind, some in (("all contexts", np.ones_like(inside)), ("head in context", inside)):
            cells = [f"{100 * float(np.mean(shares[some] >= threshold)):.1f}" for threshold in THRESHOLDS]
            rows.append([language.name, kind, f"{np.count_nonzero(some):,}", *cells])
    header = ["training file", "", "contexts", *(f"≥ {threshold}" for threshold in THRESHOLDS)]
    note = (
        f"Share of contexts, of those that occur at least {FREQUENT} times, in which the most frequent head tag (UPOS) "
        "has at least this probability. Paper (WSJ section 22): 66.8, 57.9, 46.8, 33.3; head in context 76.0, 67.9, "
        "57.2, 42.3."
    )
    _write(results, "table1", "Table 1: context statistics", note, markdown_table(header, rows))


def table2(languages: Sequence[Path], results: Path, kept: Path) -> None:
    """From four genres of the English treebank to the fifth, and from each to the others."""
    english = next(language for language in languages if language.name == ENGLISH)
    train, test = (load(english / f"{part}.conllu.gz") for part in ("train", "test"))
    directions = {"the others → {}": False, "{} → the others": True}
    parses = {}
    for size in PARTS_OF_GENRES:
        for name, is_source in directions.items():
            for genre in GENRES:
                source = [sentence for sentence in train if sentence.id.startswith(genre) == is_source]
                target = [sentence for sentence in test if sentence.id.startswith(genre) != is_source]
                part = Random(0).sample(source, min(size, len(source)))
                kind = "from" if is_source else "to"
                setting = Setting(f"english-{kind}-{genre}-{size}", part, target)
                parses[name.format(genre), size] = ConsistentParse(setting, "mst", kept)
    for self_training in (False, True):  # last, since it takes longest
        for parse in parses.values():
            parse.make(self_training=self_training)
            _write_table2(parses, results)


def _write_table2(parses: Mapping[tuple[str, int], ConsistentParse], results: Path) -> None:
    """The page of what there is so far."""
    rows = [
        [name, f"{size:,}", f"{len(parse.setting.test):,}", *_cells(parse)]
        for (name, size), parse in parses.items()
        if parse.exists("joint")
    ]
    note = (
        "English by genre, system mst, trained on so many sentences drawn at random. Paper: WSJ → QTB 89.63, 89.99, "
        "90.43 (7.7%); QTB → WSJ 74.89, 74.97, 75.76 (3.5%)."
    )
    header = ["", "training sentences", "test sentences", *_HEADER]
    _write(results, "table2", "Table 2: domain adaptation", note, markdown_table(header, rows))


_HEADER = ["independent", "self-training", "joint", "error reduction", "words won : lost", "p, sign test"]


def _cells(parse: ConsistentParse) -> list[str]:
    gain = parse.gain("joint")
    trained = f"{parse.scores('self-trained').uas:.2f}" if parse.exists("self-trained") else ""
    return [
        f"{gain.other:.2f}",
        trained,
        f"{gain.system:.2f}",
        f"{gain.error_reduction:.2f}",
        f"{gain.words.wins:,} : {gain.words.losses:,}",
        f"{gain.words.p_value:.2g}",
    ]


def table3(languages: Sequence[Path], results: Path, kept: Path) -> None:
    """Parsing with little training data; the page is rewritten after each training run."""
    parses = [ConsistentParse(lightly_supervised(path, size), "mst", kept) for size in SIZES for path in languages]
    for self_training in (False, True):  # last, since it takes longest
        for parse in parses:
            parse.make(self_training=self_training, published=True)
            write_table3(parses, results)


def write_table3(parses: Sequence[ConsistentParse], results: Path) -> None:
    """The page of what there is so far."""
    done = [parse for parse in parses if parse.exists("joint")]
    rows = []
    for parse in done:
        published = parse.gain("published") if parse.exists("published") else None
        more = [f"{published.error_reduction:.2f}", f"{published.words.p_value:.2g}"] if published else ["", ""]
        rows.append([parse.setting.name, *_cells(parse), *more])
    means = []
    for size in SIZES:
        own = [parse for parse in done if parse.setting.name.endswith(f"-{size}")]
        if own:
            gains = [parse.gain("joint") for parse in own]
            significant = sum(gain.words.p_value <= 0.05 and gain.difference > 0 for gain in gains)
            names = ("joint", "self-trained", "published")
            means.append([str(size), *(_mean_gain(own, name) for name in names), f"{significant} of {len(own)}"])
    note = (
        "UAS of system mst (projective), trained on the first 50 to 500 sentences; the whole test file is decoded "
        "jointly. *Joint* has all options at their defaults: constraints on all predictive contexts of a word, and on "
        "long ones that recur in the test file, with the forms of the 30 and of the 300 most frequent words and a "
        "consensus on the tag and side of the head. *As published* has one context per word, of tags alone, with a "
        "consensus on the tag. Paper at 50 sentences: error reductions of 12.82 "
        "(Japanese), 6.64, 5.37, 3.56, 1.95 (German)."
    )
    pages = [
        markdown_table(["", *_HEADER, "as published: error reduction", "p"], rows),
        "Mean error reduction (%) by number of training sentences, and how many languages gain significantly:",
        markdown_table(["sentences", "joint", "self-training", "as published", "significant"], means),
        _exactness(done),
    ]
    _write(results, "table3", "Table 3: parsing with little training data", note, *pages)


def _mean_gain(parses: Sequence[ConsistentParse], name: str) -> str:
    """The mean error reduction, once all parses exist."""
    if not all(parse.exists(name) for parse in parses):
        return ""
    return f"{np.mean([parse.gain(name).error_reduction for parse in parses]):.2f}"


def _exactness(parses: Iterable[ConsistentParse]) -> str:
    """Section 9: cost, exactness and constraints, over all parses."""
    every = [parse.facts for parse in parses]
    ratios = [each["seconds"]["joint"] / each["seconds"]["independent"] for each in every]
    lifted, sentences = sum(each["lifted"] for each in every), sum(each["sentences"] for each in every)
    active = sum(each["active"] for each in every) / sum(each["constraints"] for each in every)
    sizes = np.median([size for each in every for size in each["sizes"]])
    return (
        f"Joint decoding takes {np.mean(ratios):.2f} times as long as independent decoding on average "
        f"(from {min(ratios):.2f} to {max(ratios):.2f}; paper: 1.71), including contexts and labels. Constraints were "
        f"lifted in {lifted:,} of {sentences:,} sentences ({100 * lifted / sentences:.2f}%; paper: 0.6%); the solution "
        f"for all others is exact. There are {np.mean([each['constraints'] for each in every]):,.0f} constraints "
        f"on average, {100 * active:.0f}% of them active (paper: 70%); the median one connects {sizes:.0f} words."
    )


def figure3(languages: Sequence[Path], results: Path, kept: Path) -> None:
    """The time of each iteration relative to independent decoding, and the most effective contexts."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 4))
    rows = []
    for language in languages:
        parse = ConsistentParse(lightly_supervised(language, 100), "mst", kept)
        parse.make()
        seconds = [each[2] for each in parse.facts["iterations"]][1:]
        axes.plot(
            np.arange(2, len(seconds) + 2),
            100 * np.array(seconds) / parse.facts["seconds"]["independent"],
            label=language.name,
        )
        rows += [
            [language.name, name, consensus, str(words), str(changed)]
            for name, consensus, words, changed in parse.facts["effective"]
        ]
    axes.set(xlabel="iteration", ylabel="% of independent parsing time", yscale="log")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    figure.tight_layout()
    table = markdown_table(["", "context (Table 5)", "consensus", "words", "changed"], rows)
    note = "Trained on 100 sentences.\n\n![time of iterations](consistency-figure3.png)"
    _write(results, "figure3", "Figure 3: time of each iteration; Table 5: the most effective contexts", note, table)
    figure.savefig(results / "consistency-figure3.png", dpi=150)
    pyplot.close(figure)


def curve(languages: Sequence[Path], results: Path, kept: Path) -> None:
    """All systems from 50 to 500 sentences: the mean of all languages; the page grows size by size."""
    for size in SIZES:
        for language in languages:
            for system in dict.fromkeys(system for system, _ in CURVE.values()):
                ConsistentParse(lightly_supervised(language, size), system, kept).make()
        _draw_curve(languages, results, kept)


def _draw_curve(languages: Sequence[Path], results: Path, kept: Path) -> None:
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 4))
    rows = []
    colors: dict[str, str] = {}  # by system: with consistency, its line is dashed
    for name, (system, kind) in CURVE.items():
        means = {}
        for size in SIZES:
            parses = [ConsistentParse(lightly_supervised(language, size), system, kept) for language in languages]
            if all(parse.exists(kind) for parse in parses):
                means[size] = float(np.mean([parse.scores(kind).uas for parse in parses]))
        look = {"color": colors.get(system), "linestyle": "--" if kind == "joint" else "-"}
        [line] = axes.plot(list(means), list(means.values()), marker="o", label=name, **look)
        colors[system] = line.get_color()
        rows.append([name, *(f"{means[size]:.2f}" if size in means else "" for size in SIZES)])
    axes.set(xscale="log", xlabel="training sentences", ylabel="UAS, mean", xticks=SIZES, xticklabels=SIZES)
    axes.minorticks_off()
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    figure.tight_layout()
    note = f"Mean UAS on {', '.join(path.name for path in languages)}.\n\n![learning curve](consistency-curve.png)"
    _write(results, "curve", "Learning curve of all systems", note, markdown_table(["", *map(str, SIZES)], rows))
    figure.savefig(results / "consistency-curve.png", dpi=150)
    pyplot.close(figure)


def _write(results: Path, part: str, title: str, *paragraphs: str) -> None:
    write(results / f"consistency-{part}.md", [f"# {title}", provenance(), *paragraphs])


PARTS = {"table1": table1, "table2": table2, "table3": table3, "table4": table4, "figure3": figure3, "curve": curve}


def main() -> None:
    parser = arguments_of(__doc__, "treebanks")
    parser.add_argument("--part", choices=[*PARTS, "all"], default="all")
    parser.add_argument("--languages", nargs="+", metavar="NAME", default=LANGUAGES)
    parser.add_argument("--kept", type=Path, help="folder with parses of earlier runs")
    arguments = parser.parse_args()
    languages = [arguments.treebanks / name for name in arguments.languages]
    if missing := [path.name for path in languages if not (path / "train.conllu.gz").exists()]:
        parser.error(f"{arguments.treebanks} has no {', '.join(missing)}")
    if ENGLISH not in arguments.languages and arguments.part in ("table2", "all"):
        parser.error(f"table2 is about the genres of {ENGLISH}; add it to --languages, or choose another --part")
    kept = arguments.kept or folder_for(arguments.treebanks)
    kept.mkdir(parents=True, exist_ok=True)
    for name, part in PARTS.items():
        if arguments.part in (name, "all"):
            part(languages, arguments.output, kept)


if __name__ == "__main__":
    main()
