"""A project of a few sentences whose trees are known but not in the file."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arcwalk import Sentence, sample, write
from arcwalk.annotate.learning import Learning, Schedule
from arcwalk.annotate.project import Project
from arcwalk.annotate.routes import make_application
from arcwalk.service.limits import Limits

GOLD = sample(12)


def without_tree(sentence: Sentence) -> Sentence:
    """The sentence before anybody annotates it."""
    return sentence.with_tree([-1] * len(sentence), ["_"] * len(sentence))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "treebank.conllu"
    write(path, map(without_tree, GOLD))
    return path


@pytest.fixture
def project(file: Path) -> Iterator[Project]:
    project = Project([file])
    yield project
    project.close()


@pytest.fixture
def learning(project: Project) -> Iterator[Learning]:
    """What guesses; nothing is learned as long as it is not started."""
    learning = Learning(project, schedule=Schedule(every=5, systems=("bayes-point",), jobs=1))
    yield learning
    learning.stop()


@pytest.fixture
def client(project: Project, learning: Learning) -> Iterator[TestClient]:
    with TestClient(make_application(project, learning, Limits(jobs=2, request_bytes=100_000))) as client:
        yield client
