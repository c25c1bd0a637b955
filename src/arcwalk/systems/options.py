"""Options of a system: a frozen dataclass, filled from Python keywords or from `--set option=value`."""

import difflib
import os
from collections.abc import Collection, Mapping
from dataclasses import Field, asdict, dataclass, field, fields
from numbers import Real
from pathlib import Path
from typing import Any, TypeVar

from arcwalk.contents.facts import Facts
from arcwalk.contents.source import PICKLED
from arcwalk.errors import ArcwalkError
from arcwalk.features.weights import LEAST_BITS, MOST_BITS
from arcwalk.messages import quoted
from arcwalk.systems.checkpoint import Checkpoint
from arcwalk.treebank.representations.word_table import Words

Options = TypeVar("Options")

# help lines that several systems share
SHUFFLES = "training runs to average, each on its own shuffle; fewer is faster"
WORD_DROPOUT = "word dropout: a word seen c times is replaced by UNK with probability α/(α+c); 0: none"
TABLE_BITS = "log2 of the size of the hashed weight table; lower is smaller and faster, higher more accurate"
BACKOFF = "back-off form of a word: lemma, its first 1 to 9 characters, or auto (depends on the script)"
FEATURES = "feature set: full, turbo (smaller, faster), or your own template file"
UPDATE = "step size: adaptive (smaller for weights updated often), or mira as published"
UPDATES = ("adaptive", "mira")

MOST = 1000  # the largest value of a numeric option that has no limit of its own
_DESCRIPTIONS = {int: "a whole number", float: "a number", str: "text"}


def option(
    default: Any,
    help: str,
    *,
    choices: tuple[str, ...] = (),
    least: float = 0,
    most: float = MOST,
    kept: float | None = None,
) -> Any:
    """A field of an options class: its default, a help line, and the values allowed: choices, or numbers in a range.

    `kept` is the most that a model file can ask for, where more costs whoever uses it much time.
    """
    metadata = {"help": help, "choices": choices, "least": least, "most": most, "kept": kept}
    return field(default=default, metadata=metadata)


def weight_table(default: int, help: str = TABLE_BITS) -> Any:
    """The field for the size of a table of weights."""
    return option(default, help, least=LEAST_BITS, most=MOST_BITS)


def make_options(kind: type[Options], values: Mapping[str, object], owner: str = "") -> Options:
    """Fill an options class; text is converted to the type of the default. An unknown name is an error."""
    known = {item.name: item for item in fields(kind)}  # type: ignore[arg-type]
    filled = {}
    for name, value in values.items():
        if name not in known:
            raise unknown_option(name, known, owner)
        filled[name] = _convert(name, value, known[name])
    return kind(**filled)


def unknown_option(name: str, known: Collection[str], owner: str = "") -> ArcwalkError:
    """The error for an option that does not exist: the closest name, and all options, of `owner` if that is given."""
    close = difflib.get_close_matches(name, known, n=1)
    guess = f"did you mean {close[0]!r}? " if close else ""
    return ArcwalkError(f"unknown option {name!r}; {guess}options{owner and f' of {owner}'}: {', '.join(known)}")


def kept_options(options: Any, *files: str) -> dict[str, Any]:
    """The options as stored in a model file; the paths named in `files` are reduced to file names."""
    values = asdict(options)
    return values | {name: Path(values[name]).name for name in files}


def restore_options(kind: type[Options], facts: Facts) -> Options:
    """The options among the facts of a model file, as `kept_options` stored them, within what a file can ask for."""
    kept = facts.part("options")
    with facts.source.reading():
        options = make_options(kind, kept.values())
    most = {item.name: item.metadata["kept"] for item in fields(kind) if item.metadata["kept"]}  # type: ignore[arg-type]
    if facts.source is PICKLED or not most:
        return options
    limited = {name: min(getattr(options, name), most[name]) for name in most}
    return make_options(kind, {**kept.values(), **limited})


def _convert(name: str, value: object, wanted: Field[Any]) -> object:
    choices, least, most = (wanted.metadata[key] for key in ("choices", "least", "most"))
    given = f"option {name}={quoted(value)}"
    if choices and value not in choices:
        raise ArcwalkError(f"{given}: choose one of {', '.join(choices)}")
    kind: type[Any] = type(wanted.default)
    try:
        if isinstance(value, bool) or not isinstance(value, str | os.PathLike | Real):
            raise TypeError
        converted = kind(value)
        if kind is int and isinstance(value, Real) and converted != value:
            raise ValueError
    except (TypeError, ValueError, OverflowError):
        raise ArcwalkError(f"{given}: this must be {_DESCRIPTIONS[kind]}") from None
    if kind is str:
        return converted
    if not least <= converted <= most:  # nor is NaN
        raise ArcwalkError(f"{given}: this must be from {least:,} to {most:,}")
    return converted


@dataclass(frozen=True, slots=True)
class Setting:
    """What training depends on besides the options of the system."""

    seed: int = 0
    jobs: int = 1
    checkpoint: Checkpoint = field(default_factory=Checkpoint)
    words: Words | None = None  # their clusters
