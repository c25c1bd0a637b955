"""Under load: places, the queue, sentences that take too long, clients that leave or trickle."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from threading import Event
from types import SimpleNamespace
from typing import Any, cast

import pytest
from asgi import Client
from starlette.applications import Starlette

from arcwalk import Parser, Sentence
from arcwalk.service.limits import Limits
from arcwalk.service.models import Model, Models
from arcwalk.service.routes import make_application
from arcwalk.service.setup import Setup


@dataclass
class SlowParser:
    """A parser that takes as long as the test wants."""

    may_go_on: Event = field(default_factory=Event)
    seen: list[str] = field(default_factory=list)
    tagging: Any = field(default_factory=lambda: SimpleNamespace(tagger=None, expected=False))
    system: Any = field(default_factory=lambda: SimpleNamespace(name="slow", labels=["root"]))

    def parse(self, sentence: Sentence, **_: object) -> Sentence:
        self.seen.append(sentence.forms[0])
        assert self.may_go_on.wait(60)
        return sentence.with_tree([0] * len(sentence), ["root"] * len(sentence))


@pytest.fixture
def slow() -> Iterator[SlowParser]:
    parser = SlowParser()
    yield parser
    parser.may_go_on.set()


def application(parser: SlowParser, **limits: Any) -> Starlette:
    model = Model.of("slow", cast(Parser, parser))
    return make_application(Setup(Models([model]), Limits(**{"jobs": 1, "queue": 1, **limits})))


def request(app: Starlette, *words: str) -> Client:
    """Ask for the parse of sentences of one word each."""
    body = json.dumps({"data": "\n".join(words), "input": "lines"}).encode()
    return Client(app, "/parse", [body]).start()


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.005)


async def metric(app: Starlette, name: str) -> float:
    text = (await Client(app, "/metrics", method="GET").start().answered()).text
    (value,) = (line.split()[-1] for line in text.splitlines() if line.startswith(f"{name} "))
    return float(value)


def run(test: Awaitable[None]) -> None:
    async def main() -> None:
        await test

    asyncio.run(main())


def test_requests_beyond_the_queue_are_refused(slow: SlowParser) -> None:
    async def test() -> None:
        app = application(slow)
        first = request(app, "a")
        await until(lambda: slow.seen == ["a"])
        second = request(app, "b")
        await asyncio.sleep(0)
        third = await request(app, "c").answered()
        assert (third.status, third.headers["retry-after"]) == (503, "5")
        assert third.text.startswith("too many requests are waiting; try again")
        assert [await metric(app, f"arcwalk_{name}") for name in ("running", "waiting", "rejected_total")] == [1, 1, 1]
        health = await Client(app, "/health", method="GET").start().answered()
        assert health.status == 200
        slow.may_go_on.set()
        assert [(await each.answered()).status for each in (first, second)] == [200, 200]
        assert slow.seen == ["a", "b"]
        assert [await metric(app, f"arcwalk_{name}") for name in ("running", "waiting")] == [0, 0]

    run(test())


def test_a_sentence_that_takes_too_long_keeps_its_place(slow: SlowParser) -> None:
    async def test() -> None:
        app = application(slow, sentence_seconds=0.05)
        late = await request(app, "a", "b").answered()
        assert late.status == 422
        assert late.text == "sentence 1 takes longer than 0.05 s; split it, or ask for less (confidence, nbest)\n"
        assert await metric(app, "arcwalk_running") == 1
        slow.may_go_on.set()
        assert (await request(app, "c").answered()).status == 200
        assert slow.seen == ["a", "c"]  # b was not begun

    run(test())


def test_a_client_that_leaves_while_waiting_loses_its_place(slow: SlowParser) -> None:
    async def test() -> None:
        app = application(slow)
        first = request(app, "a")
        await until(lambda: slow.seen == ["a"])
        second = request(app, "b")
        second.left.set()
        assert (await second.answered()).status == 499
        third = request(app, "c")  # takes the place in the queue
        slow.may_go_on.set()
        assert (await first.answered()).status == 200
        assert (await third.answered()).status == 200
        assert slow.seen == ["a", "c"]

    run(test())


def test_a_client_that_leaves_stops_its_request_after_the_sentence(slow: SlowParser) -> None:
    async def test() -> None:
        app = application(slow)
        first = request(app, "a", "b")
        await until(lambda: slow.seen == ["a"])
        first.left.set()
        assert (await first.answered()).status == 499
        slow.may_go_on.set()
        assert (await request(app, "c").answered()).status == 200
        assert slow.seen == ["a", "c"]

    run(test())


def test_the_size_of_a_request_counts_not_what_it_says(slow: SlowParser) -> None:
    async def test() -> None:
        app = application(slow, request_bytes=1000)
        for path in ("/parse", "/process"):
            large = await Client(app, path, [b"x" * 300] * 4).start().answered()
            assert (large.status, large.text) == (
                413,
                "the request is larger than 0.001 MB; send fewer sentences at a time\n",
            )
        assert not slow.seen

    run(test())


def test_all_bodies_together_are_limited(slow: SlowParser) -> None:
    async def test() -> None:
        app = application(slow, request_bytes=1000, queue=1)

        class Stalled(Client):
            async def _receive(self) -> dict[str, Any]:
                for message in self._body:
                    if message["more_body"]:
                        return message
                await self.left.wait()
                return {"type": "http.disconnect"}

        stalled = [Stalled(app, "/parse", [b"x" * 900]).start() for _ in range(2)]
        await asyncio.sleep(0.01)
        refused = await Client(app, "/parse", [b"x" * 900]).start().answered()
        assert refused.status == 503
        for each in stalled:
            each.left.set()
            assert (await each.answered()).status == 499
        assert (await Client(app, "/parse", [b"x" * 900]).start().answered()).status == 400

    run(test())


def test_requests_must_arrive_in_time(slow: SlowParser) -> None:
    class Trickling(Client):
        async def _receive(self) -> dict[str, Any]:
            await asyncio.sleep(0.01)
            return {"type": "http.request", "body": b" ", "more_body": True}

    async def test() -> None:
        app = application(slow, receiving_seconds=0.1)
        late = await Trickling(app, "/parse").start().answered()
        assert late.status == 408
        assert late.text.startswith("the request did not arrive within 0.1 s")

    run(test())


def test_the_size_of_a_reply_is_limited(slow: SlowParser) -> None:
    async def test() -> None:
        slow.may_go_on.set()
        app = application(slow, reply_bytes=1000)
        assert (await request(app, "a" * 180).answered()).status == 200
        assert (await request(app, "व" * 180).answered()).status == 413  # bytes count, not characters
        large = await request(app, *["a"] * 10).answered()
        assert large.status == 413
        assert "send fewer sentences" in large.text
        assert len(slow.seen) < 12

    run(test())


def test_failures_are_apologized_for_and_logged_without_texts(
    slow: SlowParser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(sentence: Sentence, **_: object) -> Sentence:
        raise ValueError(f"a bug with {sentence.text}")

    monkeypatch.setattr(slow, "parse", fail)

    async def test() -> None:
        app = application(slow)
        failed = await request(app, "confidential").answered()
        assert (failed.status, failed.text) == (500, "something went wrong in arcwalk; please report what you sent\n")
        assert await metric(app, "arcwalk_running") == 0

    with caplog.at_level("INFO", "arcwalk.service"):
        run(test())
    assert "ValueError in" in caplog.text
    assert "POST /parse slow 500, 0 sentences, 0 words" in caplog.text
    assert "confidential" not in caplog.text
