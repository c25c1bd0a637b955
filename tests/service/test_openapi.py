"""The description of the interface is complete, and what it documents is accepted."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

from arcwalk.service.openapi import PARAMETERS, SCHEMAS, openapi
from arcwalk.service.parsing import ParseRequest

METHODS = ("get", "post")


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in openapi()["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def references(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        for each in value.values():
            yield from references(each)
    elif isinstance(value, list):
        for each in value:
            yield from references(each)


def test_every_route_is_described(client: TestClient) -> None:
    routes = {route.path: route.methods for route in client.app.routes if isinstance(route, Route)}  # type: ignore[attr-defined]
    described = {(path, method.upper()) for path, method, _ in operations()}
    served = {(path, method) for path, methods in routes.items() for method in methods or () if method != "HEAD"}
    assert described == served


def test_the_description_is_well_formed(client: TestClient) -> None:
    found = client.get("/openapi.json").json()
    assert found == openapi()
    assert found["openapi"].startswith("3.1")
    assert found["info"].keys() >= {"title", "version"}
    names = [operation["operationId"] for _, _, operation in operations()]
    assert len(names) == len(set(names))
    for path, method, operation in operations():
        assert method in METHODS
        assert operation["summary"]
        assert all(status.isdecimal() and reply["description"] for status, reply in operation["responses"].items())
        in_path = {each["name"] for each in operation.get("parameters", []) if each["in"] == "path"}
        assert all(f"{{{name}}}" in path for name in in_path)
        assert path.count("{") == len(in_path)
        for each in operation.get("parameters", []):
            assert each.keys() >= {"name", "in", "required", "schema"}
    for reference in references(found):
        assert reference.rpartition("/")[2] in SCHEMAS


@pytest.mark.parametrize("name", [each.name for each in PARAMETERS])
def test_every_parameter_is_accepted(client: TestClient, name: str) -> None:
    """With its example, alone and with others, and with every value that it can have."""
    examples = {each.name: each.example for each in PARAMETERS}
    exclusive = "confidence" if name == "nbest" else "nbest"
    most = {each: example for each, example in examples.items() if each != exclusive}
    assert client.get("/process", params=most).status_code == 200
    given = {"data": examples["data"], "input": examples["input"], "parser": "", name: examples[name]}
    assert client.post("/process", data=given).status_code == 200
    for choice in next(each.choices for each in PARAMETERS if each.name == name):
        assert client.post("/process", data={"data": "", name: choice}).status_code == 200


def test_the_fields_of_parse_are_those_described() -> None:
    assert list(SCHEMAS["ParseRequest"]["properties"]) == list(ParseRequest.__dataclass_fields__)


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """Whether a value has the shape that a schema describes."""
    if "$ref" in schema:
        return fits(value, SCHEMAS[schema["$ref"].rpartition("/")[2]])
    match schema["type"]:
        case "object":
            known = schema.get("properties", {})
            others = schema.get("additionalProperties")
            return (
                isinstance(value, dict)
                and value.keys() >= set(schema.get("required", ()))
                and all(key in known or others for key in value)
                and all(fits(each, known.get(key) or others) for key, each in value.items())
            )
        case "array":
            return isinstance(value, list) and all(fits(each, schema["items"]) for each in value)
        case "string":
            return isinstance(value, str) and value in schema.get("enum", [value])
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            return type(value) is int
        case "number":
            return isinstance(value, float | int) and schema.get("minimum", value) <= value <= schema.get(
                "maximum", value
            )
    return False


def test_answers_have_the_shape_that_is_described(client: TestClient) -> None:
    assert fits(client.get("/models").json(), SCHEMAS["Models"])
    text = "The dog sleeps."
    assert fits(client.get("/process", params={"data": text, "tokenizer": ""}).json(), SCHEMAS["ProcessReply"])
    asked = {"data": text, "confidence": True, "nbest": 2, "svg": True}
    assert fits(asked, SCHEMAS["ParseRequest"])
    reply = client.post("/parse", json=asked).json()
    assert fits(reply, SCHEMAS["ParseReply"])
    reply["sentences"][0]["words"][0]["head"] = "2"
    assert not fits(reply, SCHEMAS["ParseReply"])
