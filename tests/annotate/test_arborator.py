"""ArboratorGrew's parser interface, as its backend uses it."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from commands import arcwalk, assert_one_line_error
from quick_training import QUICK
from starlette.testclient import TestClient

from arcwalk import Sentence, sample
from arcwalk.annotate.arborator.routes import arborator_routes
from arcwalk.annotate.learning import Learning
from arcwalk.annotate.project import Project
from arcwalk.annotate.routes import make_application
from arcwalk.service.limits import Limits
from arcwalk.treebank.confidence import with_confidences

GOLD = sample(45)
UNFINISHED = Sentence.from_columns(["not", "done"])
SAMPLES = {"one": "".join(map(str, GOLD[:20])), "two": "".join(map(str, [*GOLD[20:40], UNFINISHED]))}
TAGGING = ("tag_folds=2", "tag_shuffles=1", "tag_epochs=1")
TUNED = ("epochs", "aggressiveness")  # on held-out sentences, which gives scores
OPTIONS = (*(f"{name}={value}" for name, value in QUICK["sampling"].items() if name not in TUNED), *TAGGING)
NOTHING = dict.fromkeys(("keep_heads", "keep_upos", "keep_xpos", "keep_feats", "keep_deprels", "keep_lemmas"), "NONE")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    project, folder = Project([]), tmp_path_factory.mktemp("models")
    application = make_application(
        project,
        Learning(project),
        Limits(jobs=1, sentence_words=100),
        more_routes=lambda endpoints: arborator_routes(folder, endpoints, OPTIONS),
    )
    with TestClient(application) as client:
        yield client


def data(client: TestClient, path: str, fields: dict[str, Any]) -> dict[str, Any]:
    started = time.monotonic()
    reply = client.post(f"/parser/models{path}", json=fields).json()
    assert time.monotonic() - started < 10
    assert reply["status"] == "success", reply
    found: dict[str, Any] = reply["data"]
    return found


def ready(client: TestClient, path: str, fields: dict[str, Any]) -> dict[str, Any]:
    deadline = time.monotonic() + 100
    while not (found := data(client, path, fields))["ready"]:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return found


@pytest.fixture(scope="module")
def model(client: TestClient) -> dict[str, str]:
    """A model that was trained over the interface."""
    fields = {"project_name": "Zaar .. corpus", "train_samples": SAMPLES, "max_epoch": 10, "base_model": None}
    started = data(client, "/train/start", fields)
    info: dict[str, str] = started["model_info"]
    assert info["project_name"] == "Zaar .. corpus"
    finished = ready(client, "/train/status", {"model_info": info, "train_task_id": started["train_task_id"]})
    assert finished["model_info"] == info
    assert 0 < finished["scores_best"]["LAS_epoch"] < 1
    return info


def parsed(client: TestClient, info: dict[str, str], sentence: Sentence, settings: dict[str, str]) -> Sentence:
    fields = {"model_info": info, "to_parse_samples": {"s": str(sentence)}, "parsing_settings": settings}
    started = data(client, "/parse/start", fields)
    finished = ready(client, "/parse/status", {"parse_task_id": started["parse_task_id"]})
    assert finished["model_info"] == info
    return Sentence.from_conllu(finished["parsed_samples"]["s"], heads="gold")


def test_models_are_listed(client: TestClient, model: dict[str, str]) -> None:
    (listed,) = client.get("/parser/models/list").json()["data"]
    assert {name: listed[name] for name in model} == model


def test_nothing_is_kept_that_is_not_to_be_kept(client: TestClient, model: dict[str, str]) -> None:
    sentence = GOLD[-1]
    bare = Sentence.from_columns(sentence.forms)
    expected = parsed(client, model, bare, NOTHING)
    assert "_" not in expected.upos
    found = parsed(client, model, sentence, NOTHING)
    assert (found.heads, found.deprels, found.upos) == (expected.heads, expected.deprels, expected.upos)
    assert "Predicted" not in str(found)
    assert parsed(client, model, sentence, {}).upos == expected.upos


def test_what_exists_is_kept(client: TestClient, model: dict[str, str]) -> None:
    sentence = GOLD[-1].with_tags(upos=["SYM", "_", *GOLD[-1].upos[2:]])
    settings = dict.fromkeys(NOTHING, "EXISTING")
    found = parsed(client, model, sentence, settings)
    assert (found.heads, found.deprels, found.lemmas) == (sentence.heads, sentence.deprels, sentence.lemmas)
    assert found.upos[0] == "SYM"
    assert found.upos[1] != "_"
    assert found.upos[2:] == sentence.upos[2:]
    labels = parsed(client, model, sentence, {**NOTHING, "keep_deprels": "EXISTING"})
    assert labels.deprels == sentence.deprels


@pytest.mark.parametrize(
    ("path", "fields", "part"),
    [
        ("/train/start", {}, "train_samples: expected an object"),
        ("/train/start", {"project_name": "p", "train_samples": {"s": "nothing"}}, "s:1"),
        ("/train/start", {"project_name": "p", "train_samples": {}}, "no samples"),
        ("/train/start", {"project_name": "p", "train_samples": {"s": str(UNFINISHED)}}, "no sentence has a head"),
        ("/train/start", {"train_samples": SAMPLES}, "project_name: expected a string"),
        ("/parse/start", {"to_parse_samples": SAMPLES}, "model_info: expected an object"),
        ("/train/start", {"project_name": "p", "train_samples": {"s": 1}}, "CoNLL-U as a string"),
        ("/train/start", {"project_name": "", "train_samples": SAMPLES}, "1 to 100 characters"),
        (
            "/train/start",
            {"project_name": "p", "train_samples": SAMPLES, "base_model": {"project_name": "p", "model_id": "m"}},
            "no such model",
        ),
        ("/train/status", {"train_task_id": "x"}, "no such task"),
        (
            "/parse/start",
            {"model_info": {"project_name": "..", "model_id": "../.."}, "to_parse_samples": SAMPLES},
            "no such model",
        ),
        ("/parse/status", {"parse_task_id": 1}, "parse_task_id: expected a string"),
    ],
)
def test_failures_are_said_in_json(client: TestClient, path: str, fields: dict[str, Any], part: str) -> None:
    reply = client.post(f"/parser/models{path}", json=fields)
    assert reply.status_code in (400, 404)
    assert reply.json()["status"] == "failure"
    assert part in reply.json()["error"]


def test_settings_that_there_are_not(client: TestClient, model: dict[str, str]) -> None:
    fields = {"model_info": model, "to_parse_samples": SAMPLES, "parsing_settings": {"keep_heads": "ALL"}}
    error = client.post("/parser/models/parse/start", json=fields).json()["error"]
    assert error == "parsing_settings: keep_heads: choose one of NONE, EXISTING"
    fields["parsing_settings"] = {"keep_deps": "NONE"}
    error = client.post("/parser/models/parse/start", json=fields).json()["error"]
    assert "keep_deps: there is no such setting; choose from keep_heads, keep_deprels, keep_upos" in error
    long = Sentence.from_columns(["a"] * 101)
    fields = {"model_info": model, "to_parse_samples": {"s": str(long)}}
    assert "more than 100 words" in client.post("/parser/models/parse/start", json=fields).json()["error"]


def test_training_that_fails_says_why(client: TestClient) -> None:
    guesses = with_confidences(GOLD[0], [0.5] * len(GOLD[0]))
    fields = {"project_name": "p", "train_samples": {"s": str(guesses)}}
    started = data(client, "/train/start", fields)
    deadline = time.monotonic() + 60
    while (reply := client.post("/parser/models/train/status", json=started).json())["status"] == "success":
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert "training failed" in reply["error"]
    assert "no sentence is confirmed" in reply["error"]


def test_it_is_off_unless_asked_for() -> None:
    project = Project([])
    with TestClient(make_application(project, Learning(project), Limits(jobs=1))) as client:
        assert client.get("/parser/models/list").status_code == 404


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = arcwalk("annotate", "--arborator", tmp_path / "file", "--port", "0")
    assert_one_line_error(done, "file: cannot make a folder for models (File exists)", "--arborator")


def test_models_are_deleted(client: TestClient, model: dict[str, str]) -> None:
    assert client.delete("/parser/models/list/p/m").json()["status"] == "failure"
    assert client.delete(f"/parser/models/list/{model['project_name']}/{model['model_id']}").json()["data"] == []
    assert client.get("/parser/models/list").json()["data"] == []
