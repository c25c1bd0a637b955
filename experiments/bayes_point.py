"""Tables 2, 3 and 4 and Figure 2 of "Multilingual Dependency Parsing using Bayes Point Machines".

    python experiments/bayes_point.py TREEBANKS [--jobs N] [-o FOLDER]

TREEBANKS holds <language>/{train,test}.conllu.gz (and dev, where there is one). Writes `bayes_point.md` and a plot.
Numbers are kept in `experiments/build`, so that an interrupted run continues where it stopped unless code or treebanks
have changed.

Two settings are compared: the perceptron of the paper (no margin, ten epochs) and arcwalk's defaults. Where a
treebank has no development file, the last fifth of its training file is used instead and excluded from training.
"""

import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from arcwalk.evaluation import AttachmentScores, evaluate
from arcwalk.learning.parallel import average
from arcwalk.systems.bayes_point.first_order_model import FirstOrderModel
from arcwalk.systems.bayes_point.options import BayesPointOptions
from arcwalk.systems.bayes_point.training import FirstOrderTraining
from arcwalk.training.setting import Setting
from arcwalk.treebank import Sentence, read
from kept_parses import folder_for
from tables import arguments_of, markdown_table, write

PAPER_LANGUAGES = ("arabic", "chinese", "czech", "english")
OTHERS = ("bulgarian", "danish", "dutch", "german", "japanese", "slovene", "spanish", "swedish", "turkish")
SIZES = (50, 100, 200, 500, 1000, 2000, 5000)
SAMPLES = 5
SETTINGS: dict[str, dict[str, Any]] = {
    "published": {"margin": 0.0, "word_dropout": 0.0, "epochs": 10},
    "arcwalk": {},
    "mira": {"learner": "mira", "word_dropout": 0.0, "epochs": 10, "shuffles": 1},
}

Numbers = dict[str, Any]


def options_for(language: str, setting: str) -> BayesPointOptions:
    """The setting with the decoder the paper used: Chu-Liu-Edmonds for Czech, Eisner elsewhere."""
    return BayesPointOptions(projective=language != "czech", **SETTINGS[setting])


def load(treebanks: Path, language: str, split: str) -> list[Sentence]:
    return list(read(treebanks / language / f"{split}.conllu.gz", heads="gold"))


def train_and_dev(treebanks: Path, language: str) -> tuple[list[Sentence], list[Sentence]]:
    """The training and the development sentences."""
    train = load(treebanks, language, "train")
    if (treebanks / language / "dev.conllu.gz").exists():
        return train, load(treebanks, language, "dev")
    fifth = len(train) // 5
    return train[:-fifth], train[-fifth:]


def learn(train: list[Sentence], options: BayesPointOptions, jobs: int) -> list[FirstOrderModel]:
    """The Bayes point, then its members."""
    run = FirstOrderTraining.of(train, options)
    setting = Setting(jobs=jobs)
    members = run.arc_weights(setting).run("arcs", setting)
    return [run.model(average(members)), *map(run.model, members)]


def score(model: FirstOrderModel, gold: list[Sentence]) -> AttachmentScores:
    """Unlabeled scores; the labels are the gold ones."""
    found = [
        sentence.with_tree(model.find_heads(model.encoder.encode(sentence))[1:].tolist(), sentence.deprels)
        for sentence in gold
    ]
    return evaluate(gold, found)


def measures(scores: AttachmentScores) -> Numbers:
    """Dependency accuracy, root accuracy and complete match, with and without punctuation."""
    kinds = {"with": scores.with_punctuation, "without": scores}
    return {
        kind: {"DA": values.uas, "RA": values.root_accuracy, "CM": values.complete_match}
        for kind, values in kinds.items()
    }


def test_scores(treebanks: Path, language: str, setting: str, jobs: int) -> Numbers:
    """Tables 2 and 3: the whole training file, measured on the test file."""
    models = learn(load(treebanks, language, "train"), options_for(language, setting), jobs)
    test = load(treebanks, language, "test")
    return {"point": measures(score(models[0], test)), "single": measures(score(models[1], test))}


def member_scores(treebanks: Path, language: str, setting: str, jobs: int) -> Numbers:
    """Table 4: the Bayes point against its members on development sentences, without punctuation."""
    train, dev = train_and_dev(treebanks, language)
    point, *members = [score(model, dev).uas for model in learn(train, options_for(language, setting), jobs)]
    return {"point": point, "best": max(members), "worst": min(members)}


def reduced_data(treebanks: Path, language: str, size: int, jobs: int) -> Numbers:
    """One point of Figure 2: the mean over random samples of the training sentences."""
    train, dev = train_and_dev(treebanks, language)
    accuracies = []
    for number in range(SAMPLES):
        part = Random(f"{size}/{number}").sample(train, size)
        accuracies.append(score(learn(part, options_for(language, "arcwalk"), jobs)[0], dev).uas)
    return {"mean": sum(accuracies) / SAMPLES, "all": accuracies}


def parts(treebanks: Path) -> dict[str, Callable[[int], Numbers]]:
    """Every measurement, by name, largest first; each takes the number of jobs."""
    chosen: dict[str, Callable[[int], Numbers]] = {}
    for language in sorted(PAPER_LANGUAGES, reverse=True):
        for setting in SETTINGS:
            if setting != "mira" or language in ("english", "czech"):
                chosen[f"test {language} {setting}"] = partial(test_scores, treebanks, language, setting)
    for language in ("english", *(name for name in PAPER_LANGUAGES if name != "english"), *OTHERS):
        for setting in ("published", "arcwalk"):
            chosen[f"members {language} {setting}"] = partial(member_scores, treebanks, language, setting)
    for size in reversed(SIZES):
        for language in PAPER_LANGUAGES:
            if size <= len(train_and_dev(treebanks, language)[0]):
                chosen[f"size {language} {size}"] = partial(reduced_data, treebanks, language, size)
    return chosen


def page(results: dict[str, Numbers]) -> list[str]:
    """All tables."""
    keys = ("DA", "RA", "CM")
    table2 = []
    for language in PAPER_LANGUAGES:
        for setting in ("published", "arcwalk"):
            values = results[f"test {language} {setting}"]["point"]
            cells = [f"{values[kind][key]:.2f}" for kind in ("with", "without") for key in keys]
            table2.append([language, setting, *cells])
    table3 = []
    for language, kind in (("english", "without"), ("czech", "with")):
        published = results[f"test {language} published"]
        systems = {
            "averaged perceptron": published["single"],
            "MIRA": results[f"test {language} mira"]["point"],
            "Bayes point, published": published["point"],
            "Bayes point, arcwalk": results[f"test {language} arcwalk"]["point"],
        }
        for name, values in systems.items():
            table3.append([f"{language} ({kind} punctuation)", name, *(f"{values[kind][key]:.2f}" for key in keys)])
    languages = [*PAPER_LANGUAGES, *OTHERS]
    table4 = []
    for setting in ("published", "arcwalk"):
        for key in ("point", "best", "worst"):
            values = [results[f"members {language} {setting}"][key] for language in languages]
            name = {"point": "Bayes point", "best": "best perceptron", "worst": "worst perceptron"}[key]
            mean = f"**{sum(values) / len(values):.2f}**"
            table4.append([f"{name}, {setting}", *(f"{value:.2f}" for value in values), mean])
    figure2 = [
        [
            str(size),
            *(
                f"{results[key]['mean']:.2f}" if (key := f"size {language} {size}") in results else ""
                for language in PAPER_LANGUAGES
            ),
        ]
        for size in SIZES
    ]
    return [
        "# Bayes point machines: the paper's tables on Universal Dependencies",
        "Written by `experiments/bayes_point.py`. *published*: the averaged perceptron of the paper, ten epochs, five "
        "shuffles, with arcwalk's features; *arcwalk*: the defaults of `--system bayes-point`. Gold tags, training "
        "file only. Czech is decoded with Chu-Liu-Edmonds, the others with Eisner, as in the paper.",
        "## Table 2: accuracy on the test files",
        "DA dependency accuracy, RA root accuracy (F1), CM complete match; with, then without punctuation.",
        markdown_table(["language", "setting", "DA", "RA", "CM", "DA", "RA", "CM"], table2),
        "## Table 3: learners compared on the test files",
        markdown_table(["language", "learner", *keys], table3),
        "## Table 4: the Bayes point and its members on development sentences, without punctuation",
        markdown_table(["", *languages, "mean"], table4),
        "## Figure 2: dependency accuracy against training sentences",
        f"Development sentences, without punctuation, mean of {SAMPLES} random samples at each size.",
        "![Figure 2](bayes_point.png)",
        markdown_table(["sentences", *PAPER_LANGUAGES], figure2),
    ]


def plot(results: dict[str, Numbers], path: Path) -> None:
    """Figure 2 with the spread of the samples."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4.5))
    for language in PAPER_LANGUAGES:
        points = [(size, results[key]["all"]) for size in SIZES if (key := f"size {language} {size}") in results]
        sizes = [size for size, _ in points]
        means = [sum(values) / len(values) for _, values in points]
        line = axes.plot(sizes, means, marker="o", markersize=4, label=language.capitalize())[0]
        axes.fill_between(
            sizes,
            [min(v) for _, v in points],
            [max(v) for _, v in points],
            color=line.get_color(),
            alpha=0.15,
            lw=0,
        )
    axes.set_xscale("log")
    axes.set_xticks(SIZES, [f"{size:,}" for size in SIZES])
    axes.minorticks_off()
    axes.set_xlabel("training sentences")
    axes.set_ylabel("dependency accuracy (%)")
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="lower right")
    figure.tight_layout()
    figure.savefig(path, dpi=150)


def main() -> None:
    parser = arguments_of(__doc__, "treebanks")
    parser.add_argument("--jobs", type=int, default=2, help="total number of threads")
    parser.add_argument("--measure-only", action="store_true", help="do not write the page and the plot")
    arguments = parser.parse_args()
    kept = folder_for(arguments.treebanks) / "bayes_point.json"
    results: dict[str, Numbers] = json.loads(kept.read_text()) if kept.exists() else {}
    lock = threading.Lock()

    def measure(name: str, part: Callable[[int], Numbers]) -> None:
        numbers = part(min(arguments.jobs, 5))
        with lock:
            results[name] = numbers
            kept.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
            print(name, json.dumps(numbers), flush=True)

    missing = {name: part for name, part in parts(arguments.treebanks).items() if name not in results}
    with ThreadPoolExecutor(max(1, arguments.jobs // 2)) as pool:
        list(pool.map(measure, missing, missing.values()))
    if not arguments.measure_only:
        write(arguments.output / "bayes_point.md", page(results))
        plot(results, arguments.output / "bayes_point.png")


if __name__ == "__main__":
    main()
