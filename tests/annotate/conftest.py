"""A project of a few sentences whose trees are known but not in the file, and what is saved of it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from arcwalk import Sentence, sample, write
from arcwalk.annotate.items import Item
from arcwalk.annotate.journal import is_save
from arcwalk.annotate.learning import Learning, Schedule
from arcwalk.annotate.project import Draft, Project, Saved
from arcwalk.annotate.routes import make_application
from arcwalk.service.limits import Limits

GOLD = sample(12)


def without_tree(sentence: Sentence) -> Sentence:
    """The sentence before anybody annotates it."""
    return sentence.with_tree([-1] * len(sentence), ["_"] * len(sentence))


def save(project: Project, items: list[Item], *sentences: Sentence, state: Any = "done", who: str = "Anna") -> Saved:
    """Save sentences in the place of others."""
    drafts = [Draft(str(sentence), state) for sentence in sentences]
    return project.save(who, [(item.id, item.version) for item in items], drafts, {})


def journal(file: Path) -> list[dict[str, Any]]:
    """All entries of the journal of a file."""
    lines = file.with_name(f"{file.name}.journal.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def journal_of_saves(file: Path) -> list[dict[str, Any]]:
    """Those that say what was saved."""
    return [entry for entry in journal(file) if is_save(entry)]


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
