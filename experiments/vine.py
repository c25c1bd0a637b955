"""Table 1 of "Vine Parsing and Minimum Risk Reranking for Speed and Precision".

    python experiments/vine.py TREEBANKS [--languages danish german] [--jobs N] [-o FOLDER]

TREEBANKS holds <language>/{train,test}.conllu.gz. Writes `vine.md`, anew after each training run. Numbers are kept in
`experiments/build`, so that an interrupted run continues where it stopped unless code or treebanks have changed.

*published* is the system of the paper: bounds for 90% of all arcs to each side, eight models mixed uniformly, words
without a head nearby under the root, and the reranker. *arcwalk* is `--system vine` with its defaults: bounds by tag,
trained mixtures, words that choose their heads, fragments joined to one tree, and the reranker.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from arcwalk import Parser, Sentence, read
from arcwalk.evaluation import evaluate
from arcwalk.evaluation.breakdown import by_root
from arcwalk.systems.vine.parser import VineParser
from kept_parses import folder_for
from tables import arguments_of, markdown_table, write

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
            (tree[1:].tolist(), system.label_set.decode(names, None)) for tree, names in zip(heads, labels, strict=True)
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


def page(results: Numbers, languages: list[str]) -> list[str]:
    """The tables so far."""
    text = ["# Vine parsing: Table 1 on Universal Dependencies", "Written by `experiments/vine.py`.", _notes()]
    for setting in SETTINGS:
        done = {language: results[key] for language in languages if (key := f"{language} {setting}") in results}
        if not done:
            continue
        rows = [[language, *(_cell(numbers[key]) for key in COLUMNS)] for language, numbers in done.items()]
        means = [np.mean([numbers[key] for numbers in done.values()]) for key in list(COLUMNS)[1:]]
        rows.append(["**mean**", "", *(f"**{mean:.2f}**" for mean in means)])
        text += [f"## {setting}", markdown_table(["language", *COLUMNS.values()], rows)]
    return text


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
    parser = arguments_of(__doc__, "treebanks")
    parser.add_argument("--languages", nargs="+", metavar="NAME", default=LANGUAGES, help="default: all of the paper")
    parser.add_argument("--jobs", type=int, default=1, help="threads")
    arguments = parser.parse_args()
    kept = folder_for(arguments.treebanks) / "vine.json"
    results: Numbers = json.loads(kept.read_text()) if kept.exists() else {}
    languages = [name for name in arguments.languages if (arguments.treebanks / name / "train.conllu.gz").exists()]
    if not languages:
        parser.error(f"{arguments.treebanks} has no {', '.join(arguments.languages)}")
    for language in languages:
        for setting, values in SETTINGS.items():
            key = f"{language} {setting}"
            if key not in results:
                results[key] = measure(arguments.treebanks / language, values, arguments.jobs)
                kept.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
                print(key, results[key], flush=True)
            write(arguments.output / "vine.md", page(results, languages))


if __name__ == "__main__":
    main()
