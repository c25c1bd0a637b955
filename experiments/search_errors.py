"""What limits `--system sampling`: the search, the model, or the candidates that the pruner leaves?

    python experiments/search_errors.py TREEBANKS [--jobs N] [-o FOLDER]

Trained on the first four fifths of the training file and measured on the last fifth, without punctuation. To save time,
no network, two shuffles, two pruner shuffles, four folds, and no tuning. The tree found is compared with the gold one:
gold heads with the best labels that a climb finds for them. If gold scores more, the search has missed it (search
error); if it scores less, a better search would not help (model error). Writes `search_errors.md`.
"""

import multiprocessing
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from arcwalk import Sentence
from arcwalk.arrays import Codes, Heads
from arcwalk.evaluation import evaluate
from arcwalk.scoring.choices import Candidates, keep_choices
from arcwalk.systems.sampling.options import SamplingOptions
from arcwalk.systems.sampling.parser import SamplingParser
from arcwalk.systems.sampling.search import words_of_choices
from arcwalk.systems.sampling.training import train_sampling
from arcwalk.systems.training_task import TrainingTask
from arcwalk.training.setting import Setting
from arcwalk.treebank.words import is_punctuation
from arcwalk.trees.search.tree_search import scorer_of
from arcwalk.trees.shape import is_projective
from kept_parses import train_and_held_out
from tables import arguments_of, markdown_table, provenance, write

LANGUAGES = ("chinese", "czech", "danish", "german")
DEFAULT_RECALL, DEFAULT_BUDGET = 0.985, 4
RECALLS = (0.97, DEFAULT_RECALL, 0.995)
BUDGETS = (1, DEFAULT_BUDGET, 16, 64)
SHUFFLES = (1, 2, 4)
QUICK = SamplingOptions(neural=False, shuffles=2, pruner_shuffles=2, folds=4, epochs=4, aggressiveness=0.004)
LEAST_LEAD = 1e-4  # smaller ones are rounding errors

Row = list[float]


class Judged(NamedTuple):
    """Shares of the held-out sentences, and what the candidates allow, in percent."""

    found: float  # gold heads are what was found
    search_errors: float
    model_errors: float
    unreachable: float  # a gold head is no candidate, or gold crosses arcs where only projective trees are searched
    head_recall: float  # of words: the gold head is a candidate
    label_recall: float  # of words: and so is the gold label on it


def trained(sentences: list[Sentence], recall: float, shuffles: int, setting: Setting) -> SamplingParser:
    """The average of so many shuffles; what an earlier run in this setting has learned is not learned again."""
    options = replace(QUICK, pruner_recall=recall, shuffles=shuffles)
    return train_sampling(TrainingTask(sentences=sentences, options=options, setting=setting))


def attachment(parser: SamplingParser, sentences: list[Sentence]) -> Row:
    """UAS and LAS."""
    parsed = []
    for sentence in sentences:
        heads, labels = parser.parse(parser.encode(sentence))
        parsed.append(sentence.with_tree(heads[1:].tolist(), labels))
    scores = evaluate(sentences, parsed)
    return [scores.uas, scores.las]


def judge(parser: SamplingParser, sentences: list[Sentence]) -> Judged:
    """Compare the trees found with gold trees."""
    outcomes, words = [], []
    for sentence in sentences:
        codes = parser.encode(sentence)
        candidates = parser.candidates(codes)
        gold = np.array([-1, *sentence.heads], dtype=np.int32)
        outcomes.append(_outcome(parser, codes, candidates, gold))
        choices, names = candidates.choices, parser.label_set.names
        for m, (form, label) in enumerate(zip(sentence.forms, sentence.deprels, strict=True), 1):
            if not is_punctuation(form):
                own = slice(choices.start[m], choices.start[m + 1])
                on_gold = choices.label[own][choices.head[own] == gold[m]]
                words.append((len(on_gold) > 0, label in [names[code] for code in on_gold]))
    shares = [100 * outcomes.count(kind) / len(outcomes) for kind in Judged._fields[:4]]
    return Judged(*shares, *(100 * np.mean(words, axis=0)).tolist())


def _outcome(parser: SamplingParser, codes: Codes, candidates: Candidates, gold: Heads) -> str:
    """The field of `Judged` in which a sentence counts."""
    heads, _, gain = parser.search.best_and_gain(parser.kernel_model, codes, candidates)
    if np.array_equal(heads[1:], gold[1:]):
        return "found"
    _, projective = parser.search.shape(candidates)
    right = candidates.choices.head == gold[words_of_choices(candidates)]
    first = _first_choices(candidates, right)
    if (first[1:] < 0).any() or (projective and not is_projective(gold)):
        return "unreachable"
    choices, prior, chosen = keep_choices(candidates.choices, candidates.prior, first, right)
    of_gold = candidates._replace(choices=choices, prior=prior, chosen=chosen)
    relabeling = replace(parser.search, score_margin=np.inf)
    _, _, gold_gain = relabeling.best_and_gain(parser.kernel_model, codes, of_gold)
    lead = _start_score(parser, codes, of_gold) + gold_gain - _start_score(parser, codes, candidates) - gain
    return "search_errors" if lead > LEAST_LEAD else "model_errors"


def _first_choices(candidates: Candidates, kept: np.ndarray) -> np.ndarray:
    """The first kept choice of every word, -1 if there is none."""
    start = candidates.choices.start
    first = np.full(len(candidates.chosen), -1, dtype=np.int64)
    for m in range(1, len(first)):
        own = np.flatnonzero(kept[start[m] : start[m + 1]])
        if len(own):
            first[m] = start[m] + own[0]
    return first


def _start_score(parser: SamplingParser, codes: Codes, candidates: Candidates) -> float:
    """The score of the tree that a search starts from."""
    scorer = scorer_of(codes, parser.kernel_model, candidates, np.inf)
    return float(scorer.unit_score.sum() + scorer.choice_score[scorer.chosen[1:]].sum())


def measure(language: Path) -> dict[str, dict[str, Row]]:
    """The rows of every table for one language."""
    train, held_out = train_and_held_out(language / "train.conllu.gz")
    errors, recalls = dict[str, Row](), dict[str, Row]()
    budgets, shuffles = dict[str, Row](), dict[str, Row]()
    for recall in RECALLS:
        is_default = recall == DEFAULT_RECALL
        setting = Setting()
        parser = trained(train, recall, QUICK.shuffles, setting)
        judged = judge(parser, held_out)
        recalls[str(recall)] = [*judged[4:], *attachment(parser, held_out)]
        if is_default:
            for budget in BUDGETS:
                searched = replace(parser, options=replace(parser.options, budget=budget))
                errors[str(budget)] = list(judge(searched, held_out)[:4])
                budgets[str(budget)] = attachment(searched, held_out)
            for count in SHUFFLES:
                shuffles[str(count)] = attachment(trained(train, recall, count, setting), held_out)
    return {"errors": errors, "budgets": budgets, "recalls": recalls, "shuffles": shuffles}


TABLES = {
    "errors": (
        "Sentences, by number of climbs",
        "climbs",
        ("found %", "search errors %", "model errors %", "unreachable %"),
    ),
    "budgets": ("Accuracy, by number of climbs", "climbs", ("UAS", "LAS")),
    "recalls": (
        "Candidates, by `pruner_recall`",
        "pruner_recall",
        ("gold head among candidates %", "and its label %", "UAS", "LAS"),
    ),
    "shuffles": ("Accuracy, by number of averaged shuffles", "shuffles", ("UAS", "LAS")),
}


def page(results: dict[str, dict[str, dict[str, Row]]]) -> list[str]:
    """All tables; every one has the mean over languages first."""
    about = (__doc__ or "").split("\n\n")[2].replace(" Writes `search_errors.md`.", "")
    text = ["# Search errors and model errors", provenance(), " ".join(about.split())]
    for name, (title, key, columns) in TABLES.items():
        rows = []
        for setting in next(iter(results.values()))[name]:
            values = {language: own[name][setting] for language, own in results.items()}
            for language, numbers in {"mean": _mean(values.values()), **values}.items():
                rows.append([setting, language, *(f"{number:.2f}" for number in numbers)])
        text += [f"## {title}", markdown_table([key, "language", *columns], rows)]
    return text


def _mean(rows: Iterable[Row]) -> Row:
    mean: Row = np.mean(list(rows), axis=0).tolist()
    return mean


def main() -> None:
    parser = arguments_of(__doc__, "treebanks")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    folders = [arguments.treebanks / language for language in LANGUAGES]
    with ProcessPoolExecutor(arguments.jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        results = dict(zip(LANGUAGES, pool.map(measure, folders), strict=True))
    write(arguments.output / "search_errors.md", page(results))


if __name__ == "__main__":
    main()
