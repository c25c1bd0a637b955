"""Two million words through one process and through the service: memory stays flat, all passes give the same bytes.

    python benchmarks/soak.py [--words N] [--model FILE]

The same sentences are parsed again and again, by `Parser.parse` in a process of its own and by a service. Prints the
words so far, the words per second of the pass and the memory after it. Fails if a pass gives other bytes than the
first, or if memory grows by more than a tenth once a quarter of the words are done.
"""

import argparse
import hashlib
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

import httpx2

from arcwalk import Parser, load, read, sample, write
from arcwalk.machine import cores
from service import megabytes, served

TRAINED_ON, ASKED = 1500, 8000  # sentences
IN_REQUEST = 200  # sentences in a request to the service
GROWTH = 1.1


def parse_on_request(model: Path, file: Path, connection: Connection) -> None:
    """Parse a file whenever asked, and send a digest of the result."""
    parser, sentences = load(model), list(read(file))
    while connection.recv():
        digest = hashlib.sha256()
        for sentence in parser.parse(sentences):
            digest.update(str(sentence).encode())
        connection.send(digest.hexdigest())


@contextmanager
def process(model: Path, file: Path) -> Iterator[tuple[int, Callable[[], str]]]:
    """A process that parses: its number, and a pass over the file."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    worker = multiprocessing.get_context("spawn").Process(target=parse_on_request, args=(model, file, theirs))
    worker.start()

    def once() -> str:
        ours.send(True)
        digest: str = ours.recv()
        return digest

    assert worker.pid is not None
    yield worker.pid, once
    ours.send(False)
    worker.join()


@contextmanager
def service(model: Path, file: Path) -> Iterator[tuple[int, Callable[[], str]]]:
    """A service: the number of its process, and a pass over the file by requests one after the other."""
    sentences = list(map(str, read(file)))
    texts = ["".join(sentences[start : start + IN_REQUEST]) for start in range(0, len(sentences), IN_REQUEST)]
    with served(model, 1) as (number, address), httpx2.Client(base_url=address, timeout=600, verify=False) as client:

        def once() -> str:
            digest = hashlib.sha256()
            for text in texts:
                reply = client.post("/process", data={"data": text, "parser": ""})
                reply.raise_for_status()
                digest.update(reply.json()["result"].encode())
            return digest.hexdigest()

        yield number, once


def soak(name: str, number: int, once: Callable[[], str], words: int, total: int) -> bool:
    """Pass after pass until the total is reached; whether bytes stayed the same and memory stayed flat."""
    done, first, early, last = 0, "", 0.0, 0.0
    is_same = True
    print(f"{name}\n{'words':>12}{'words/s':>10}{'MB':>8}")
    while done < total:
        started = time.perf_counter()
        digest = once()
        seconds = time.perf_counter() - started
        done += words
        first, is_same = first or digest, is_same and digest == (first or digest)
        last = megabytes(number)
        if done <= max(total / 4, words):
            early = max(early, last)
        print(f"{done:>12,}{words / seconds:>10,.0f}{last:>8,.0f}", flush=True)
    print(f"bytes: {'the same in every pass' if is_same else 'DIFFERENT'}; memory: {last / early:.2f} times the first")
    return is_same and last < GROWTH * early


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--words", type=int, default=2_000_000, help="in all passes (default: %(default)s)")
    arguments.add_argument("--model", type=Path, help="parser (default: sampling, trained on the sample treebank)")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        model, file = options.model or folder / "sample.arcwalk", folder / "input.conllu"
        if not options.model:
            Parser.train(sample(TRAINED_ON), jobs=cores()).save(model)
        sentences = sample(TRAINED_ON + ASKED)[TRAINED_ON:]
        write(file, sentences)
        words = sum(map(len, sentences))
        good = []
        for title, way in (("one process", process), ("service", service)):
            with way(model, file) as (number, once):
                good.append(soak(title, number, once, words, options.words))
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
