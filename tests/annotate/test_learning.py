"""The loop: what is accepted is learned from, and guesses become better."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from annotate.conftest import without_tree
from arcwalk import BayesPointOptions, Parser, Sentence, TaggingOptions, read, sample, write
from arcwalk.annotate.items import Guess
from arcwalk.annotate.learning import Learning, Schedule
from arcwalk.annotate.learning_curve import Score, forecast, pooled_las
from arcwalk.annotate.project import Draft, Project
from arcwalk.annotate.training import tags_for

GOLD = sample(60)
QUICK = Schedule(every=20, systems=("bayes-point", "mst"), jobs=1, options=("epochs=2", "shuffles=1", "table_bits=16"))


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    write(tmp_path / "a.conllu", map(without_tree, GOLD))
    project = Project([tmp_path / "a.conllu"])
    yield project
    project.close()


def accept(project: Project, learning: Learning, first: int, last: int) -> None:
    for item, gold in list(zip(project.items(), GOLD, strict=True))[first:last]:
        project.save("Anna", [(item.id, item.version)], [Draft(str(gold), "done")], {})
        learning.look()


def wait(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def settled(learning: Learning) -> bool:
    status = learning.status()
    return bool(status["state"] == "idle" and status["done"] < status["next"])


def test_the_loop(project: Project) -> None:
    learning = Learning(project, schedule=QUICK)
    learning.start()
    try:
        wait(lambda: all(item.guess for item in project.items()))
        assert learning.status()["system"] == "plain"
        versions = [item.version for item in project.items()]
        before = project.log.at
        accept(project, learning, 0, 19)
        assert learning.guesser.generation == 0
        accept(project, learning, 19, 20)
        wait(lambda: settled(learning))
        status = learning.status()
        assert (status["system"], status["sentences"], status["next"]) == (
            "mst",
            20,
            40,
        )  # no score tells which is better
        assert [item.version for item in project.items()][20:] == versions[20:]
        assert {item.guess.generation for item in project.items()[20:] if item.guess} == {status["guess"]}
        assert set(project.log.since(before).changed) == {item.id for item in project.items()}
        (plain,) = learning.scores
        assert (plain.system, plain.sentences) == ("plain", 0)
        accept(project, learning, 20, 40)
        wait(lambda: settled(learning))
        assert [score.sentences for score in learning.scores] == [0, 20]
        assert learning.scores[1].las > plain.las
        assert learning.status()["problem"] == ""
    finally:
        learning.stop()
    assert [Score(**entry["scores"]).system for entry in project.entries() if "scores" in entry] == ["plain", "mst"]
    assert Learning(project).scores == [Score(**own.rounded()) for own in learning.scores]


def test_a_given_model_stays_until_another_is_known_to_be_better(project: Project) -> None:
    given = Parser.train(sample(60, seed=4), options=BayesPointOptions(epochs=1, shuffles=1, table_bits=14))
    learning = Learning(project, given, QUICK)
    assert learning.guesser.parser is given
    learning._parsers["mst"] = learning.guesser
    assert learning._best() == "given"
    learning._record["given"] = [Score(0, 0, 70.0, 100, "mst")]
    assert learning._best() == "given"
    for las, best in ((69.0, "given"), (72.0, "mst")):
        learning._record["mst"] = [Score(20, 0, las, 100, "mst")]
        assert learning._best() == best
    learning._record["given"] = [Score(0, 0, las, 100, "mst") for las in (90.0, 70.0, 70.0, 70.0)]
    learning._record["mst"] = [Score(20, 0, 71.0, 100, "mst")] * 3
    assert learning._best() == "mst"  # lately


def test_training_that_fails_is_reported_and_guesses_stay(project: Project) -> None:
    learning = Learning(project, schedule=Schedule(every=2, systems=("bayes-point",), jobs=1, options=("epochs=none",)))
    learning.start()
    try:
        learning.look(now=True)
        wait(lambda: "accept at least 2" in learning.status()["problem"])
        accept(project, learning, 0, 2)
        wait(lambda: "training failed" in learning.status()["problem"])
        assert learning.status()["system"] == "plain"
    finally:
        learning.stop()


def test_sentences_without_tags_need_a_parser_that_tags() -> None:
    bare = [own.with_tags(upos=["_"] * len(own), xpos=["_"] * len(own), feats=["_"] * len(own)) for own in GOLD[:5]]
    assert tags_for(GOLD, GOLD) == tags_for(GOLD, []) == tags_for(bare, bare) == "gold"
    assert tags_for(GOLD, bare) == tags_for(GOLD, [*GOLD, *bare]) == "predicted"


def test_words_without_tags_are_tagged_once_there_is_something_to_learn_from(tmp_path: Path) -> None:
    gold = GOLD[:30]
    blank = [["_"] * len(own) for own in gold]
    tagless = [own.with_tags(upos=b, xpos=b, feats=b, lemmas=b) for own, b in zip(gold, blank, strict=True)]
    write(tmp_path / "a.conllu", [*gold[:20], *map(without_tree, tagless[20:])])
    project = Project([tmp_path / "a.conllu"])
    options = (*QUICK.options, "tag_folds=2", "tag_shuffles=1", "tag_epochs=1")
    assert TaggingOptions(tag_folds=2, tag_shuffles=1, tag_epochs=1)
    learning = Learning(project, schedule=Schedule(20, ("bayes-point",), 1, options))
    learning.start()
    try:
        wait(lambda: learning.guesser.generation == 1 and settled(learning))
        guess = project.items()[-1].guess
        assert guess is not None
        assert "_" not in guess.sentence.upos
    finally:
        learning.stop()
        project.close()
    assert next(own for own in list(read(tmp_path / "a.conllu"))[20:]).upos.count("_") > 0


def test_forecasts_follow_a_power_law() -> None:
    scores = [Score(n, 0.0, 100 - 200 * n**-0.5, 100, "mst") for n in (20, 40, 80, 160)]
    expected = forecast(scores, 200)
    assert expected is not None
    assert expected["sentences"] == 250
    assert expected["las"] == pytest.approx(100 - 200 * 250**-0.5, abs=0.01)
    assert expected["gain"] == pytest.approx(200 * 200**-0.5 - 200 * 250**-0.5, abs=0.01)
    assert forecast(scores[:2], 200) is None
    falling = [Score(n, 0.0, 80 - n / 10, 100, "mst") for n in (20, 40, 80)]
    worse = forecast(falling, 100)
    assert worse is not None
    assert worse["gain"] == 0


def test_scores_are_pooled_over_words() -> None:
    assert pooled_las([Score(1, 0, 50.0, 100, "a"), Score(1, 0, 80.0, 200, "a")]) == pytest.approx(70.0)


def test_what_fails_once_is_told_and_learning_goes_on(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    learning = Learning(project, schedule=Schedule(every=2, systems=("bayes-point",), jobs=1, options=QUICK.options))
    learn, failures = learning._learn, [OSError("the disk is full"), MemoryError()]

    def learn_later() -> None:
        if failures:
            raise failures.pop(0)
        learn()

    monkeypatch.setattr(learning, "_learn", learn_later)
    learning.start()
    try:
        for part in ("the disk is full", r"has failed \(MemoryError\)"):
            learning.look(now=True)
            wait(lambda part=part: re.search(part, learning.status()["problem"]) and learning.activity == "idle")  # type: ignore[misc]
        accept(project, learning, 0, 2)
        wait(lambda: learning.guesser.generation == 1 and settled(learning))
        assert learning.status()["problem"] == ""
    finally:
        learning.stop()


def test_a_sentence_that_cannot_be_guessed_does_not_keep_others_from_it(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = project.items()[3].sentence.forms
    of = Guess.of

    def picky(sentence: Sentence, generation: int) -> Guess:
        if sentence.forms == bad:
            raise IndexError("list index out of range")
        return of(sentence, generation)

    monkeypatch.setattr(Guess, "of", picky)
    learning = Learning(project, schedule=QUICK)
    learning._guess_all()
    assert [index for index, item in enumerate(project.items()) if item.guess is None] == [3]
    assert "IndexError" in learning.problem
    learning.stop()
