"""Files of word clusters and word vectors, whose format is recognized from their content.

- clusters: the three columns of brown-cluster's `paths`, separated by tabs: path (bits), word, count;
- vectors as text, a word and its numbers in each line: word2vec and fastText (`.vec`) with the number of words and of
  dimensions in the first line, GloVe without;
- vectors in word2vec's binary format.

Files may be compressed. Of vectors, which are sorted by frequency by convention, no more are read than are kept. Words
of more than 1,000 bytes are left out.
"""

import heapq
import io
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcwalk.errors import ArcwalkError
from arcwalk.files.input import binary_input
from arcwalk.files.paths import FilePath, source_name
from arcwalk.representations.vector_clusters import clusters_of, principal_components
from arcwalk.representations.word_table import CLUSTER_BITS, MOST_WORDS, Words

_HEADER = re.compile(rb"^([0-9]{1,18}) ([0-9]{1,18})\s*$")
_PATH = re.compile(rb"^[01]+\t[^\t]+\t[0-9]{1,18}\s*$")
_NOT_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1f]")
_ENDING = b" \r\n"
_MOST_DIMENSIONS, _MOST_NUMBERS, _MOST_CLUSTERS = 10_000, 250_000_000, 1 << 16
_LONGEST_WORD, _LONGEST_BINARY_WORD, _LONGEST_LINE = 1000, 10_000, 1 << 20  # bytes
_START = 4096  # bytes that tell text from numbers

WordVectors = Iterator[tuple[str, NDArray[np.float32]]]


def read_word_file(path: FilePath, seed: int = 0) -> Words:
    """The most frequent words of a file of clusters or vectors; `seed` matters where vectors are clustered."""
    with binary_input(path) as stream:
        file = _WordFile(source_name(path), stream)
        first = stream.readline(_LONGEST_LINE).removeprefix(BOM_UTF8)
        if match := _HEADER.match(first):
            words, dimensions = int(match[1]), int(match[2])
            if not 1 <= dimensions <= _MOST_DIMENSIONS:
                raise file.error(1, f"vectors cannot have {dimensions} dimensions", "check the file")
            if _NOT_TEXT.search(stream.peek(_START)[:_START]):
                return _from_vectors(file.binary_vectors(words, dimensions), dimensions, seed, file)
            return _from_vectors(file.text_vectors(file.lines(2), dimensions, words), dimensions, seed, file)
        lines = chain([(1, first)], file.lines(2))
        if _PATH.match(first):
            return _from_paths(file.paths(lines), file)
        if (dimensions := _numbers_in(first)) > 1:
            return _from_vectors(file.text_vectors(lines, dimensions), dimensions, seed, file)
    if not first:
        raise file.error(0, "the file is empty", "give word clusters or vectors")
    problem = "this is neither the cluster nor the vector of a word"
    raise file.error(1, problem, "give the paths of brown-cluster, or vectors of word2vec, fastText or GloVe")


class _Path(NamedTuple):
    bits: str
    word: str
    frequency: int


class _WordFile(NamedTuple):
    """An open file, and its name for messages."""

    name: str
    stream: "io.BufferedReader[io.RawIOBase]"

    def error(self, line: int, problem: str, remedy: str) -> ArcwalkError:
        """The error for a problem in a line; 0 is the file as a whole."""
        return ArcwalkError(f"{self.name}{f':{line}' if line else ''}: {problem}", remedy)

    def lines(self, number: int) -> Iterator[tuple[int, bytes]]:
        """The lines of a text file from here on, of which the first has this number."""
        while line := self.stream.readline(_LONGEST_LINE):
            if len(line) == _LONGEST_LINE:
                raise self.error(number, "the line has no end", "check that this is the right file")
            yield number, line
            number += 1

    def paths(self, lines: Iterable[tuple[int, bytes]]) -> Iterator[_Path]:
        """The rows of a file of clusters."""
        for number, line in lines:
            if _PATH.match(line):
                bits, word, frequency = line.split(b"\t")
                if max(len(bits), len(word)) <= _LONGEST_WORD:
                    yield _Path(bits.decode(), self._decoded(word, number), int(frequency))
            elif line.strip():
                problem = "this is not a path of bits, a word and a count with tabs between them"
                raise self.error(number, problem, "correct the line")

    def text_vectors(self, lines: Iterable[tuple[int, bytes]], dimensions: int, words: int = 0) -> WordVectors:
        """The vectors of a file as text; `words` is how many its first line promises, if it does."""
        count = 0
        for number, line in lines:
            if not line.strip():
                continue
            word, *numbers = line.rstrip(_ENDING).rsplit(b" ", dimensions)
            if len(numbers) < dimensions or (b" " in word and _is_number(word.rpartition(b" ")[2])):
                problem = f"{_numbers_in(line)} numbers after the word, not {dimensions} as before"
                raise self.error(number, problem, "correct the line, or download the file again")
            try:
                with np.errstate(over="ignore"):
                    vector = np.array(numbers, dtype=np.bytes_).astype(np.float32)
            except ValueError:
                wrong = next(text for text in numbers if not _is_number(text)).decode(errors="replace")
                raise self.error(number, f"{wrong!r} is not a number", "correct the line") from None
            if not np.isfinite(vector).all():
                raise self.error(number, "the vector has NaN or infinity in it", "learn or download the vectors again")
            count += 1
            if len(word) <= _LONGEST_WORD:
                yield self._decoded(word, number), vector
        if count < words:
            raise self._truncated(count, words)

    def binary_vectors(self, words: int, dimensions: int) -> WordVectors:
        """The vectors of a file in binary format."""
        for count in range(words):
            word = bytearray()
            while (character := self.stream.read(1)) not in (b" ", b""):
                word += character
                if len(word) > _LONGEST_BINARY_WORD:
                    raise self.error(0, f"word {count + 1} of the binary file has no end", "download the file again")
            data = self.stream.read(4 * dimensions)
            if len(data) < 4 * dimensions:
                raise self._truncated(count, words)
            vector = np.frombuffer(data, dtype="<f4").astype(np.float32)
            if not np.isfinite(vector).all():
                problem = f"the vector of word {count + 1} has NaN or infinity in it"
                raise self.error(0, problem, "learn or download the vectors again")
            if len(word) <= _LONGEST_WORD:
                yield word.lstrip(b"\n").decode(errors="replace"), vector

    def _decoded(self, word: bytes, line: int) -> str:
        try:
            return word.decode()
        except UnicodeDecodeError:
            raise self.error(line, "the line is not UTF-8", "convert the file to UTF-8") from None

    def _truncated(self, count: int, words: int) -> ArcwalkError:
        return self.error(0, f"only {count:,} of {words:,} vectors are there", "download the file again")


def _from_paths(paths: Iterable[_Path], file: _WordFile) -> Words:
    """Clusters from paths: their prefixes, and whole."""
    kept: dict[str, _Path] = {}
    for row in heapq.nlargest(MOST_WORDS, paths, key=lambda row: row.frequency):
        kept.setdefault(row.word, row)
    columns = []
    for bits in (*CLUSTER_BITS, None):
        numbers: dict[str, int] = {}
        columns.append([numbers.setdefault(row.bits[:bits], len(numbers)) for row in kept.values()])
    if len(numbers) > _MOST_CLUSTERS:
        raise file.error(0, f"there are {len(numbers):,} clusters", f"give at most {_MOST_CLUSTERS:,}")
    return Words.of(list(kept), np.array(columns, dtype=np.uint16).T.copy())


def _from_vectors(vectors: WordVectors, dimensions: int, seed: int, file: _WordFile) -> Words:
    """Clusters of vectors."""
    forms: dict[str, None] = {}
    data = bytearray()
    for form, vector in vectors:
        if form not in forms:
            forms[form] = None
            data += vector.data
            if len(data) > _MOST_NUMBERS * vector.itemsize:
                problem = f"the vectors of the first {len(forms):,} words have more than {_MOST_NUMBERS:,} numbers"
                raise file.error(0, problem, "give fewer words, the most frequent ones, or fewer dimensions")
            if len(forms) == MOST_WORDS:
                break
    if not forms:
        raise file.error(0, "there are no vectors", "give a file with some")
    reduced = principal_components(np.frombuffer(data, dtype=np.float32).reshape(-1, dimensions))
    return Words.of(list(forms), clusters_of(reduced.astype(np.float32), seed))


def _numbers_in(line: bytes) -> int:
    """How many numbers there are in a line after a word, at its end."""
    _, *fields = line.rstrip(_ENDING).split(b" ")
    return next((count for count, field in enumerate(reversed(fields)) if not _is_number(field)), len(fields))


def _is_number(field: bytes) -> bool:
    try:
        float(field)
    except ValueError:
        return False
    return True
