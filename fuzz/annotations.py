"""Annotators who save anything at all, and kills at any moment: the file stays valid, and nothing accepted is lost."""

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from typing import Any

from commands import PROCESS  # of the tests

from arcwalk import Sentence, read, sample, write
from arcwalk.annotate.project import Project
from arcwalk.treebank.annotation.state import state_of
from arcwalk.treebank.check import check
from fuzz.scenario import Attack, Scenario, demand
from fuzz.values import value

_ROUNDS = 2  # starts of the service
_SAVES = 12  # at most, until it is killed
_STATES = ("done", "done", "begun", "untouched")


def prepare(_: Path) -> Attack:
    """The service in a process of its own, on a small file."""
    gold = sample(40, seed=11)

    def attack(random: Random, folder: Path) -> None:
        file = folder / "treebank.conllu"
        chosen = random.sample(gold, random.randint(2, 8))
        write(file, [without_tree(sentence) if random.random() < 0.7 else sentence for sentence in chosen])
        if random.random() < 0.3:
            file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
        for _ in range(_ROUNDS):
            _annotate(random, file)
        list(read(file, heads="given"))

    return attack


def _annotate(random: Random, file: Path) -> None:
    """Save until the service is killed, then see what the file says."""
    accepted: dict[str, str] = {}  # what must be in the file, by number of the sentence
    pending: set[str] = set()  # what may be there, because no reply came
    with _served(file) as (process, connection):
        entries = _ask(connection, "GET", "/annotate/project")["sentences"]
        by_id = {entry["id"]: entry for entry in entries}
        order = [entry["id"] for entry in entries]
        deadline = time.monotonic() + random.uniform(0.0, 0.3)
        for _ in range(random.randint(1, _SAVES)):
            place = random.randrange(len(order))
            replaced = order[place : place + random.choice([1, 1, 1, 2])]
            drafts = [_draft(random, connection, by_id[replaced[0]]["id"]) for _ in range(random.choice([1, 1, 2]))]
            fields = {
                "who": "fuzz",
                "replaces": [{"id": id, "version": by_id[id]["version"]} for id in replaced],
                "sentences": drafts,
            }
            is_killed = time.monotonic() > deadline and random.random() < 0.3
            try:
                if is_killed:
                    _send(connection, fields)
                    time.sleep(random.uniform(0, 0.02))
                    process.kill()
                    pending = {str(_key(draft)) for draft in drafts}
                    break
                reply = _ask(connection, "POST", "/annotate/save", fields)
            except (HTTPException, OSError):
                pending = {str(_key(draft)) for draft in drafts}
                break
            if "sentences" not in reply:
                continue
            for id in replaced:
                accepted.pop(str(id), None)
            ids = [entry["id"] for entry in reply["sentences"]]
            order[place : place + len(replaced)] = ids
            by_id.update({entry["id"]: entry for entry in reply["sentences"]})
            for id, draft in zip(ids, drafts, strict=True):
                if draft["state"] == "done":
                    accepted[str(id)] = str(_key(draft))
        process.kill()
    Project([file]).close()  # finishes what was begun
    found = list(read(file, heads="given"))
    demand(not any(check(sentence, "given") for sentence in found), "the file is valid")
    done = [_identity(sentence) for sentence in found if state_of(sentence) == "done"]
    lost = [own for own in accepted.values() if own not in done]
    is_replaced = any(_identity(sentence) in pending for sentence in found)  # by a save of which nobody has heard
    demand(len(lost) <= (2 if is_replaced else 0), f"no accepted sentence is lost: {lost}")


def _draft(random: Random, connection: HTTPConnection, id: int) -> dict[str, str]:
    """A sentence as a page would send it, or with something odd in it."""
    conllu = _ask(connection, "GET", f"/annotate/sentences/{id}")["parsed"]["conllu"]
    if random.random() < 0.4:
        (replacement,) = sample(1, random.randrange(1000))
        conllu = str(replacement)
    if random.random() < 0.2:
        conllu = conllu.replace("\n1\t", f"\n1\t{value(random)}", 1)
    if random.random() < 0.1:
        cut = random.randrange(len(conllu))
        conllu = conllu[:cut] + value(random) + conllu[cut:]
    return {"conllu": conllu.encode("utf-8", "replace").decode(), "state": random.choice(_STATES)}


def _key(draft: dict[str, str]) -> str | None:
    try:
        return _identity(Sentence.from_conllu(draft["conllu"]))
    except Exception:
        return None


def _identity(sentence: Sentence) -> str:
    """What must survive: the words and the tree."""
    return repr((sentence.id, sentence.forms, sentence.heads, sentence.deprels))


def without_tree(sentence: Sentence) -> Sentence:
    """The sentence before anybody annotates it."""
    return sentence.with_tree([-1] * len(sentence), ["_"] * len(sentence))


@contextmanager
def _served(file: Path) -> Iterator[tuple["subprocess.Popen[str]", HTTPConnection]]:
    command = [*PROCESS, "annotate", str(file), "--port", "0", "--every", "1000000"]
    with (
        (file.parent / "log").open("a", encoding="utf-8") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as process,
    ):
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            demand(line.startswith("arcwalk: annotating"), f"the service starts: {line!r}")
            yield process, HTTPConnection(line.split()[-1].removeprefix("http://"), timeout=60)
        finally:
            process.kill()


def _send(connection: HTTPConnection, fields: dict[str, Any]) -> None:
    connection.request("POST", "/annotate/save", json.dumps(fields), {"Content-Type": "application/json"})


def _ask(connection: HTTPConnection, method: str, path: str, fields: dict[str, Any] | None = None) -> Any:
    body = None if fields is None else json.dumps(fields)
    connection.request(method, path, body, {"Content-Type": "application/json"})
    response = connection.getresponse()
    text = response.read().decode()
    demand(response.status in (200, 400, 409), f"an answer or a refusal, not {response.status}: {text}")
    return json.loads(text) if response.status != 400 else {}


ANNOTATIONS = Scenario("annotations", 8, prepare)
