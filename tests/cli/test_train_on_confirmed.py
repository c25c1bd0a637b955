"""`arcwalk train` does not learn trees that a parser guessed."""

import json
from pathlib import Path

import pytest
from commands import arcwalk, assert_one_line_error

from arcwalk import ArcwalkError, Parser, Sentence, Tagger
from arcwalk.cli.display import ProgressBars
from arcwalk.sample import sample
from arcwalk.treebank import write
from arcwalk.treebank.annotation.state import in_state
from arcwalk.treebank.confidence import with_confidences

SENTENCES = sample(60)
WORKLIST = [with_confidences(sentence, [0.5] * len(sentence)) for sentence in SENTENCES[:20]] + SENTENCES[20:]
FAST = {"system": "bayes-point", "epochs": 1, "shuffles": 1, "table_bits": 14}
TAGGER = {"epochs": 1, "shuffles": 1, "table_bits": 14, "columns": "upos"}
OPTIONS = [
    "--system",
    "bayes-point",
    *(word for key in ("epochs=1", "shuffles=1", "table_bits=14") for word in ("--set", key)),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("worklist.conllu", WORKLIST)
    write("guesses.conllu", WORKLIST[:20])
    write("done.conllu", SENTENCES[20:])
    write("one.conllu", WORKLIST[19:])


def train(file: str, *words: str, model: str = "model") -> list[str]:
    done = arcwalk("train", file, "-m", model, *OPTIONS, *words)
    assert done.returncode == 0, done.stderr
    return done.stderr.splitlines()


def test_sentences_with_predicted_arcs_are_left_out() -> None:
    first, *_, last = train("worklist.conllu", "--log", "log")
    assert first == "worklist.conllu: 20 of 60 sentences are not confirmed and are left out; --all includes them"
    assert "trained on 40 sentences" in last
    events = list(map(json.loads, Path("log").read_text().splitlines()))
    assert (events[0]["sentences"], events[1]["text"]) == (40, first)
    assert "left out" not in "".join(train("done.conllu", model="expected"))
    assert Path("model").read_bytes() == Path("expected").read_bytes()
    (first, *_) = train("one.conllu")
    assert first == "one.conllu: 1 of 41 sentences is not confirmed and is left out; --all includes them"


def test_all_sentences_can_be_used() -> None:
    *others, last = train("worklist.conllu", "--all")
    assert "left out" not in "".join(others)
    assert "trained on 60 sentences" in last
    train("guesses.conllu", "--all", "--dev", "guesses.conllu")


def test_what_is_being_annotated_has_sentences_without_trees() -> None:
    def unfinished(sentence: Sentence) -> Sentence:
        return sentence.with_tree([-1] * len(sentence), ["_"] * len(sentence))

    done = [in_state(sentence, "done") for sentence in SENTENCES[20:]]
    write("annotated.conllu", [*map(unfinished, SENTENCES[:5]), *done])
    message = "annotated.conllu: 5 of 45 sentences are not confirmed and are left out; they have no trees yet"
    assert train("annotated.conllu")[0] == message
    first, *_, last = train("annotated.conllu", "--all")
    assert first == "annotated.conllu: 5 of 45 sentences have no trees yet and are left out"
    assert "trained on 40 sentences" in last
    write("annotated.conllu", [unfinished(SENTENCES[0]), *WORKLIST[:2], *done])
    assert train("annotated.conllu")[0].endswith(
        "3 of 43 sentences are not confirmed and are left out; --all includes the 2 with trees"
    )
    first, *_, last = train("annotated.conllu", "--all")
    assert first == "annotated.conllu: 1 of 43 sentences has no tree yet and is left out"
    assert "trained on 42 sentences" in last
    write("annotated.conllu", [in_state(unfinished(SENTENCES[0]), "begun")])
    for words in ([], ["--all"]):
        failed = arcwalk("train", "annotated.conllu", "-m", "none", *OPTIONS, *words)
        assert_one_line_error(
            failed, "has no HEAD" if words else "no sentence is confirmed", "fill it in" if words else "correct some"
        )


def test_nothing_but_guesses_is_an_error() -> None:
    for words in (("guesses.conllu",), ("done.conllu", "--dev", "guesses.conllu")):
        done = arcwalk("train", *words, "-m", "model", *OPTIONS)
        assert_one_line_error(done, "guesses.conllu: no sentence is confirmed", "with --all")
    assert not Path("model").exists()


def test_guesses_are_no_dev_sentences() -> None:
    first, *_, score, _ = train("done.conllu", "--dev", "worklist.conllu")
    assert first.startswith("worklist.conllu: 20 of 60 sentences are not confirmed and are left out")
    *_, expected, _ = train("done.conllu", "--dev", "done.conllu")
    assert score.removeprefix("worklist.conllu") == expected.removeprefix("done.conllu")


def test_a_resumed_run_leaves_out_the_same_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    more = ("--set", "epochs=2", "--set", "shuffles=2")
    steps = iter([False] * 5 + [True])

    def interrupt(_: ProgressBars) -> None:
        if next(steps):
            raise KeyboardInterrupt

    words = ("worklist.conllu", "-m", "model", *OPTIONS, *more, "--jobs", "1")
    with monkeypatch.context() as patch:
        patch.setattr(ProgressBars, "advance", interrupt)
        assert arcwalk("train", *words).returncode == 130
    assert_one_line_error(arcwalk("train", *words, "--resume", "--all"), "different sentences, options or seed")
    assert "trained on 40 sentences" in arcwalk("train", *words, "--resume").stderr
    train("done.conllu", *more, model="expected")
    assert Path("model").read_bytes() == Path("expected").read_bytes()


def test_self_training_adds_its_own_guesses() -> None:
    lines = train("worklist.conllu", "--self-train", "guesses.conllu")
    assert sum("left out" in line for line in lines) == 1
    assert "self-training: 20 parsed sentences added to the training data" in lines


def test_in_python(tmp_path: Path) -> None:
    def model(treebank: list[Sentence], **options: object) -> bytes:
        Parser.train(treebank, **FAST, **options).save(tmp_path / "model")
        return (tmp_path / "model").read_bytes()

    assert model(WORKLIST) == model(SENTENCES[20:])
    assert model(WORKLIST, all_sentences=True) == model(SENTENCES)
    assert model(SENTENCES, dev=WORKLIST) == model(SENTENCES, dev=SENTENCES[20:])
    with pytest.raises(ArcwalkError, match=r"sample: no sentence is confirmed.* include them with all_sentences=True$"):
        Parser.train(WORKLIST[:20], **FAST)


def test_a_tagger_learns_from_all_sentences_and_says_so() -> None:
    words = [word for key, value in TAGGER.items() for word in ("--set", f"{key}={value}")]
    done = arcwalk("train", "worklist.conllu", "-m", "tagger", "--system", "tagger", *words)
    first, *_, last = done.stderr.splitlines()
    said = "20 of 60 sentences are not confirmed; the tagger learns from the tags of all sentences"
    assert first == f"worklist.conllu: {said}"
    assert "trained on 60 sentences" in last
    Tagger.train(SENTENCES, **TAGGER).save("expected")
    assert Path("tagger").read_bytes() == Path("expected").read_bytes()
    done = arcwalk("train", "worklist.conllu", "-m", "tagger", "--system", "tagger", "--all")
    assert_one_line_error(done, "--all: only for parsers, a tagger learns from all sentences; omit --all")
