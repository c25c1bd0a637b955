"""How good are the trees that a search finds, and how fast is it? Curves over budgets, for each way to search."""

import json
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

from arcwalk import Parser, Sentence
from arcwalk.arrays import Heads, Labels
from arcwalk.evaluation import evaluate
from arcwalk.systems.sampling.options import METHODS
from arcwalk.systems.sampling.parser import SamplingParser
from arcwalk.trees.search.tree_search import scorer_of, search_tree
from kept_parses import train_and_held_out

BUDGETS = {"climb": (1, 2, 4, 8, 16), "walk": (1, 2, 4, 8, 16, 32, 64), "gibbs": (1, 2, 4, 8, 16, 32, 64)}
REPEATS = 3

Result = TypeVar("Result")


class Point(NamedTuple):
    """One search with one budget."""

    method: str
    budget: int
    words_per_second: float
    score: float
    uas: float


Curves = list[Point]


def measure(language: Path, kept: Path, jobs: int) -> Curves:
    """Train on most of a training file and search the trees of the rest, unless a run before has done it."""
    if not kept.exists():
        train, held_out = train_and_held_out(language / "train.conllu.gz")
        system = Parser.train(train, system="sampling", neural="no", jobs=jobs).system
        assert isinstance(system, SamplingParser)
        kept.write_text(json.dumps(curves(system, held_out), indent=1) + "\n")
    return [Point(*values) for values in json.loads(kept.read_text())]


def curves(parser: SamplingParser, sentences: list[Sentence]) -> Curves:
    """A point for every search and budget. All start from the same trees among the same candidates."""
    codes = [parser.encode(sentence) for sentence in sentences]
    pruning, candidates = timed(lambda: [parser.candidates(sentence) for sentence in codes])
    model, search = parser.kernel_model, parser.search
    start = 0.0
    for sentence, found in zip(codes, candidates, strict=True):
        scorer = scorer_of(sentence, model, found, search.score_margin)
        start += scorer.unit_score.sum() + scorer.choice_score[scorer.chosen[1:]].sum()

    def search_all(method: int, budget: int) -> list[tuple[Heads, Labels, float]]:
        return [
            search_tree(
                sentence,
                model,
                found,
                *search.shape(found),
                search.score_margin,
                method,
                budget,
                search.state(sentence),
            )
            for sentence, found in zip(codes, candidates, strict=True)
        ]

    words, points = sum(map(len, sentences)), []
    for method, budgets in BUDGETS.items():
        for budget in budgets:
            seconds, trees = timed(partial(search_all, METHODS.index(method), budget))
            score = (start + sum(gain for _, _, gain in trees)) / len(sentences)
            system = [
                sentence.with_tree(heads[1:].tolist(), sentence.deprels)
                for sentence, (heads, _, _) in zip(sentences, trees, strict=True)
            ]
            uas = evaluate(sentences, system).uas
            points.append(Point(method, budget, words / (pruning + seconds), float(score), uas))
            print(*points[-1], flush=True)
    return points


def timed(action: Callable[[], Result]) -> tuple[float, Result]:
    """The least CPU time of several identical calls (other processes may use the machine), and the result."""
    best = float("inf")
    for _ in range(REPEATS):
        started = time.process_time()
        result = action()
        best = min(best, time.process_time() - started)
    return best, result


def lead_of_walk(points: Curves) -> str:
    """The mean lead in score of the random walk's trees over those that Gibbs finds at equal speed."""
    gibbs = sorted((p.words_per_second, p.score) for p in points if p.method == "gibbs")
    walk = [(p.words_per_second, p.score) for p in points if p.method == "walk"]
    comparable = [(speed, score) for speed, score in walk if gibbs[0][0] <= speed <= gibbs[-1][0]]
    if not comparable:
        return "Random walk and Gibbs are never equally fast with these budgets."
    speeds, scores = (np.array(values) for values in zip(*gibbs, strict=True))
    leads = [score - float(np.interp(np.log(speed), np.log(speeds), scores)) for speed, score in comparable]
    wins = sum(lead > 0 for lead in leads)
    return (
        f"At equal speed (Gibbs between its budgets interpolated) the random walk's trees score "
        f"{sum(leads) / len(leads):+.3f} on average; they score more at {wins} of {len(leads)} speeds."
    )


def draw(curves: Mapping[str, Curves], path: Path) -> None:
    """Figure 7: one panel per language, one line per search method."""
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(1, len(curves), figsize=(5 * len(curves), 4), squeeze=False)
    for axes, (language, points) in zip(panels[0], curves.items(), strict=True):
        for method in BUDGETS:
            line = [(p.words_per_second, p.score) for p in points if p.method == method]
            axes.plot(*zip(*line, strict=True), marker="o", markersize=4, label=method)
        axes.set_xscale("log")
        axes.set_title(language.capitalize())
        axes.set_xlabel("words per second")
        axes.set_ylabel("score of the trees found, mean")
        axes.grid(alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    panels[0][0].legend(frameon=False)
    figure.tight_layout()
    figure.savefig(path, dpi=150)
    pyplot.close(figure)
