"""Tables 1 to 4 and Figure 2 of "Multilingual Dependency Parsing using Bayes Point Machines".

    python experiments/bayes_point.py TREEBANKS [--part data test tagged members size] [--languages NAME...]
        [--jobs N] [-o FOLDER]

TREEBANKS holds <language>/{train,test}.conllu.gz (and dev, where there is one). Writes `bayes_point.md` and a plot of
what there is. Numbers are kept in `experiments/build`, so that an interrupted run continues where it stopped unless
code or treebanks have changed. The parts: `data` is Table 1, `test` Tables 2 and 3, `tagged` Table 2 with predicted
tags, `members` Table 4, `size` Figure 2.

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

from arcwalk import Tagger
from arcwalk.components.tagger.options import filled_columns, has_lemmas
from arcwalk.evaluation import AttachmentScores, evaluate
from arcwalk.evaluation.tagging import score_tags
from arcwalk.learning.parallel import average
from arcwalk.systems.bayes_point.first_order_model import FirstOrderModel
from arcwalk.systems.bayes_point.options import BayesPointOptions
from arcwalk.systems.bayes_point.training import FirstOrderTraining
from arcwalk.systems.tag_source_options import TaggingOptions
from arcwalk.systems.tag_source_training import learn_tagging
from arcwalk.training.setting import Setting
from arcwalk.treebank import Sentence, read
from bayes_point_page import Numbers, page, plot
from kept_parses import folder_for
from sentence_counts import sentence_counts
from tables import arguments_of, provenance, write

PAPER_LANGUAGES = ("arabic", "chinese", "czech", "english")
OTHERS = ("bulgarian", "danish", "dutch", "german", "japanese", "slovene", "spanish", "swedish", "turkish")
TAGGED_TRAINING = ("arabic", "czech")  # the treebanks that the paper had with automatic tags
SIZES = (50, 100, 200, 500, 1000, 2000, 5000)
SAMPLES = 5
SETTINGS: dict[str, dict[str, Any]] = {
    "published": {"margin": 0.0, "word_dropout": 0.0, "epochs": 10},
    "arcwalk": {},
    "mira": {"learner": "mira", "word_dropout": 0.0, "epochs": 10, "shuffles": 1},
}

PARTS = ("data", "test", "tagged", "members", "size")


def options_for(language: str, setting: str) -> BayesPointOptions:
    """The setting with the decoder the paper used: Chu-Liu-Edmonds for Czech, Eisner elsewhere."""
    return BayesPointOptions(projective=language != "czech", **SETTINGS[setting])


def load(treebanks: Path, language: str, split: str) -> list[Sentence]:
    return list(read(treebanks / language / f"{split}.conllu.gz", heads="gold"))


def has_dev(treebanks: Path, language: str) -> bool:
    return (treebanks / language / "dev.conllu.gz").exists()


def train_and_dev(treebanks: Path, language: str) -> tuple[list[Sentence], list[Sentence]]:
    """The training and the development sentences."""
    train = load(treebanks, language, "train")
    if has_dev(treebanks, language):
        return train, load(treebanks, language, "dev")
    fifth = len(train) // 5
    return train[:-fifth], train[-fifth:]


def learn(train: list[Sentence], options: BayesPointOptions, jobs: int) -> list[FirstOrderModel]:
    """The Bayes point, then its members."""
    run = FirstOrderTraining.of(train, options)
    setting = Setting(jobs=jobs)
    members = run.arc_weights(setting).run("arcs", setting)
    return [run.model(average(members)), *map(run.model, members)]


def score(model: FirstOrderModel, gold: list[Sentence], tagged: list[Sentence] | None = None) -> AttachmentScores:
    """Unlabeled scores, of sentences with other tags if some are given; the labels are the gold ones."""
    found = [
        sentence.with_tree(model.find_heads(model.encoder.encode(sentence))[1:].tolist(), wanted.deprels)
        for wanted, sentence in zip(gold, tagged or gold, strict=True)
    ]
    return evaluate(gold, found)


def counts(scores: AttachmentScores) -> Numbers:
    """What the metrics of Tables 2 and 3 are made of, with and without punctuation."""
    return {"with": sentence_counts(scores.with_punctuation), "without": sentence_counts(scores)}


def data(treebanks: Path, language: str, _: int) -> Numbers:
    """A row of Table 1."""
    train, test = (load(treebanks, language, part) for part in ("train", "test"))
    dev = train_and_dev(treebanks, language)[1]
    files = [train, test, *([dev] if has_dev(treebanks, language) else [])]
    tokens = sum(len(sentence) for part in files for sentence in part)
    return {"tokens": tokens, "train": len(train), "dev": len(dev), "test": len(test)}


def test_scores(treebanks: Path, language: str, setting: str, jobs: int) -> Numbers:
    """Tables 2 and 3: the whole training file, measured on the test file."""
    models = learn(load(treebanks, language, "train"), options_for(language, setting), jobs)
    test = load(treebanks, language, "test")
    return {"point": counts(score(models[0], test)), "single": counts(score(models[1], test))}


def tagged_scores(treebanks: Path, language: str, jobs: int) -> Numbers:
    """Table 2 with predicted tags, also in training for the languages of which the paper has no others."""
    gold, test = (load(treebanks, language, part) for part in ("train", "test"))
    is_gold = language not in TAGGED_TRAINING
    if is_gold:
        columns = ",".join([*filled_columns(gold), *["lemma"] * has_lemmas(gold)])
        tagger = Tagger.train(gold, columns=columns, network=False, segmenter=False, jobs=jobs)
        train, tagged = gold, list(tagger.tag(test, jobs=jobs))
    else:
        options = TaggingOptions(tag_network=False, segmenter=False)
        learned = learn_tagging(gold, options, Setting(jobs=jobs))
        train, tagged = learned.sentences, list(learned.tagging.tag(test, jobs=jobs))
    model = learn(train, options_for(language, "published"), jobs)[0]
    upos = next(each for each in score_tags(test, tagged) if each.column == "upos")
    return {"point": counts(score(model, test, tagged)), "tags": upos.accuracy, "gold": is_gold}


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
    for language in PAPER_LANGUAGES:
        chosen[f"data {language}"] = partial(data, treebanks, language)
        chosen[f"tagged {language}"] = partial(tagged_scores, treebanks, language)
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


def main() -> None:
    parser = arguments_of(__doc__, "treebanks")
    parser.add_argument("--jobs", type=int, default=2, help="total number of threads")
    parser.add_argument("--part", nargs="+", choices=PARTS, default=PARTS, help="what to measure (default: all)")
    every = (*PAPER_LANGUAGES, *OTHERS)
    parser.add_argument("--languages", nargs="+", choices=every, default=every, metavar="NAME", help="default: all")
    arguments = parser.parse_args()
    kept = folder_for(arguments.treebanks) / "bayes_point.json"
    results: dict[str, Numbers] = json.loads(kept.read_text()) if kept.exists() else {}
    lock = threading.Lock()

    def measure(name: str, part: Callable[[int], Numbers]) -> None:
        numbers = part(min(arguments.jobs, 5))
        with lock:
            results[name] = numbers
            kept.write_text(json.dumps(results, sort_keys=True) + "\n")
            print(name, flush=True)

    wanted = {
        name: part
        for name, part in parts(arguments.treebanks).items()
        if name.split()[0] in arguments.part and name.split()[1] in arguments.languages
    }
    missing = {name: part for name, part in wanted.items() if name not in results}
    with ThreadPoolExecutor(max(1, arguments.jobs // 2)) as pool:
        list(pool.map(measure, missing, missing.values()))
    made = provenance()
    write(arguments.output / "bayes_point.md", page(results, PAPER_LANGUAGES, OTHERS, made))
    plot(results, PAPER_LANGUAGES, arguments.output / "bayes_point.png")


if __name__ == "__main__":
    main()
