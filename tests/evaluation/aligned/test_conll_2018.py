"""The metrics of the CoNLL 2018 shared task, by hand on small sentences, and as its script has them on longer ones."""

import json

import pytest
from annotations import annotated
from pages import ROOT

from arcwalk.errors import TreebankError
from arcwalk.evaluation.aligned.conll_2018 import CONTENT_RELATIONS, MetricScore, evaluate_aligned
from arcwalk.sample import sample
from arcwalk.treebank.sentence import Sentence

CASES = ROOT.parent / "shared/eval_cases"
EXPECTED = json.loads((CASES / "expected.json").read_text()) if CASES.exists() else {}

GOLD = """
The the DET PronType=Art 2 det
dog dog NOUN Number=Sing 3 nsubj
barks bark VERB _ 0 root
. . PUNCT _ 3 punct
"""
ALL_RIGHT = dict.fromkeys(("UPOS", "XPOS", "UFeats", "AllTags", "Lemmas", "UAS", "LAS"), 4) | dict.fromkeys(
    ("CLAS", "MLAS", "BLEX"), 2
)


def correct(gold: str, system: str) -> dict[str, int]:
    metrics = evaluate_aligned(annotated(gold), annotated(system)).metrics
    return {name: score.correct for name, score in metrics.items() if name in ALL_RIGHT}


@pytest.mark.parametrize(
    ("row", "instead", "wrong"),
    [
        pytest.param("", "", {}, id="all right"),
        pytest.param("dog NOUN", "dog PROPN", {"UPOS": 3, "AllTags": 3, "MLAS": 1}, id="tag"),
        pytest.param("the DET", "the PRON", {"UPOS": 3, "AllTags": 3, "MLAS": 1}, id="tag of a function word"),
        pytest.param("Number=Sing", "Number=Plur", {"UFeats": 3, "AllTags": 3, "MLAS": 1}, id="features"),
        pytest.param("Number=Sing", "Number=Sing|Own=Yes", {}, id="a feature that is not universal"),
        pytest.param("dog NOUN", "hound NOUN", {"Lemmas": 3, "BLEX": 1}, id="lemma"),
        pytest.param("The the", "The a", {"Lemmas": 3}, id="lemma of a function word"),
        pytest.param("nsubj", "nsubj:outer", {}, id="subtype"),
        pytest.param("nsubj", "obj", {"LAS": 3, "CLAS": 1, "MLAS": 1, "BLEX": 1}, id="label"),
        pytest.param("2 det", "2 amod", {"LAS": 3, "MLAS": 1}, id="a function word lost"),
        pytest.param("3 punct", "3 cc", {"LAS": 3, "MLAS": 1}, id="a function word too many"),
        pytest.param("2 det", "3 det", {"UAS": 3, "LAS": 3, "MLAS": 0}, id="a function word elsewhere"),
        pytest.param("3 punct", "2 punct", {"UAS": 3, "LAS": 3}, id="punctuation"),
    ],
)
def test_one_difference(row: str, instead: str, wrong: dict[str, int]) -> None:
    assert correct(GOLD, GOLD.replace(row, instead)) == ALL_RIGHT | wrong


def test_the_root_is_a_head() -> None:
    found = correct(GOLD, GOLD.replace("3 nsubj", "0 root").replace("0 root\n.", "2 acl\n."))
    assert (found["UAS"], found["LAS"], found["CLAS"]) == (2, 2, 0)


def test_any_lemma_is_right_where_gold_has_none() -> None:
    assert correct(GOLD.replace("dog NOUN", "_ NOUN"), GOLD) == ALL_RIGHT
    assert correct(GOLD, GOLD.replace("dog NOUN", "_ NOUN")) == ALL_RIGHT | {"Lemmas": 3, "BLEX": 1}


def test_other_words() -> None:
    """One multiword token is undone, and the period joined to the word before it."""
    gold = """
Wir wir PRON _ 2 nsubj
gehen gehen VERB _ 0 root
3-4 zum
zu zu ADP _ 5 case
dem der DET _ 5 det
Haus Haus NOUN _ 2 obl
. . PUNCT _ 2 punct
"""
    system = """
Wir wir PRON _ 2 nsubj:pass
gehen gehen VERB _ 0 root
zum zum ADP _ 4 case
Haus. Haus. NOUN _ 2 obl
"""
    metrics = evaluate_aligned(annotated(gold), annotated(system)).metrics
    assert metrics["Tokens"] == MetricScore(5, 4, 3)
    assert metrics["Sentences"] == MetricScore(1, 1, 1)
    assert metrics["Words"] == MetricScore(6, 4, 2)
    for name in ("UPOS", "XPOS", "UFeats", "AllTags", "Lemmas", "UAS", "LAS"):
        assert metrics[name] == MetricScore(6, 4, 2, aligned=2)
    for name in ("CLAS", "MLAS", "BLEX"):
        assert metrics[name] == MetricScore(3, 3, 2, aligned=2)
    assert metrics["Words"].precision == 50
    assert metrics["Words"].recall == pytest.approx(100 / 3)
    assert metrics["Words"].f1 == 40
    assert metrics["LAS"].aligned_accuracy == 100
    assert metrics["Words"].aligned_accuracy is None


def test_a_head_that_gold_lacks_is_wrong() -> None:
    gold = annotated("a a X _ 2 dep\nbc bc X _ 0 root")
    system = annotated("a a X _ 2 dep\nb b X _ 0 root\nc c X _ 2 dep")
    metrics = evaluate_aligned(gold, system).metrics
    assert (metrics["Words"].correct, metrics["UAS"].correct) == (1, 0)


def test_function_words_that_gold_lacks_are_wrong() -> None:
    gold = "1-2 dus\nde de ADP _ 3 case\nus us DET _ 3 det\nchien chien NOUN _ 0 root"
    system = "1-2 dus\nde de ADP _ 3 case\nles us DET _ 3 det\nchien chien NOUN _ 0 root"
    metrics = evaluate_aligned(annotated(gold), annotated(system)).metrics
    assert (metrics["Words"].correct, metrics["CLAS"].correct, metrics["MLAS"].correct) == (2, 1, 0)


def test_sentences() -> None:
    gold = [annotated(f"{word} _ _ _ 0 root") for word in "abc"]
    joined = annotated("a _ _ _ 2 dep\nb _ _ _ 0 root")
    metrics = evaluate_aligned(gold, [joined, gold[2]]).metrics
    assert metrics["Sentences"] == MetricScore(3, 2, 1)
    assert (metrics["Words"].correct, metrics["UAS"].correct) == (3, 2)


def test_nothing_is_nothing_of_nothing() -> None:
    score = MetricScore(0, 0, 0, aligned=0)
    assert (score.precision, score.recall, score.f1, score.aligned_accuracy) == (0, 0, 0, 0)


def test_without_trees_words_and_tags_are_scored() -> None:
    metrics = evaluate_aligned(annotated(GOLD), annotated("The\ndog\nbarks."))
    assert list(metrics.metrics)[-1] == "Lemmas"
    with pytest.raises(TreebankError, match="word 2 has no valid head; all words need heads"):
        evaluate_aligned(annotated(GOLD), annotated(GOLD.replace("3 nsubj", "_ nsubj")))


def test_content_words() -> None:
    assert len(CONTENT_RELATIONS) == 29
    assert {"advmod", "dep", "root", "fixed"} <= CONTENT_RELATIONS
    assert not {"punct", "aux", "cop", "mark", "det", "clf", "case", "cc", "nsubj:pass"} & CONTENT_RELATIONS


def joined(sentences: list[Sentence]) -> list[Sentence]:
    """Every third word joined to the next one, whose columns stay."""
    found = []
    for sentence in sentences:
        kept = [word for word in range(len(sentence)) if word % 3 or word == len(sentence) - 1]
        before = [max([place for place in kept if place < word], default=-1) for word in kept]
        numbers = {word: number for number, word in enumerate(kept, 1)}
        heads = [numbers.get(sentence.heads[word] - 1, 0) if sentence.heads[word] else 0 for word in kept]
        forms = ["".join(sentence.forms[a + 1 : b + 1]) for a, b in zip(before, kept, strict=True)]
        labels = [sentence.deprels[word] for word in kept]
        found.append(Sentence.from_columns(forms, heads=heads, deprels=labels))
    return found


def test_the_same_files_exchanged() -> None:
    gold = sample(30)
    system = joined(gold)
    there, back = evaluate_aligned(gold, system).metrics, evaluate_aligned(system, gold).metrics
    assert 0 < there["Words"].f1 < 100
    for name in ("Tokens", "Sentences", "Words", "UPOS", "UAS", "LAS"):
        assert (there[name].precision, there[name].recall) == (back[name].recall, back[name].precision)
    for score in evaluate_aligned(gold, gold).metrics.values():
        assert (score.precision, score.recall, score.f1) == (100, 100, 100)


@pytest.mark.skipif(not EXPECTED, reason="cases with known answers are not at hand")
@pytest.mark.parametrize("name", EXPECTED)
def test_the_same_numbers_as_the_script(name: str) -> None:
    metrics = evaluate_aligned(*(CASES / f"{name}.{side}.conllu" for side in ("gold", "system"))).metrics
    assert {
        metric: {number: round(getattr(metrics[metric], number), 2) for number in numbers}
        for metric, numbers in EXPECTED[name].items()
    } == EXPECTED[name]
