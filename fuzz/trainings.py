"""Odd treebanks to train on: training succeeds and the model parses, or one line says why not."""

from pathlib import Path
from random import Random

from quick_training import QUICK  # of the tests

from arcwalk import Sentence, write
from fuzz.commands import run
from fuzz.scenario import Attack, Scenario, demand
from fuzz.sentences import odd_sentence
from fuzz.treebank_files import damaged_file

_LABELS = ["root", "nsubj", "a:b", "Ä", "obj", "punct", "0", "NaN", "\U0001f600"]


def prepare(_: Path) -> Attack:
    """Train, then parse what was trained on."""

    def attack(random: Random, folder: Path) -> None:
        train = damaged_file(random, folder) if random.random() < 0.5 else _odd_treebank(random, folder)
        system = random.choice((*QUICK, "tagger"))
        options = {"shuffles": 1, "epochs": 1, "table_bits": 16} if system == "tagger" else QUICK[system]
        settings = [word for name, value in options.items() for word in ("--set", f"{name}={value}")]
        more = [] if system == "tagger" or random.random() < 0.7 else ["--tags", "predicted", "--set", "tag_folds=2"]
        model = folder / "new.arcwalk"
        if run("train", train, "-m", model, "--system", system, *settings, *more).returncode:
            demand(not model.exists(), "a training run that fails leaves no model")
            return
        command = "tag" if system == "tagger" else "parse"
        done = run(command, train, "-m", model, output=folder / "parsed.conllu")
        demand(done.returncode == 0, f"a model can be used on what it was trained on: {done.stderr}")

    return attack


def _odd_treebank(random: Random, folder: Path) -> Path:
    path = folder / "odd.conllu"
    write(path, [_with_odd_tree(random, odd_sentence(random)) for _ in range(random.choice((1, 2, 5, 20)))])
    return path


def _with_odd_tree(random: Random, sentence: Sentence) -> Sentence:
    """A random tree: several roots or one, crossing arcs, chains, stars."""
    n = len(sentence)
    order = random.sample(range(1, n + 1), n)
    several = random.random() < 0.3
    heads = [0] * n
    for place, word in enumerate(order):
        if place and not (several and random.random() < 0.3):
            heads[word - 1] = random.choice((order[0], order[place - 1], random.choice(order[:place])))
    labels = _LABELS if random.random() < 0.7 else ["dep"]
    return sentence.with_tree(heads, [random.choice(labels) for _ in heads])


TRAININGS = Scenario("trainings", 250, prepare)
