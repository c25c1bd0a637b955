"""Around the answers: pages, headers, who may ask, the log and the metrics."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arcwalk import Parser
from arcwalk.service import application
from arcwalk.service.models import Models
from arcwalk.service.routes import make_application
from arcwalk.service.server import LOOPBACK_NAMES, address_of, bind, names_of
from arcwalk.service.setup import Setup


def test_the_page_is_served_with_its_files(client: TestClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    policy = page.headers["content-security-policy"]
    assert policy == "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:"
    assert client.get("/page/index.html").content == page.content
    for path in ("/page/", "/page/nothing.js", "/page/../server.py", "/page/%2e%2e%2fserver.py", "/page//etc/passwd"):
        assert client.get(path).status_code == 404, path


def test_every_answer_has_headers_that_protect_browsers(client: TestClient) -> None:
    for path in ("/", "/models", "/health", "/nowhere", "/process"):
        assert client.get(path).headers["x-content-type-options"] == "nosniff"
        assert client.get(path).headers["x-frame-options"] == "DENY"
        assert "access-control-allow-origin" not in client.get(path, headers={"Origin": "http://x"}).headers


def test_other_addresses_and_methods(client: TestClient) -> None:
    assert (client.get("/nowhere").status_code, client.delete("/process").status_code) == (404, 405)
    assert client.get("/nowhere").text == "there is nothing at this address; see /openapi.json\n"
    assert client.get("/parse").text == "this address takes other methods; see /openapi.json\n"


def test_an_application_is_made_of_model_files(parser: Parser, tmp_path: Path) -> None:
    parser.save(tmp_path / "small.arcwalk")
    with TestClient(application(tmp_path / "small.arcwalk", language="fr")) as client:
        assert client.get("/models").json()["default_model"] == "small"
        reply = client.get("/process", params={"data": "l'homme", "tokenizer": "", "output": "horizontal"})
        assert reply.json()["result"] == "l' homme\n"


def test_health(client: TestClient) -> None:
    assert client.get("/health").json() == {"status": "ok"}


def test_one_origin_can_be_let_in(models: Models) -> None:
    with TestClient(make_application(Setup(models), cors="https://ours.example")) as client:
        for origin, allowed in (("https://ours.example", True), ("https://theirs.example", False)):
            reply = client.get("/models", headers={"Origin": origin})
            assert (reply.headers.get("access-control-allow-origin") == origin) == allowed
        asked = {"Origin": "https://ours.example", "Access-Control-Request-Method": "POST"}
        asked["Access-Control-Request-Headers"] = "content-type"
        assert client.options("/parse", headers=asked).status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8080", 200),
        ("localhost", 200),
        ("LOCALHOST:80", 200),
        ("[::1]:8080", 200),
        ("evil.example", 400),
        ("127.0.0.1.evil.example:8080", 400),
        ("", 400),
    ],
)
def test_on_the_loopback_other_names_are_refused(models: Models, host: str, status: int) -> None:
    with TestClient(make_application(Setup(models), hosts=LOOPBACK_NAMES)) as client:
        assert client.get("/models", headers={"Host": host}).status_code == status


@pytest.mark.parametrize("given", ["127.0.0.2", "localhost", "LocalHost"])
def test_on_the_loopback_its_own_address_is_accepted(models: Models, given: str) -> None:
    with bind(given, 0) as bound:
        names = names_of(bound, given)
        address = address_of(bound)
    with TestClient(make_application(Setup(models), hosts=names), base_url=address) as client:
        assert client.get("/models").status_code == 200
        assert client.get("/models", headers={"Host": given}).status_code == 200
        assert client.get("/models", headers={"Host": "evil.example"}).status_code == 400


def test_the_log_shows_requests_without_texts(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", "arcwalk.service"):
        client.get("/process", params={"data": "confidential", "tokenizer": "", "tagger": "", "parser": ""})
        client.post("/parse", json={"data": "confidential", "model": "confidential"})
        client.get("/confidential")
        client.get("/page/confidential")
        client.request("CONFIDENTIAL", "/models")
    assert "confidential" not in caplog.text.lower()
    shown = [record.getMessage().rpartition(",")[0] for record in caplog.records if record.name == "arcwalk.service"]
    assert shown == [
        "GET /process english-small-1 200, 1 sentences, 1 words",
        "POST /parse - 400, 0 sentences, 0 words",
        "GET other - 404, 0 sentences, 0 words",
        "GET /page - 404, 0 sentences, 0 words",
        "- /models - 405, 0 sentences, 0 words",
    ]


def test_metrics_count_requests_sentences_and_words(models: Models) -> None:
    with TestClient(make_application(Setup(models))) as client:
        client.post("/parse", json={"data": "The dog sleeps. It sleeps."})
        client.post("/parse", json={})
        client.get("/made/up")
        reply = client.get("/metrics")
        assert reply.headers["content-type"].startswith("text/plain; version=")
        lines = reply.text.splitlines()
        for line in (
            'arcwalk_requests_total{path="/parse",status="200"} 1.0',
            'arcwalk_requests_total{path="/parse",status="400"} 1.0',
            'arcwalk_requests_total{path="other",status="404"} 1.0',
            'arcwalk_sentences_total{model="english-small-1"} 2.0',
            'arcwalk_words_total{model="english-small-1"} 7.0',
            'arcwalk_request_seconds_count{path="/parse"} 2.0',
            "arcwalk_rejected_total 0.0",
            "arcwalk_running 0.0",
            "arcwalk_waiting 0.0",
        ):
            assert line in lines
