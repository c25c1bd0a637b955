"""Treebank files that are nearly right: those of the sample treebank, with more than it has, and then damaged."""

import bz2
import gzip
import lzma
from collections.abc import Callable
from pathlib import Path
from random import Random

from arcwalk import sample
from fuzz.values import value

Lines = list[str]
Change = Callable[[Random, Lines], None]

_POOL = [str(sentence) for sentence in sample(200, seed=3)]
_COMPRESSIONS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": lambda data: gzip.compress(data, mtime=0),
    ".xz": lzma.compress,
    ".bz2": bz2.compress,
}
_PLUS = "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC"


def damaged_file(random: Random, folder: Path) -> Path:
    """A file of one to four sentences with some damage; sometimes with none."""
    lines: Lines = []
    for text in random.sample(_POOL, random.randint(1, 4)):
        sentence = text.splitlines()
        if random.random() < 0.3:
            _enrich(random, sentence)
        lines += sentence
    for _ in range(random.choice((0, 1, 1, 1, 2, 4))):
        random.choice(_CHANGES)(random, lines)
    ending = random.choice(("\n",) * 8 + ("\r\n", "\r", "\n\r"))
    data = ending.join([*lines, ""]).encode("utf-8", "surrogatepass")
    if random.random() < 0.3:
        data = random.choice(_BYTE_CHANGES)(random, data)
    name = "input.conllu"
    if random.random() < 0.05:
        suffix = random.choice(list(_COMPRESSIONS))
        name += random.choice((suffix, suffix, "", ".gz"))
        data = _COMPRESSIONS[suffix](data)
        if random.random() < 0.5:
            data = _cut(random, data)
    path = folder / name
    path.write_bytes(data)
    return path


def _enrich(random: Random, lines: Lines) -> None:
    """Add what CoNLL-U allows: a multiword token, an empty node, an enhanced graph, comments, MISC."""
    rows = _rows(lines)
    for place in rows:
        columns = lines[place].split("\t")
        columns[8] = f"{columns[6]}:{columns[7]}" + random.choice(("", ":in", "|99.1:conj"))
        lines[place] = "\t".join(columns)
    first = random.randrange(1, len(rows))
    after = random.randrange(first + 1, len(rows) + 1)
    lines.insert(rows[after - 1] + 1, f"{after}.1\ty\t_\t_\t_\t_\t_\t_\t0:root\t_")
    lines.insert(rows[first - 1], f"{first}-{first + 1}\tx\t" + "\t".join("_" * 8))
    lines.insert(0, "# newdoc id = d")


def _rows(lines: Lines) -> list[int]:
    """Where the lines with columns are; there is at least one line."""
    if not lines:
        lines.append("")
    return [place for place, line in enumerate(lines) if "\t" in line] or [0]


def _column(random: Random, lines: Lines) -> None:
    place = random.choice(_rows(lines))
    columns = lines[place].split("\t")
    columns[random.randrange(len(columns))] = value(random)
    lines[place] = "\t".join(columns)


def _all_of_a_column(random: Random, lines: Lines) -> None:
    column, new = random.randrange(10), value(random)
    for place in _rows(lines):
        columns = lines[place].split("\t")
        if column < len(columns):
            columns[column] = new
            lines[place] = "\t".join(columns)


def _width(random: Random, lines: Lines) -> None:
    """More or fewer columns, in one line or in all."""
    wanted = random.choice((1, 2, 8, 9, 11, 12, 14, 15, 20))
    rows = _rows(lines)
    for place in rows if random.random() < 0.7 else [random.choice(rows)]:
        columns = lines[place].split("\t")
        columns += [random.choice(("_", "_", "0", "x", "Y")) for _ in range(wanted - len(columns))]
        lines[place] = "\t".join(columns[:wanted])


def _plus(random: Random, lines: Lines) -> None:
    """CoNLL-U Plus: a header, and columns as it says or not."""
    names = _PLUS.split()[3:]
    more = ["SEM:ROLE", "SEM:FRAME", "X"][: random.randint(0, 3)]
    order = list(range(len(names) + len(more)))
    if random.random() < 0.5:
        random.shuffle(order)
    for place in _rows(lines):
        columns = (lines[place].split("\t") + ["*"] * len(more))[: len(order)]
        columns += ["_"] * (len(order) - len(columns))
        lines[place] = "\t".join(columns[old] for old in order)
    header = [[*names, *more][old] for old in order]
    if random.random() < 0.2:
        header[random.randrange(len(header))] = value(random)
    lines.insert(0, "# global.columns = " + " ".join(header))


def _delete(random: Random, lines: Lines) -> None:
    first = random.randrange(len(lines) + 1)
    del lines[first : first + random.choice((1, 1, 3))]


def _duplicate(random: Random, lines: Lines) -> None:
    lines.insert(random.randrange(len(lines) + 1), random.choice(lines or [""]))


def _swap(random: Random, lines: Lines) -> None:
    if lines:
        one, other = random.randrange(len(lines)), random.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]


def _insert(random: Random, lines: Lines) -> None:
    kinds = (
        "",
        " ",
        "\t",
        "# comment",
        "#",
        f"# sent_id = {value(random)}",
        f"# text = {value(random)}",
        value(random),
    )
    lines.insert(random.randrange(len(lines) + 1), random.choice(kinds))


def _separator(random: Random, lines: Lines) -> None:
    old, new = random.choice((("\t", " "), ("\t", "  "), ("\t", "\t\t"), (" ", "\t"), ("_", ""), ("\t", ",")))
    place = random.choice(_rows(lines))
    lines[place] = lines[place].replace(old, new)


def _heads(random: Random, lines: Lines) -> None:
    for place in _rows(lines):
        columns = lines[place].split("\t")
        if len(columns) > 6 and random.random() < 0.5:
            columns[6] = str(random.randint(-1, 30))
            lines[place] = "\t".join(columns)


def _nothing_left(_: Random, lines: Lines) -> None:
    del lines[1:]


_CHANGES: list[Change] = [
    *(_column, _column, _column, _column, _all_of_a_column, _width, _plus, _delete, _duplicate),
    *(_swap, _insert, _separator, _heads, _nothing_left),
]


def _cut(random: Random, data: bytes) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def _flip(random: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(random.randint(1, 5)):
        if changed:
            changed[random.randrange(len(changed))] = random.randrange(256)
    return bytes(changed)


def _noise(random: Random, data: bytes) -> bytes:
    place = random.randrange(len(data) + 1)
    return data[:place] + random.randbytes(random.randint(1, 40)) + data[place:]


def _mark(_: Random, data: bytes) -> bytes:
    return b"\xef\xbb\xbf" + data


def _other_encoding(random: Random, data: bytes) -> bytes:
    encoding = random.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "cp1252", "shift_jis", "utf-7"))
    return data.decode("utf-8", "replace").encode(encoding, "replace")


_BYTE_CHANGES: list[Callable[[Random, bytes], bytes]] = [_cut, _flip, _noise, _mark, _other_encoding]
