"""Whatever is sent, nothing breaks: every answer is a success, or says what is wrong in one line."""

import json

import httpx2
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from arcwalk.service.openapi import PARAMETERS
from arcwalk.service.parsing import ParseRequest

QUICK = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

names = st.sampled_from([each.name for each in PARAMETERS])
fragments = st.sampled_from(
    [
        "1\tdog\t_\t_\t_\t_\t0\troot\t_\t_\n",
        "2\tx\n",
        "\n",
        "\r",
        "\t",
        "# text = a\n",
        "1-2\tdu\t",
        "\ufeff",
        "((",
        "a b.",
    ]
)
texts = st.one_of(st.text(max_size=30), st.lists(fragments, max_size=6).map("".join))
values = st.one_of(texts, st.sampled_from([choice for each in PARAMETERS for choice in (*each.choices, each.example)]))
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=4,
)
marks = st.sampled_from([b"--x", b"\r\n", b"--", b"Content-Disposition: form-data; ", b'name="data"', b"a"])
bodies = st.binary(max_size=200) | st.lists(marks).map(b"".join)
content_types = st.sampled_from(
    [
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
        "text/plain",
        "",
        "multipart/form-data; boundary=" + "x" * 500,
    ]
)


def check(reply: httpx2.Response) -> None:
    assert reply.status_code in (200, 400, 413, 415), reply.text
    if reply.status_code == 200:
        json.loads(reply.content)
    else:
        assert reply.text.count("\n") == 1


@QUICK
@given(st.dictionaries(names, values, max_size=6), texts, st.booleans())
def test_any_parameters(client: TestClient, parameters: dict[str, str], data: str, as_query: bool) -> None:
    sent = {name: value.encode("utf-8", "replace").decode() for name, value in {"data": data, **parameters}.items()}
    check(client.get("/process", params=sent) if as_query else client.post("/process", data=sent))


@QUICK
@given(st.fixed_dictionaries({}, optional=dict.fromkeys(ParseRequest.__dataclass_fields__, json_values | values)))
def test_any_json(client: TestClient, fields: dict[str, object]) -> None:
    check(client.post("/parse", content=json.dumps({"data": "a", "nbest": 1, **fields})))


@QUICK
@given(bodies, content_types, st.sampled_from(["/process", "/parse"]))
def test_any_bytes(client: TestClient, body: bytes, content_type: str, path: str) -> None:
    check(client.post(path, content=body, headers={"Content-Type": content_type}))
