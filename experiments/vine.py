"""Table 1 of "Vine Parsing and Minimum Risk Reranking for Speed and Precision".

    python experiments/vine.py TREEBANKS [--languages danish,german] [--jobs N]

TREEBANKS holds <language>/{train,test}.conllu.gz. Every language saves its numbers to `vine.json` as soon as it is
done, so an interrupted run continues where it stopped; `vine.md` is written from it.

*published* is the system of the paper: bounds for 90% of all arcs to each side, eight models mixed uniformly, words
without a head nearby under the root, and the reranker. *arcwalk* is `--system vine` with its defaults: bounds by tag,
trained mixtures, words that choose their heads, fragments joined to one tree, and the reranker.
"""

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from arcwalk import Parser, Sentence, read
from arcwalk.evaluation import evaluate
from arcwalk.evaluation.breakdown import by_root
from arcwalk.systems.vine.parser import VineParser
from tables import RESULTS, markdown_table

LANGUAGES = (
    "arabic",
    "bulgarian",
    "chinese",
    "czech",
    "danish",
    "dutch",
    "german",
    "japanese",
    "portuguese",
    "slovene",
    "spanish",
    "swedish",
    "turkish",
)
SETTINGS: dict[str, dict[str, Any]] = {
    "published": {"bounds": "all", "recall": 0.9, "mixture": "uniform", "log_linear": "no", "join": "no"},
    "arcwalk": {},
}
COLUMNS = {
    "bounds": "B left, right",
    "reachable": "within bounds",
    "oracle": "oracle of 20",
    "first": "1-best",
    "labeled_oracle": "labeled oracle",
    "labeled_first": "1-best LAS",
    "las": "reranked LAS",
    "uas": "reranked UAS",
    "precision": "non-root precision",
    "recall": "recall",
}
NAME = "vine"

Numbers = dict[str, Any]


def best_of(gold: Sentence, candidates: Iterable[tuple[list[int], list[str]]], labeled: bool) -> Sentence:
    """The candidate with the fewest errors."""

    def errors(tree: tuple[list[int], list[str]]) -> int:
        rows = zip(tree[0], tree[1], gold.heads, gold.deprels, strict=True)
        return sum(h != g or (labeled and a != b) for h, a, g, b in rows)

    return gold.with_tree(*min(candidates, key=errors))


def oracles(system: VineParser, test: list[Sentence]) -> Numbers:
    """How good the lists are, and how many arcs of the test file are within bounds."""
    found: dict[bool, list[Sentence]] = {False: [], True: []}
    near = total = 0
    options = system.options
    for gold in test:
        codes = system.encode(gold)
        free = np.full(len(gold) + 1, -1, dtype=np.int32)
        heads, labels, _ = system.grammar.k_best(codes, free, free, options.trees, options.k)
        candidates = [
            (tree[1:].tolist(), [system.labels[code] for code in names[1:]])
            for tree, names in zip(heads, labels, strict=True)
        ]
        for labeled in found:
            found[labeled].append(best_of(gold, candidates, labeled))
        for m, h in enumerate(gold.heads, 1):
            near += h == 0 or abs(h - m) <= system.grammar.model.bounds[codes[h, 0], int(m > h)]
            total += 1
    return {
        "reachable": 100 * float(near) / total,
        "oracle": evaluate(test, found[False]).uas,
        "labeled_oracle": evaluate(test, found[True]).las,
    }


def bounds_of(system: VineParser, train: list[Sentence]) -> str:
    """The bounds, or their means over the words of the treebank where they depend on tags."""
    tags = np.concatenate([system.encode(sentence)[1:-2, 0] for sentence in train])
    left, right = system.grammar.model.bounds[tags].mean(axis=0)
    return f"{left:.3g}, {right:.3g}"


def measure(folder: Path, options: dict[str, Any], jobs: int) -> Numbers:
    """One language with one setting."""
    train, test = (list(read(folder / f"{part}.conllu.gz", heads="gold")) for part in ("train", "test"))
    parser = Parser.train(train, system="vine", jobs=jobs, **options)
    system = parser.system
    assert isinstance(system, VineParser)
    first = evaluate(test, parser.with_options(rerank="no").parse(test))
    final = evaluate(test, parser.parse(test))
    words = next(row for row in by_root(final) if row.name == "non-root")
    return {
        "bounds": bounds_of(system, train),
        **oracles(system, test),
        "first": first.uas,
        "labeled_first": first.las,
        "las": final.las,
        "uas": final.uas,
        "precision": words.precision,
        "recall": words.recall,
    }


def render(results: Numbers) -> str:
    """The Markdown page."""
    page = ["# Vine parsing: Table 1 on Universal Dependencies", "Written by `experiments/vine.py`.", _notes()]
    for setting in SETTINGS:
        done = {language: results[key] for language in LANGUAGES if (key := f"{language} {setting}") in results}
        if not done:
            continue
        rows = [[language, *(_cell(numbers[key]) for key in COLUMNS)] for language, numbers in done.items()]
        means = [np.mean([numbers[key] for numbers in done.values()]) for key in list(COLUMNS)[1:]]
        rows.append(["**mean**", "", *(f"**{mean:.2f}**" for mean in means)])
        page += [f"## {setting}", markdown_table(["language", *COLUMNS.values()], rows)]
    return "\n\n".join(page) + "\n"


def _notes() -> str:
    settings = (__doc__ or "").split("\n\n")[-1].strip()
    return (
        f"{settings} Gold tags, training file only; scores on the test file without punctuation, labels up to the "
        "first colon. *Within bounds* counts all arcs; the oracles choose the best of the lists that are reranked; "
        "bounds by tag are shown as means over words. Precision and recall of attachments to words, not to the root."
    )


def _cell(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("treebanks", type=Path)
    arguments.add_argument("--languages", default=",".join(LANGUAGES), help="only these")
    arguments.add_argument("--jobs", type=int, default=1)
    options = arguments.parse_args()
    target = RESULTS / f"{NAME}.json"
    RESULTS.mkdir(exist_ok=True)
    results: Numbers = json.loads(target.read_text()) if target.exists() else {}
    for language in options.languages.split(","):
        folder = options.treebanks / language
        for setting, values in SETTINGS.items():
            key = f"{language} {setting}"
            if key not in results and (folder / "train.conllu.gz").exists():
                results[key] = measure(folder, values, options.jobs)
                target.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
                (RESULTS / f"{NAME}.md").write_text(render(results))
                print(key, results[key], flush=True)


if __name__ == "__main__":
    main()
