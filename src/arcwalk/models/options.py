"""Options of a system: a frozen dataclass, filled from Python keywords or from `--set option=value`."""

import difflib
import os
import warnings
from collections.abc import Collection, Mapping
from dataclasses import Field, asdict, dataclass, field, fields, replace
from numbers import Real
from pathlib import Path
from typing import Any, Literal, TypeVar

from arcwalk.errors import ArcwalkError
from arcwalk.features.weights import LEAST_BITS, MOST_BITS
from arcwalk.messages import quoted
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.safe_reading.source import PICKLED

Options = TypeVar("Options")

# help lines that several systems share
SHUFFLES = "training runs to average, each on its own shuffle; fewer is faster"
WORD_DROPOUT = "word dropout: a word seen c times is replaced by UNK with probability α/(α+c); 0: none"
TABLE_BITS = "log2 of the size of the hashed weight table; lower is smaller and faster, higher more accurate"
BACKOFF = (
    "back-off form of a word: lemma, its first 1 to 9 characters, chinese (its first one; years, months, dates and "
    "other numbers by one name each), or auto (depends on the script)"
)
FEATURES = "feature set: full, turbo (smaller, faster), or your own template file"
UPDATE = "step size: adaptive (smaller for weights updated often), or mira as published"
UPDATES = ("adaptive", "mira")
LEARNERS = ("perceptron", "mira")  # of first- and second-order parsers

AUTO: Literal["auto"] = "auto"
Switch = bool | Literal["auto"]
"""Yes, no, or whatever suits the treebank."""

PRESET, PUBLISHED = "as", "published"  # `as=published`: the options of the paper
Presets = Mapping[str, Mapping[str, object]]
"""Options under the names of presets."""

MOST = 1000  # the largest value of a numeric option that has no limit of its own
_DESCRIPTIONS = {int: "a whole number", float: "a number", str: "text"}
_TEXTS = {True: "yes", False: "no"}


@dataclass(frozen=True, slots=True)
class Declaration:
    """What an option may be, besides its type, which is that of its default."""

    help: str
    choices: tuple[str, ...] = ()  # else any text, or numbers in a range
    least: float = 0
    most: float = MOST
    kept_most: float | None = None  # what a model file can ask for, where more costs whoever uses it much time
    after_training: bool = False  # whether it can be set for a trained model
    formerly: str = ""  # the name it had in the version before, which still works
    former_values: Mapping[str, str] = field(default_factory=dict)  # values that had other names


def option(default: Any, help: str, **more: Any) -> Any:
    """A field of an options class: its default, and what a `Declaration` says."""
    return field(default=default, metadata={"declaration": Declaration(help, **more)})


def switch(default: Switch, help: str, **more: Any) -> Any:
    """A field that is true or false, "yes" or "no" as text; or decided by training if its default is `auto`."""
    return option(default, help, choices=("yes", "no") if default != AUTO else (AUTO, "yes", "no"), **more)


def presets(kind: type) -> Presets:
    """The presets of a class: what its attribute `PRESETS` says, if it has one."""
    return getattr(kind, "PRESETS", {})


def declared(kind: type) -> dict[str, Declaration]:
    """The options of a class."""
    return {item.name: item.metadata["declaration"] for item in fields(kind)}


def parsing_options(kind: type) -> tuple[str, ...]:
    """The options of a class that can be set for a trained model."""
    return tuple(name for name, declaration in declared(kind).items() if declaration.after_training)


def option_text(value: object) -> str:
    """A value as it is written on the command line."""
    if isinstance(value, bool):
        return _TEXTS[value]
    return f"{value:g}" if isinstance(value, float) else str(value)


def weight_table(default: int, help: str = TABLE_BITS) -> Any:
    """The field for the size of a table of weights."""
    return option(default, help, least=LEAST_BITS, most=MOST_BITS)


def make_options(kind: type[Options], values: Mapping[str, object], owner: str = "") -> Options:
    """Fill an options class; text is converted to the type of the default. An unknown name is an error.

    A former name is replaced by the present one, with a warning. A preset, `as=NAME`, stands for its options, except
    those that have a value of their own.
    """
    known, values = declared(kind), _expanded(kind, values)
    current = _current_names(known, values)
    for name, former in current.items():
        if name != former:
            warnings.warn(f"option {former} is now called {name}", stacklevel=3)
    return _filled(kind, {name: values[former] for name, former in current.items()}, owner)


def _expanded(kind: type, values: Mapping[str, object]) -> Mapping[str, object]:
    """The values with those of a preset in its place."""
    named = presets(kind)
    if PRESET not in values or not named:
        return values
    name = values[PRESET]
    if not isinstance(name, str) or name not in named:
        raise ArcwalkError(f"option {PRESET}={quoted(name)}: choose one of {', '.join(named)}")
    return {**named[name], **{option: value for option, value in values.items() if option != PRESET}}


def _current_names(known: Mapping[str, Declaration], values: Mapping[str, object]) -> dict[str, str]:
    """The names of values as they are now called, and as they were given."""
    renamed = {declaration.formerly: name for name, declaration in known.items() if declaration.formerly}
    return {renamed.get(name, name): name for name in values}


def _filled(kind: type[Options], values: Mapping[str, object], owner: str = "") -> Options:
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
    return ArcwalkError(f"unknown option {name!r}", f"{guess}options{owner and f' of {owner}'}: {', '.join(known)}")


def changed_options(options: Options, values: Mapping[str, object], others: Collection[str] = ()) -> Options:
    """The options with other values of those that can be set for a trained model; an error for any other.

    `others` are options that the error lists, too.
    """
    allowed = parsing_options(type(options))
    names = _current_names(declared(type(options)), values)
    for name, given in names.items():
        if name not in allowed:
            listed = ", ".join((*others, *allowed))
            raise ArcwalkError(f"option {given} cannot be set for a trained model", f"parsing options: {listed}")
    return make_options(type(options), {**asdict(options), **values})  # type: ignore[call-overload]


def kept_options(options: Any, *files: str) -> dict[str, Any]:
    """The options as stored in a model file; the paths named in `files` are reduced to file names."""
    values = {name: _TEXTS[value] if isinstance(value, bool) else value for name, value in asdict(options).items()}
    return values | {name: Path(values[name]).name for name in files}


def restore_options(kind: type[Options], metadata: Metadata) -> Options:
    """The options in the metadata of a model file, as `kept_options` stored them in this version or the one before.

    A file can only ask for what does not cost too much time.
    """
    kept, declarations = metadata.part("options"), declared(kind)
    with metadata.source.reading():
        values = kept.values()
        named = {name: values[former] for name, former in _current_names(declarations, values).items()}
        options = _filled(kind, named)
    if metadata.source is PICKLED:
        return options
    limits = {name: own.kept_most for name, own in declarations.items() if own.kept_most is not None}
    return replace(options, **{name: min(getattr(options, name), most) for name, most in limits.items()})  # type: ignore[type-var]


def _convert(name: str, value: object, wanted: Field[Any]) -> object:
    declaration: Declaration = wanted.metadata["declaration"]
    kind: type[Any] = type(wanted.default)
    given = f"option {name}={quoted(value)}"
    if isinstance(value, str):
        value = declaration.former_values.get(value, value)
    is_switch = "yes" in declaration.choices
    if is_switch and isinstance(value, bool):
        return value
    if declaration.choices and value not in declaration.choices:
        raise ArcwalkError(f"{given}: choose one of {', '.join(declaration.choices)}")
    if is_switch and value != AUTO:
        return value == "yes"
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
    if not declaration.least <= converted <= declaration.most:  # nor is NaN
        raise ArcwalkError(f"{given}: this must be from {declaration.least:,} to {declaration.most:,}")
    return converted
