"""Figure 7: how good the trees are that a search finds, and how fast it is. See `steps_to_excellence.py`.

As published, the sampler stops when the score no longer changes, and the rate of cooling trades speed for score. With
arcwalk's options, the number of climbs or of sweeps does.
"""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

import numpy as np

from arcwalk import Parser, Sentence
from arcwalk.evaluation import evaluate
from arcwalk.systems.sampling.parser import SamplingParser
from kept_parses import train_and_held_out
from readings import Part
from tables import markdown_table, write

Settings = Sequence[tuple[str, Mapping[str, Any]]]  # a way to search, and options

SETTINGS: Mapping[str, Settings] = {
    "published": [
        (method, {"search": method, "cooling": cooling})
        for method in ("walk", "gibbs")
        for cooling in (0.01, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95)
    ],
    "arcwalk": [
        (method, {"search": method, "budget": budget})
        for method, budgets in (
            ("climb", (1, 2, 4, 8, 16)),
            *((m, (1, 2, 4, 8, 16, 32, 64)) for m in ("walk", "gibbs")),
        )
        for budget in budgets
    ],
}
TRAINING: Mapping[str, Mapping[str, Any]] = {"published": {}, "arcwalk": {"neural": "no"}}
SEEDS = 10


class Point(NamedTuple):
    """One way to search with one setting: means over seeds, and the standard deviation of the score."""

    method: str
    setting: str
    words_per_second: float
    score: float
    deviation: float
    uas: float


Curves = list[Point]


def figure7(languages: list[Path], part: Part) -> None:
    """The score of the trees found against speed, one language at a time, on one core."""
    curves: dict[str, Curves] = {}
    for language in languages:
        curves[language.name] = measure(language, part)
        page = [
            f"# Figure 7: the score of the trees found, against speed, {part.reading.title}",
            part.origin,
            "Sentences of the last fifth of the training file, which is held out; one core, CPU time with pruning. "
            f"Means of {SEEDS} seeds, ± one standard deviation; the score is that of a tree, over that of the tree the "
            "search begins with. A step of *walk* changes several heads, one of *gibbs* one; *climb* climbs as many "
            "times as the budget says, first from the pruner's tree, then from first-order samples.",
            f"![Figure 7]({part.picture.name})",
        ]
        for name, points in curves.items():
            rows = [
                [
                    p.method,
                    p.setting,
                    f"{p.words_per_second:,.0f}",
                    f"{p.score:.3f} ± {p.deviation:.3f}",
                    f"{p.uas:.2f}",
                ]
                for p in points
            ]
            header = ["search", "setting", "words/s", "score", "UAS"]
            page += [f"## {name.capitalize()}", markdown_table(header, rows), lead_of_walk(points)]
        write(part.page, page)
        draw(curves, part.picture)


def measure(language: Path, part: Part) -> Curves:
    """Train on most of a training file and search the trees of the rest, unless a run before has done it."""
    kept = part.kept_file(language.name, ending=".json")
    if not kept.exists():
        train, held_out = train_and_held_out(language / "train.conllu.gz")
        options = part.reading.of(**TRAINING[part.reading.name])
        system = Parser.train(train, system="sampling", jobs=part.jobs, **options).system
        assert isinstance(system, SamplingParser)
        points = [point(system, held_out, *setting) for setting in SETTINGS[part.reading.name]]
        kept.write_text(json.dumps(points, indent=1) + "\n")
    return [Point(*values) for values in json.loads(kept.read_text())]


def point(parser: SamplingParser, sentences: list[Sentence], method: str, options: Mapping[str, Any]) -> Point:
    """What a way to search achieves."""
    changed = replace(parser, options=replace(parser.options, **options))
    runs = [searched(replace(changed, seed=seed), sentences) for seed in range(SEEDS)]
    seconds, scores, uas = zip(*runs, strict=True)
    varied = next(name for name in options if name != "search")
    speed = sum(map(len, sentences)) / fmean(seconds)
    found = Point(method, f"{varied} {options[varied]}", speed, fmean(scores), stdev(scores), fmean(uas))
    print(*found, flush=True)
    return found


def searched(parser: SamplingParser, sentences: list[Sentence]) -> tuple[float, float, float]:
    """Seconds, the mean gain in score over the trees that the search begins with, and UAS."""
    codes = [parser.encode(sentence) for sentence in sentences]
    started = time.process_time()
    candidates = [parser.candidates(sentence) for sentence in codes]
    model, search = parser.kernel_model, parser.search
    trees = [search.best_and_gain(model, *each) for each in zip(codes, candidates, strict=True)]
    seconds = time.process_time() - started
    system = [
        sentence.with_tree(heads[1:].tolist(), sentence.deprels)
        for sentence, (heads, _, _) in zip(sentences, trees, strict=True)
    ]
    return seconds, sum(gain for _, _, gain in trees) / len(trees), evaluate(sentences, system).uas


def lead_of_walk(points: Curves) -> str:
    """The mean lead in score of the random walk's trees over those that Gibbs finds at equal speed."""
    gibbs = sorted((p.words_per_second, p.score) for p in points if p.method == "gibbs")
    walk = [(p.words_per_second, p.score) for p in points if p.method == "walk"]
    comparable = [(speed, score) for speed, score in walk if gibbs[0][0] <= speed <= gibbs[-1][0]]
    if not comparable:
        return "Random walk and Gibbs are never equally fast with these settings."
    speeds, scores = (np.array(values) for values in zip(*gibbs, strict=True))
    leads = [score - float(np.interp(np.log(speed), np.log(speeds), scores)) for speed, score in comparable]
    wins = sum(lead > 0 for lead in leads)
    return (
        f"At equal speed (Gibbs between its settings interpolated) the random walk's trees score "
        f"{sum(leads) / len(leads):+.3f} on average; they score more at {wins} of {len(leads)} speeds."
    )


def draw(curves: Mapping[str, Curves], path: Path) -> None:
    """One panel per language, one line per way to search."""
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(1, len(curves), figsize=(5 * len(curves), 4), squeeze=False)
    for axes, (language, points) in zip(panels[0], curves.items(), strict=True):
        for method in dict.fromkeys(point.method for point in points):
            own = [p for p in points if p.method == method]
            speeds, scores = [p.words_per_second for p in own], [p.score for p in own]
            axes.errorbar(speeds, scores, [p.deviation for p in own], marker="o", markersize=4, label=method)
        axes.set_xscale("log")
        axes.set_title(language.capitalize())
        axes.set_xlabel("words per second")
        axes.set_ylabel("gain in score, mean")
        axes.grid(alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    panels[0][0].legend(frameon=False)
    figure.tight_layout()
    figure.savefig(path, dpi=150)
    pyplot.close(figure)
