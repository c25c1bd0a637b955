"""Options of a system: a frozen dataclass, filled from Python keywords or from `--set option=value`."""

import difflib
import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import Field, asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from arcwalk.errors import ArcwalkError
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


def option(
    default: Any, help: str, *, choices: tuple[str, ...] = (), least: float = -math.inf, most: float = math.inf
) -> Any:
    """A field of an options class: its default, a help line, and the values allowed."""
    return field(default=default, metadata={"help": help, "choices": choices, "least": least, "most": most})


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


def _convert(name: str, value: object, wanted: Field[Any]) -> object:
    choices, least, most = (wanted.metadata[key] for key in ("choices", "least", "most"))
    if choices and value not in choices:
        raise ArcwalkError(f"option {name}={value}: choose one of {', '.join(choices)}")
    kind: Callable[[Any], Any] = type(wanted.default)
    try:
        converted = kind(value)
        if kind is float and not math.isfinite(converted):
            raise ValueError
        if kind is int and isinstance(value, float) and converted != value:
            raise ValueError
    except (TypeError, ValueError, OverflowError):
        description = "a whole number" if kind is int else "a number"
        raise ArcwalkError(f"option {name}={value}: this must be {description}") from None
    if kind is not str and not least <= converted <= most:
        limits = f"at least {least}" if most == math.inf else f"from {least} to {most}"
        raise ArcwalkError(f"option {name}={value}: this must be {limits}")
    return converted


@dataclass(frozen=True, slots=True)
class Setting:
    """What training depends on besides the options of the system."""

    seed: int = 0
    jobs: int = 1
    checkpoint: Checkpoint = field(default_factory=Checkpoint)
    words: Words | None = None  # their clusters
