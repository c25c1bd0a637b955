"""Our own interface: trees as JSON, with confidences, alternatives and drawings."""

from typing import Any
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from arcwalk import Parser, Sentence


def parse(client: TestClient, data: str, **fields: Any) -> list[dict[str, Any]]:
    reply = client.post("/parse", json={"data": data, **fields})
    assert reply.status_code == 200, reply.text
    assert reply.headers["content-type"] == "application/json"
    sentences: list[dict[str, Any]] = reply.json()["sentences"]
    return sentences


def test_sentences_have_their_words(client: TestClient, parser: Parser) -> None:
    first, second = parse(client, "The dog sees a cat. It sleeps.")
    assert (first["id"], first["text"], first["direction"]) == ("1", "The dog sees a cat.", "ltr")
    sentence = Sentence.from_conllu(first["conllu"])
    whole = parser("The dog sees a cat. It sleeps.")[0]
    assert sentence.with_comment("sent_id", "") == whole.with_comment("sent_id", "")
    assert first["words"][1] == {
        "id": 2,
        "form": "dog",
        "upos": sentence[1].upos,
        "head": sentence[1].head_id,
        "deprel": sentence[1].deprel,
    }
    assert second["id"] == "2"
    assert "svg" not in first


def test_extras_come_on_request(client: TestClient) -> None:
    (parsed,) = parse(client, "The <script> sees a cat.", confidence=True, nbest=3, svg=True)
    assert all(0 <= word["head_confidence"] <= 1 for word in parsed["words"])
    assert ElementTree.fromstring(parsed["svg"]).tag.endswith("svg")
    alternatives = parsed["alternatives"]
    assert len(alternatives) == 3
    scores = [each["score"] for each in alternatives]
    assert scores == sorted(scores, reverse=True)
    for each in alternatives:
        assert ElementTree.fromstring(each["svg"]).tag.endswith("svg")
        assert [word["head"] for word in each["words"]] == list(Sentence.from_conllu(each["conllu"]).heads)


def test_every_format_is_read(client: TestClient) -> None:
    assert [word["form"] for word in parse(client, "a b.\n", input="lines")[0]["words"]] == ["a", "b."]
    assert [len(each["words"]) for each in parse(client, "a\nb\n\nc\n", input="words")] == [2, 1]
    conllu = "# sent_id = s7\n1\tdog\t_\t_\t_\t_\t_\t_\t_\t_\r\n\r\n"
    assert parse(client, conllu, input="conllu")[0]["id"] == "s7"
    assert parse(client, "l'homme", language="fr")[0]["words"][0]["form"] == "l'"
    assert parse(client, " ") == []


def test_confidences_of_an_earlier_tree_are_forgotten(client: TestClient) -> None:
    (parsed,) = parse(client, "The dog sleeps.", confidence=True)
    (again,) = parse(client, parsed["conllu"], input="conllu", nbest=2)
    assert "HeadConfidence" in parsed["conllu"]
    for tree in (again, *again["alternatives"]):
        assert "HeadConfidence" not in tree["conllu"]
        assert "head_confidence" not in tree["words"][0]
    (surer,) = parse(client, parsed["conllu"], input="conllu", confidence=True)
    assert surer["words"] == parsed["words"]


def test_arabic_is_written_from_right_to_left(client: TestClient) -> None:
    assert parse(client, "ينام الكلب")[0]["direction"] == "rtl"


def test_given_heads_are_kept_on_request(client: TestClient) -> None:
    given = "1\tdog\t_\t_\t_\t_\t2\tobl\t_\t_\n2\tsleeps\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    (parsed,) = parse(client, given, input="conllu", keep=True)
    assert (parsed["words"][0]["head"], parsed["words"][0]["deprel"]) == (2, "obl")


def test_arcs_that_a_parser_predicted_are_not_kept(client: TestClient) -> None:
    (parsed,) = parse(client, "The dog sees a cat.", confidence=True)
    sentence = Sentence.from_conllu(parsed["conllu"])
    assert all(token.is_predicted for token in sentence)
    other = next(label for label in ("obl", "nmod") if label != sentence[1].deprel)
    edited = sentence.with_tree(sentence.heads, [sentence[0].deprel, other, *sentence.deprels[2:]])
    for fields in ({}, {"confidence": True}):
        (again,) = parse(client, str(edited), input="conllu", keep=True, **fields)
        kept = Sentence.from_conllu(again["conllu"])[1]
        assert (kept.head_id, kept.deprel, kept.is_predicted) == (sentence[1].head_id, other, False)
        assert [word["id"] for word in again["words"] if "head_confidence" in word] == (
            [1, 3, 4, 5, 6] if fields else []
        )
    head = sentence[1].head_id
    blank = sentence.with_tree([-1, head, *[-1] * 4], ["_", other, *["_"] * 4])
    (expected,) = parse(client, str(blank), input="conllu", keep=True)
    (again,) = parse(client, str(edited), input="conllu", keep=True)
    assert again["words"] == expected["words"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "not valid JSON"),
        (b"{", "not valid JSON"),
        (b"[" * 100_000, "not valid JSON"),
        (b"[]", "not a JSON object"),
        (b"\xff", "is not UTF-8"),
        (b"{}", "the field data is missing"),
        (b'{"data": 1}', "data: expected a string"),
        (b'{"data": "", "keep": 1}', "keep: expected true or false"),
        (b'{"data": "", "nbest": true}', "nbest: expected an integer"),
        (b'{"data": "", "nbest": -1}', "nbest: give a number from 1 to 100"),
        (b'{"data": "", "file": "/etc/passwd"}', "unknown field 'file'; known fields: data, input"),
        (b'{"data": "", "input": "pdf"}', "input: choose one of conllu, words, lines, text"),
        (b'{"data": "a", "model": "/tmp/x.arcwalk"}', "there is no model '/tmp/x.arcwalk'"),
        (b'{"data": "\\ud800"}', "surrogate"),
        (b'{"data": "a\\tb", "input": "lines"}', "data:1: there is a tab in the line"),
        (b'{"data": "1\\tx", "input": "conllu"}', "data:1 (sentence 1): 2 columns instead of 10"),
    ],
)
def test_broken_requests(client: TestClient, body: bytes, message: str) -> None:
    reply = client.post("/parse", content=body)
    assert reply.status_code == 400
    assert message in reply.text
    assert len(reply.text.splitlines()) == 1


def test_answers_are_json_whatever_the_words(client: TestClient) -> None:
    odd = 'quote" back\\slash </script> \u2028 \x01 \U0001f600'
    (parsed,) = parse(client, odd, svg=True)
    assert "\U0001f600" in parsed["text"]
