"""ArboratorGrew's parser interface, as its backend uses it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from commands import arcwalk, assert_one_line_error
from quick_training import QUICK
from starlette.testclient import TestClient

from arcwalk import Parser, Sentence, read, sample, write
from arcwalk.annotate.arborator.base_model import with_base
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
PLUS = "# global.columns = ID FORM HEAD DEPREL\n1\ta\t0\troot\n"
NOTHING = dict.fromkeys(("keep_heads", "keep_upos", "keep_xpos", "keep_feats", "keep_deprels", "keep_lemmas"), "NONE")


@contextmanager
def offering(folder: Path, limits: Limits) -> Iterator[TestClient]:
    """The interface to models in a folder."""
    project = Project([])
    application = make_application(
        project,
        Learning(project),
        limits,
        more_routes=lambda endpoints: arborator_routes(folder, endpoints, OPTIONS),
    )
    with TestClient(application) as client:
        yield client


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[TestClient]:
    with offering(folder, Limits(jobs=1, sentence_words=100)) as client:
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


def problem(client: TestClient, path: str, fields: dict[str, Any]) -> str:
    """Why a task that was started fails."""
    deadline = time.monotonic() + 60
    while (reply := client.post(f"/parser/models{path}", json=fields).json())["status"] == "success":
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return str(reply["error"])


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
        ("/train/start", {"project_name": "p", "train_samples": {"s": PLUS}}, "this is not CoNLL-U"),
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


def test_training_that_fails_says_why_and_leaves_nothing(client: TestClient, folder: Path) -> None:
    guesses = with_confidences(GOLD[0], [0.5] * len(GOLD[0]))
    fields = {"project_name": "p", "train_samples": {"s": str(guesses)}}
    error = problem(client, "/train/status", data(client, "/train/start", fields))
    assert "training failed" in error
    assert "no sentence is confirmed" in error
    assert list((folder / "p").iterdir()) == []


def test_sentences_of_the_base_are_learned_along_with_new_ones(
    client: TestClient, folder: Path, model: dict[str, str]
) -> None:
    corrected = GOLD[0].with_tree(GOLD[0].heads, ["own", *GOLD[0].deprels[1:]])
    new = {"new": "\ufeff" + str(corrected) + str(UNFINISHED), "more": str(GOLD[40])}
    fields = {"project_name": "p", "train_samples": new, "base_model": model}
    started = data(client, "/train/start", fields)
    info = ready(client, "/train/status", started)["model_info"]
    (path,) = (folder / "p").glob("*.arcwalk")
    kept = path.with_suffix(".conllu")
    assert list(read(kept)) == [*GOLD[1:40], corrected, GOLD[40]]
    labels = {label for sentence in read(kept) for label in sentence.deprels}
    assert labels == set(Parser.load(path).system.label_set.names)
    client.delete(f"/parser/models/list/p/{info['model_id']}")
    assert list(kept.parent.iterdir()) == []


@pytest.fixture
def base(tmp_path: Path) -> dict[str, str]:
    """A model that cannot parse, and the sentences that it was trained on."""
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "m.arcwalk").touch()
    write(tmp_path / "p" / "m.conllu", GOLD[:20])
    return {"project_name": "p", "model_id": "m"}


def test_a_base_of_an_earlier_version(tmp_path: Path, base: dict[str, str]) -> None:
    (tmp_path / "p" / "m.conllu").unlink()
    fields = {"project_name": "p", "train_samples": SAMPLES, "base_model": base}
    with offering(tmp_path, Limits(jobs=1)) as client:
        reply = client.post("/parser/models/train/start", json=fields)
    assert reply.status_code == 400
    assert reply.json()["error"] == (
        "base_model: the sentences of this base model were not kept, because an earlier version trained it; "
        "choose another, or none"
    )


@pytest.mark.parametrize("room", [-100, 10])  # that the base leaves for new sentences
def test_base_and_samples_are_together_no_larger_than_a_request(
    tmp_path: Path, base: dict[str, str], room: int
) -> None:
    fields = {"project_name": "p", "train_samples": {"s": str(GOLD[30])}, "base_model": base}
    most = (tmp_path / "p" / "m.conllu").stat().st_size + room
    with offering(tmp_path, Limits(jobs=1, request_bytes=most)) as client:
        error = problem(client, "/train/status", data(client, "/train/start", fields))
    assert "what the base model was trained on is larger than 0.0" in error
    assert "MB, together with train_samples; choose a smaller one, or none" in error


def test_a_base_whose_sentences_are_damaged(tmp_path: Path, base: dict[str, str]) -> None:
    kept = tmp_path / "p" / "m.conllu"
    fields = {"project_name": "p", "train_samples": SAMPLES, "base_model": base}
    with offering(tmp_path, Limits(jobs=1)) as client:
        for damaged in (b"1\tbroken\n", b"1\t\xff\n"):
            kept.write_bytes(damaged)
            assert "m.conllu:1" in problem(client, "/train/status", data(client, "/train/start", fields))


def test_sentences_with_the_same_text_are_the_same() -> None:
    def named(id: str, form: str, label: str) -> Sentence:
        return Sentence.from_columns([form], heads=[0], deprels=[label], id=id)

    old = [named("1", "a", "old"), named("2", "b", "old"), named("", "c", "old")]
    assert with_base([new := named("1", "z", "new")], old) == [*old, new]
    assert with_base([new := named("9", "b", "new")], old) == [old[0], old[2], new]
    assert with_base([new := named("", "c", "new")], old) == [*old[:2], new]


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
