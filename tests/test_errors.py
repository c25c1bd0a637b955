"""Errors as values: fields that survive the way between processes, and arguments in the words of Python."""

import copy
import pickle
from dataclasses import asdict, replace

import pytest

from arcwalk.engine.api import FilesFailed
from arcwalk.engine.outputs import InputChanged
from arcwalk.engine.plan import PlannedFile
from arcwalk.engine.protocol import EngineError
from arcwalk.engine.run import Report
from arcwalk.errors import ArcwalkError, Argument, Finding, Option, TreebankError, Wording
from arcwalk.evaluation.alignment import paired
from arcwalk.models.parses import NoTreeError
from arcwalk.safe_reading.source import Source
from arcwalk.sample import sample

REMEDY = Wording("parse with ", Option("longest", 200), ", or omit ", Argument("jobs"))
FINDING = Finding("a.conllu", 3, "s1", "too-long", "50,000 words; too many", REMEDY)


def mismatch() -> TreebankError:
    with pytest.raises(TreebankError) as caught:
        list(paired(sample(1), []))
    return caught.value


ERRORS = [
    ArcwalkError("a.conllu: no words", REMEDY),
    ArcwalkError(Wording(Argument("jobs", 0), ": must be at least 1")),
    ArcwalkError("a.conllu: no words", remedy="add some"),
    EngineError("the workers died", REMEDY),
    InputChanged("a.conllu: changed", "run again"),
    Source("model").damaged("too short"),
    NoTreeError(),
    TreebankError(FINDING),
    mismatch(),
    FilesFailed(Report(failed={PlannedFile("a", "b"): TreebankError(FINDING)})),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_reach_another_process_whole(error: ArcwalkError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(again) is type(error)
        assert (again.problem, again.remedy, str(again)) == (error.problem, error.remedy, str(error))
        assert getattr(again.wording, "parts", None) == getattr(error.wording, "parts", None)
        assert getattr(again, "finding", None) == getattr(error, "finding", None)


def test_an_error_is_its_problem_and_its_remedy() -> None:
    assert str(ArcwalkError("no words; none at all", "add some")) == "no words; none at all; add some"
    assert str(ArcwalkError("this must be at least 1")) == "this must be at least 1"
    error = TreebankError(FINDING)
    assert error.problem == "a.conllu:3 (sentence s1): 50,000 words; too many"
    assert error.remedy == FINDING.remedy
    assert str(error) == str(FINDING) == f"{error.problem}; parse with longest=200, or omit jobs"
    assert str(replace(FINDING, line=0, sentence="", remedy="")) == "a.conllu: 50,000 words; too many"


def test_places_are_added_to_the_problem() -> None:
    error = ArcwalkError(Wording(Option("longest", 0), ": too few"), REMEDY).at("a.conllu:3")
    assert (error.problem, error.remedy) == ("a.conllu:3: longest=0: too few", REMEDY)


def test_arguments_are_worded_in_parts() -> None:
    text = Wording("a.conllu: ", Wording("use ", Argument("tags", "gold")), " or ", Option("lemmas"), "; tags='gold'")
    assert text == "a.conllu: use tags='gold' or lemmas; tags='gold'"
    worded = "a.conllu: use TAGS or LEMMAS; tags='gold'"  # what is text stays as it is
    for same in (text, pickle.loads(pickle.dumps(text)), asdict(replace(FINDING, remedy=text))["remedy"]):
        assert same.worded(lambda argument: argument.name.upper()) == worded
