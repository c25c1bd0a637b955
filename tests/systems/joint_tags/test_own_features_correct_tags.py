"""Features of the user's own have a say in tags."""

from pathlib import Path
from random import Random

import pytest

import arcwalk
from arcwalk import ArcwalkError, Parser, Sentence

OPTIONS = {
    "tags": "joint",
    "tag_folds": 3,
    "tag_shuffles": 1,
    "tag_epochs": 3,
    "epochs": 3,
    "aggressiveness": 0.05,
    "shuffles": 1,
    "pruner_shuffles": 1,
    "neural_epochs": 1,
    "folds": 2,
    "table_bits": 16,
}
TEMPLATES = "[arc]\nh.pos m.pos\n[labeled-arc]\nm.form\n"
PARITY = """
import arcwalk
from arcwalk import emit

@arcwalk.feature
def parity(sentence, tree, features):
    emit(features, sentence.upos[PLACE], len(sentence.form) % 2)

PLACE = 6
"""
PLACE = 6  # far from both ends, so that tagger and templates cannot tell how many words there are


def sentences_of(seed: int, count: int) -> list[Sentence]:
    """In the middle a word that is a verb if the number of words is even, else a noun."""
    random, made = Random(seed), []
    for _ in range(count):
        n = random.randint(13, 18)
        forms, tags = ["so"] * n, ["ADV"] * n
        forms[PLACE - 1], tags[PLACE - 1] = "watch", "NOUN" if n % 2 else "VERB"
        heads = [0 if m == PLACE else PLACE for m in range(1, n + 1)]
        labels = ["root" if m == PLACE else "advmod" for m in range(1, n + 1)]
        made.append(Sentence.from_columns(forms, upos=tags, heads=heads, deprels=labels))
    return made


def share_right(parsed: list[Sentence], gold: list[Sentence]) -> float:
    right = [one.upos[PLACE - 1] == other.upos[PLACE - 1] for one, other in zip(parsed, gold, strict=True)]
    return sum(right) / len(right)


def test_a_feature_of_the_whole_sentence_corrects_tags(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "templates").write_text(TEMPLATES)
    file = tmp_path / "parity.py"
    file.write_text(PARITY)
    options = {**OPTIONS, "features": str(tmp_path / "templates")}
    train, test = sentences_of(1, 60), sentences_of(2, 40)
    without = Parser.train(train, **options)
    assert share_right(list(without.parse(test)), test) < 0.8
    parser = Parser.train(train, features_from=str(file), **options)
    parsed = list(parser.parse(test))
    assert share_right(parsed, test) == 1.0
    parser.save(tmp_path / "model")
    monkeypatch.setattr("arcwalk.features.python_features._known", {})
    with pytest.raises(ArcwalkError, match="parity:parity"):
        arcwalk.load(tmp_path / "model")
    loaded = Parser.load(tmp_path / "model", features_from=file)
    assert [one.lines for one in loaded.parse(test, jobs=2)] == [one.lines for one in parsed]
