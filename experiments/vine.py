"""Table 1 of "Vine Parsing and Minimum Risk Reranking for Speed and Precision".

    python experiments/vine.py TREEBANKS [--languages danish german] [--jobs N] [-o FOLDER]

TREEBANKS holds <language>/{train,test}.conllu.gz. Writes `vine.md`, anew after each training run. Numbers are kept in
`experiments/build`, so that an interrupted run continues where it stopped unless code or treebanks have changed.

*published* is the system of the paper: bounds for 90% of all arcs to each side, eight models mixed uniformly, no
morphological features, words without a head nearby under the root, and the reranker on 1,000 trees. *arcwalk* is
`--system vine` with its defaults: bounds by tag, trained mixtures, words that choose their heads, fragments joined to
one tree, and the reranker on 100 trees.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from arcwalk import Parser, Sentence, read
from arcwalk.evaluation import evaluate
from arcwalk.evaluation.breakdown import by_root
from arcwalk.systems.vine.options import VineOptions
from arcwalk.systems.vine.parser import VineParser
from arcwalk.treebank.encoding import EMPTY
from arcwalk.trees.candidates import all_heads
from arcwalk.trees.decoders.first_order import decode
from kept_parses import folder_for
from tables import arguments_of, markdown_table, provenance, write

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
    "published": {"bounds": "all", "recall": 0.9, "mixture": "uniform", "log_linear": "no", "join": "no", "k": 1000},
    "arcwalk": {},
}
HIDDEN = {"published": ("feats",)}  # columns that a setting does not look at
COLUMNS = {
    "bounds": "B left, right",
    "projective": "projective oracle (3)",
    "reachable": "within bounds",
    "oracle": "oracle of 20",
    "first": "1-best",
    "unlabeled": "reranked unlabeled (7)",
    "labeled_oracle": "labeled oracle",
    "labeled_first": "1-best LAS",
    "las": "reranked LAS",
    "uas": "reranked UAS",
    "precision": "non-root precision",
    "recall": "recall",
    "separator": "tag between",
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


def nearest_projective(gold: Sentence) -> Sentence:
    """A projective tree with as many of the gold arcs as possible."""
    start, head = all_heads(len(gold))
    words = np.repeat(np.arange(len(start) - 1), np.diff(start))
    right = np.array([-1, *gold.heads])[words] == head
    heads = np.empty(len(gold) + 1, dtype=np.int32)
    decode(start, head, right.astype(np.float64), True, False, heads)
    return gold.with_tree(heads[1:].tolist(), gold.deprels)


def unlabeled(sentence: Sentence) -> Sentence:
    """The same tree with one label for all arcs: parsers and rerankers that learn from it know of no labels."""
    return sentence.with_tree(sentence.heads, ["dep"] * len(sentence))


def separator_of(system: VineParser) -> str:
    """The tag with the highest mutual information between left and right children, if the reranker looks for it."""
    if system.reranker is None:
        return ""
    return system.grammar.encoder.vocabularies[0][system.reranker.separator - EMPTY - 1]


def bounds_of(system: VineParser, train: list[Sentence]) -> str:
    """The bounds, or their means over the words of the treebank where they depend on tags."""
    tags = np.concatenate([system.encode(sentence)[1:-2, 0] for sentence in train])
    left, right = system.grammar.model.bounds[tags].mean(axis=0)
    return f"{left:.3g}, {right:.3g}"


def load(folder: Path, setting: str) -> tuple[list[Sentence], list[Sentence]]:
    """The training and the test sentences as a setting sees them."""
    files = (read(folder / f"{part}.conllu.gz", heads="gold") for part in ("train", "test"))
    train, test = ([sentence.hiding(HIDDEN.get(setting, ())) for sentence in file] for file in files)
    return train, test


def measure(folder: Path, setting: str, jobs: int) -> Numbers:
    """One language with one setting."""
    (train, test), options = load(folder, setting), SETTINGS[setting]
    of_trees = {**options, "k": options.get("trees", VineOptions().trees)}
    bare = Parser.train([*map(unlabeled, train)], system="vine", jobs=jobs, **of_trees)
    parser = Parser.train(train, system="vine", jobs=jobs, **options)
    system = parser.system
    assert isinstance(system, VineParser)
    first = evaluate(test, parser.with_options(rerank="no").parse(test))
    final = evaluate(test, parser.parse(test))
    words = next(row for row in by_root(final) if row.name == "non-root")
    return {
        "bounds": bounds_of(system, train),
        "projective": evaluate(test, map(nearest_projective, test)).uas,
        "unlabeled": evaluate(test, bare.parse(test)).uas,
        "separator": separator_of(system),
        **oracles(system, test),
        "first": first.uas,
        "labeled_first": first.las,
        "las": final.las,
        "uas": final.uas,
        "precision": words.precision,
        "recall": words.recall,
    }


def page(results: Numbers, languages: list[str], made: str) -> list[str]:
    """The tables so far."""
    text = ["# Vine parsing: Table 1 on Universal Dependencies", made, _notes()]
    for setting in SETTINGS:
        done = {language: results[key] for language in languages if (key := f"{language} {setting}") in results}
        if not done:
            continue
        rows = [[language, *(_cell(numbers[key]) for key in COLUMNS)] for language, numbers in done.items()]
        means = [[numbers[key] for numbers in done.values()] for key in COLUMNS]
        cells = [f"**{np.mean(own):.2f}**" if isinstance(own[0], float) else "" for own in means]
        rows.append(["**mean**", *cells])
        text += [f"## {setting}", markdown_table(["language", *COLUMNS.values()], rows)]
    return text


def _notes() -> str:
    settings = (__doc__ or "").split("\n\n")[-1].strip()
    return (
        f"{settings} Gold tags, training file only; scores on the test file without punctuation, labels up to the "
        "first colon. *Within bounds* counts all arcs; the oracles choose the best of the lists that are reranked; "
        "bounds by tag are shown as means over words. Precision and recall of attachments to words, not to the root. "
        "Numbers in parentheses are columns of the paper's table: the best projective trees, and trees without labels, "
        "the first of 20, reranked by a reranker that learned from such. *Tag between*: the coarse tag of the "
        "reranker's `between`, that with the highest mutual information between left and right children."
    )


def _cell(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def main() -> None:
    parser = arguments_of(__doc__, "treebanks")
    parser.add_argument("--languages", nargs="+", metavar="NAME", default=LANGUAGES, help="default: all of the paper")
    parser.add_argument("--setting", nargs="+", choices=SETTINGS, default=list(SETTINGS), help="default: both")
    parser.add_argument("--jobs", type=int, default=1, help="threads")
    arguments = parser.parse_args()
    kept = folder_for(arguments.treebanks) / "vine.json"
    results: Numbers = json.loads(kept.read_text()) if kept.exists() else {}
    languages = [name for name in arguments.languages if (arguments.treebanks / name / "train.conllu.gz").exists()]
    if not languages:
        parser.error(f"{arguments.treebanks} has no {', '.join(arguments.languages)}")
    for language in languages:
        for setting in arguments.setting:
            key = f"{language} {setting}"
            if key not in results:
                results[key] = measure(arguments.treebanks / language, setting, arguments.jobs)
                kept.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
                print(key, results[key], flush=True)
            write(arguments.output / "vine.md", page(results, languages, provenance()))


if __name__ == "__main__":
    main()
