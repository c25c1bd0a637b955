"""The interface that the page uses."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from annotate.conftest import GOLD, without_tree
from arcwalk import Sentence, read
from arcwalk.annotate.project import Project
from arcwalk.treebank.annotation.state import state_of


def entries(client: TestClient) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = client.get("/annotate/project").json()["sentences"]
    return listed


def saved(client: TestClient, entry: dict[str, Any], sentence: Sentence, state: str = "done", who: str = "Anna") -> Any:
    replaces = [{"id": entry["id"], "version": entry["version"]}]
    fields = {"who": who, "replaces": replaces, "sentences": [{"conllu": str(sentence), "state": state}]}
    return client.post("/annotate/save", json=fields)


def test_the_first_request_lists_everything(client: TestClient):
    overview = client.get("/annotate/project").json()
    (own,) = overview["files"]
    assert own == {"name": "treebank.conllu", "key": own["key"], "sentences": len(GOLD), "problem": ""}
    first = overview["sentences"][0]
    assert (first["sent_id"], first["text"], first["words"]) == (GOLD[0].id, GOLD[0].text, len(GOLD[0]))
    assert (first["state"], first["doubt"], first["who"]) == ("untouched", None, None)
    assert "NOUN" in overview["values"]["upos"]
    assert "Sing" in overview["values"]["feats"]["Number"]
    assert overview["training"]["system"] == "plain"


def test_a_sentence_comes_with_a_guess_and_the_file_stays_as_it_is(client: TestClient, file: Path):
    before = file.read_bytes()
    (first, *_) = entries(client)
    shown = client.get(f"/annotate/sentences/{first['id']}").json()
    guess = Sentence.from_conllu(shown["parsed"]["conllu"])
    assert all(token.is_predicted for token in guess)
    assert shown["guess"] == 0
    assert shown["parsed"]["words"][0]["head_confidence"] == 0.0
    assert shown["parsed"]["svg"].startswith("<svg")
    assert shown["entry"]["version"] == first["version"]
    assert file.read_bytes() == before


def test_a_sentence_that_is_too_long_can_be_split(client: TestClient, file: Path):
    long = Sentence.from_columns(["a"] * 1001)
    file.write_text(f"{file.read_text()}{long}")
    client.get("/annotate/changes?since=0")
    entry = entries(client)[-1]
    conllu = client.get(f"/annotate/sentences/{entry['id']}").json()["parsed"]["conllu"]
    refused = client.post("/annotate/guess", json={"conllu": conllu})
    assert (refused.status_code, refused.text) == (400, "the sentence has 1,001 words, more than 1,000; split it\n")
    halves = f"{Sentence.from_columns(['a'] * 500)}{Sentence.from_columns(['a'] * 501)}"
    assert len(client.post("/annotate/guess", json={"conllu": halves}).json()["sentences"]) == 2


def test_accepting_a_sentence(client: TestClient, file: Path):
    (first, *_) = entries(client)
    at = client.get("/annotate/project").json()["at"]
    client.get(f"/annotate/sentences/{first['id']}")
    reply = saved(client, first, GOLD[0]).json()
    assert [entry["state"] for entry in reply["sentences"]] == ["done"]
    assert state_of(next(read(file))) == "done"
    changes = client.get(f"/annotate/changes?since={at}").json()
    assert [entry["id"] for entry in changes["sentences"]] == [first["id"]]
    assert changes["order"] is None
    assert client.get(f"/annotate/changes?since={changes['at']}").json()["sentences"] == []
    (correction,) = client.get("/annotate/progress").json()["corrections"]
    assert (correction["done"], correction["words"]) == (1, len(GOLD[0]))


def test_a_conflict_shows_both_trees(client: TestClient):
    (first, *_) = entries(client)
    saved(client, first, GOLD[0], who="Ole")
    reply = saved(client, first, without_tree(GOLD[0]), "begun")
    assert reply.status_code == 409
    conflict = reply.json()
    assert "Ole" in conflict["problem"]
    assert [own["entry"]["who"] for own in conflict["current"]] == ["Ole"]
    assert Sentence.from_conllu(conflict["current"][0]["parsed"]["conllu"]).heads == GOLD[0].heads
    assert [word["head"] for word in conflict["yours"][0]["words"]] == [-1] * len(GOLD[0])


def test_guessing_around_what_is_confirmed(client: TestClient):
    gold = GOLD[5]
    heads, labels = [-1] * len(gold), ["_"] * len(gold)
    heads[0], labels[0] = len(gold), "vocative"
    reply = client.post("/annotate/guess", json={"conllu": str(gold.with_tree(heads, labels))}).json()
    (found,) = reply["sentences"]
    first, *others = Sentence.from_conllu(found["conllu"])
    assert (first.head_id, first.deprel, first.is_predicted) == (len(gold), "vocative", False)
    assert all(token.is_predicted for token in others)
    assert "head_confidence" not in found["words"][0]
    again = client.post("/annotate/guess", json={"conllu": found["conllu"], "svg": False}).json()["sentences"][0]
    assert again == {key: value for key, value in found.items() if key != "svg"}


def test_what_is_next(client: TestClient):
    ids = [entry["id"] for entry in entries(client)]
    assert client.get("/annotate/next?by=file&count=3").json() == {"ids": ids[:3]}
    assert client.get("/annotate/next?by=doubt").json() == {"ids": []}  # nothing is guessed yet
    saved(client, entries(client)[0], GOLD[0])
    assert client.get("/annotate/next?count=2").json() == {"ids": ids[1:3]}


def test_the_page_and_the_modules_it_shares(client: TestClient):
    assert client.get("/").headers["content-type"] == "text/html; charset=utf-8"
    assert client.get("/page/api.js").status_code == 200
    assert client.get("/models").json()["default_model"] == "current"
    parsed = client.post("/parse", json={"data": str(GOLD[0]), "input": "conllu"})
    assert parsed.json()["sentences"][0]["id"] == GOLD[0].id


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/annotate/sentences/999", None, 404),
        ("GET", "/annotate/sentences/x", None, 400),
        ("GET", "/annotate/changes", None, 400),
        ("GET", "/annotate/changes?since=1", None, 410),
        ("GET", "/annotate/next?by=chance", None, 400),
        ("GET", "/annotate/next?count=0", None, 400),
        ("GET", "/annotate/save", None, 405),
        ("POST", "/annotate/guess", {"conllu": "nothing"}, 400),
        ("POST", "/annotate/guess", {"conllu": 3}, 400),
        ("POST", "/annotate/guess", {"conllu": "", "svg": "no"}, 400),
        ("POST", "/annotate/guess", {}, 400),
        ("POST", "/annotate/guess", {"conllu": "1\ta\t_\t_\t_\t_\t2\t_\t_\t_\n2\tb\t_\t_\t_\t_\t1\t_\t_\t_\n"}, 400),
        ("POST", "/annotate/save", {"who": "", "replaces": [{"id": 1, "version": ""}], "sentences": []}, 400),
        ("POST", "/annotate/save", {"who": "a\nb", "replaces": [{"id": 1, "version": ""}], "sentences": []}, 400),
        ("POST", "/annotate/save", {"who": "A", "replaces": [], "sentences": []}, 400),
        ("POST", "/annotate/save", {"who": "A", "replaces": [{"id": "1"}], "sentences": []}, 400),
        ("POST", "/annotate/save", {"who": "A", "replaces": [{"id": True, "version": ""}], "sentences": []}, 400),
        ("POST", "/annotate/save", [], 400),
        ("POST", "/annotate/guess", {"conllu": "x" * 200_000}, 413),
    ],
)
def test_odd_requests_are_refused_in_one_line(client: TestClient, method: str, path: str, body: Any, status: int):
    reply = client.request(method, path, json=body) if body is not None else client.request(method, path)
    assert reply.status_code == status
    assert reply.text.endswith("\n")
    assert reply.text.count("\n") == 1


def test_a_state_that_there_is_not(client: TestClient):
    assert saved(client, entries(client)[0], GOLD[0], "perfect").status_code == 400
    assert saved(client, entries(client)[0], without_tree(GOLD[0]), "done").status_code == 400


def test_half_of_a_surrogate_pair(client: TestClient, project: Project):
    item = project.items()[0]
    sentences = [{"conllu": str(GOLD[0]).replace("Grace", "\ud800"), "state": "done"}]
    fields = {"who": "A", "replaces": [{"id": item.id, "version": item.version}], "sentences": sentences}
    headers = {"Content-Type": "application/json"}
    assert client.post("/annotate/save", content=json.dumps(fields), headers=headers).status_code == 400


def test_pages_elsewhere_cannot_save(client: TestClient):
    reply = client.post("/annotate/save", content="{}", headers={"Content-Type": "text/plain"})
    assert reply.status_code == 415
