"""Odd requests to the service: an answer, or a refusal that says what to do; never an apology."""

import json
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote_plus

from starlette.testclient import TestClient

from arcwalk.service import application
from fuzz.parsers import TAGGED, TAGGER, parsers
from fuzz.scenario import Attack, Scenario, demand
from fuzz.treebank_files import damaged_file
from fuzz.values import VALUES, value

_NAMES = ["model", "tokenizer", "tagger", "parser", "input", "output", "language", "confidence", "nbest", "keep"]
_KNOWN = [
    "",
    "conllu",
    "horizontal",
    "vertical",
    "generic_tokenizer",
    "plaintext",
    "ranges;presegmented",
    "text",
    TAGGED,
    "vine",
    "en",
    "3",
]
_FIELDS = ["data", "input", "language", "model", "keep", "confidence", "nbest", "svg", "more"]
_JSON: list[Any] = [True, False, 1, 0, -1, 10**30, 1.5, None, [], {}, "conllu", "lines", "words", TAGGED, *VALUES]


def prepare(shared: Path) -> Attack:
    """Ask the service in this process."""
    models = parsers(shared)
    client = TestClient(application(models[TAGGED], models["vine"], models[TAGGER]), raise_server_exceptions=False)

    def attack(random: Random, folder: Path) -> None:
        data = damaged_file(random, folder).read_bytes() if random.random() < 0.5 else value(random).encode("utf-8")
        text = data.decode("utf-8", "replace")
        match random.randrange(4):
            case 0:
                fields = {"data": text, **{random.choice(_FIELDS): random.choice(_JSON) for _ in range(4)}}
                asked = client.post("/parse", content=json.dumps(fields), headers={"Content-Type": "application/json"})
            case 1:
                asked = client.post("/process", data={**_parameters(random), "data": text})
            case 2:
                asked = client.post("/process", files={"data": ("x", data)}, data=_parameters(random))
            case _:
                query = "&".join(f"{quote_plus(name)}={quote_plus(each)}" for name, each in _parameters(random).items())
                asked = client.get(f"/process?{query}&data={quote_plus(data[:1000])}")
        (folder / "request.txt").write_bytes(asked.request.url.raw_path + b"\n" + asked.request.read())
        demand(asked.status_code in (200, 400, 413, 415, 422), f"an answer or a refusal, not {asked.status_code}")
        if asked.status_code == 200:
            json.loads(asked.content)
        else:
            demand(asked.text.removesuffix("\n").isprintable(), f"one line says why: {asked.text!r}")
            demand(len(asked.text) < 1000, f"a short message: {len(asked.text)} characters")

    return attack


def _parameters(random: Random) -> dict[str, str]:
    names = random.sample(_NAMES, random.randint(0, 6))
    return {name: random.choice(_KNOWN) if random.random() < 0.7 else value(random) for name in names}


REQUESTS = Scenario("requests", 1400, prepare)
