"""The service under load: clients on the loopback that ask again as soon as they have an answer.

    python benchmarks/service.py [--clients N] [--seconds N] [--jobs N] [--model FILE]

`arcwalk serve` runs in a process of its own, the clients in this one. Each request is UDPipe's: a few sentences of raw
text, to be tokenized, tagged and parsed. Prints requests and words per second, the median and the 99th percentile of
the time to an answer, errors, of which there must be none, and the memory of the service before and after.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import numpy as np

from arcwalk import Parser, sample
from arcwalk.machine import cores

TRAINED_ON, ASKED = 1500, 300  # sentences
SENTENCES = 3  # in a request


@contextmanager
def served(model: Path, jobs: int) -> Iterator[tuple[int, str]]:
    """`arcwalk serve` in a process of its own: its number and its address."""
    command = [sys.executable, "-m", "arcwalk.cli.main", "serve", str(model), "--port", "0", "--jobs", str(jobs)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.pid, process.stdout.readline().split()[-1]
        finally:
            process.terminate()


def megabytes(process: int) -> float:
    """The resident memory of a process."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


class Load:
    """What the clients measure."""

    def __init__(self, address: str, texts: list[str]) -> None:
        self.address, self.texts = address, texts
        self.seconds: list[float] = []
        self.words = 0
        self.errors: Counter[str] = Counter()

    async def run(self, clients: int, duration: float) -> None:
        """Keep so many clients busy for so many seconds."""
        end = time.perf_counter() + duration
        await asyncio.gather(*(self._client(number, end) for number in range(clients)))

    async def _client(self, number: int, end: float) -> None:
        """One client with a connection of its own."""
        async with httpx2.AsyncClient(base_url=self.address, timeout=120, verify=False) as session:
            while time.perf_counter() < end:
                await self._ask(session, self.texts[number % len(self.texts)])
                number += 1

    async def _ask(self, session: httpx2.AsyncClient, text: str) -> None:
        started = time.perf_counter()
        try:
            reply = await session.post("/process", data={"data": text, "tokenizer": "", "tagger": "", "parser": ""})
            reply.raise_for_status()
        except httpx2.HTTPError as error:
            self.errors[str(error) or type(error).__name__] += 1
            return
        self.seconds.append(time.perf_counter() - started)
        self.words += sum(line[:1].isdigit() for line in reply.json()["result"].splitlines())


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--clients", type=int, default=50, help="clients at the same time (default: %(default)s)")
    arguments.add_argument("--seconds", type=float, default=60, help="duration (default: %(default)s)")
    arguments.add_argument("--jobs", type=int, default=cores(), help="threads of the service (default: all cores)")
    arguments.add_argument("--model", type=Path, help="parser (default: sampling, trained on the sample treebank)")
    options = arguments.parse_args()
    sentences = sample(TRAINED_ON + ASKED)
    texts = [
        " ".join(sentence.text for sentence in sentences[start : start + SENTENCES])
        for start in range(TRAINED_ON, TRAINED_ON + ASKED, SENTENCES)
    ]
    with tempfile.TemporaryDirectory() as folder:
        model = options.model or Path(folder) / "sample.arcwalk"
        if not options.model:
            Parser.train(sentences[:TRAINED_ON], tags="predicted", jobs=cores()).save(model)
        with served(model, options.jobs) as (process, address):
            load = Load(address, texts)
            asyncio.run(load.run(options.clients, min(5.0, options.seconds)))  # so that all memory is in use
            before = megabytes(process)
            load = Load(address, texts)
            started = time.perf_counter()
            asyncio.run(load.run(options.clients, options.seconds))
            duration = time.perf_counter() - started
            after = megabytes(process)
    p50, p99 = np.percentile(load.seconds, [50, 99]) * 1000
    print(f"{options.clients} clients, {options.jobs} threads, {duration:.0f} s")
    print(f"{len(load.seconds) / duration:8,.0f} requests/s of {SENTENCES} sentences")
    print(f"{load.words / duration:8,.0f} words/s")
    print(f"{p50:8,.0f} ms median, {p99:,.0f} ms 99th percentile")
    print(f"{before:8,.0f} MB at the start, {after:,.0f} MB at the end")
    print(f"{load.errors.total():8,} errors", *load.errors)
    sys.exit(1 if load.errors else 0)


if __name__ == "__main__":
    main()
