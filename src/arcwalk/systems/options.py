"""Options of a system: a frozen dataclass each, filled from Python keywords or from `--set option=value`."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from arcwalk.errors import ArcwalkError

Options = TypeVar("Options")


def option(default: Any, help: str, choices: tuple[str, ...] = ()) -> Any:
    """A field of an options class: its default, one line for the user, and the values it may take."""
    return field(default=default, metadata={"help": help, "choices": choices})


def make_options(kind: type[Options], values: Mapping[str, object]) -> Options:
    """Fill an options class; text is read as the type of the default, and a wrong name lists the right ones."""
    known = {item.name: item for item in fields(kind)}  # type: ignore[arg-type]
    filled = {}
    for name, value in values.items():
        if name not in known:
            raise ArcwalkError(f"no option is called {name!r}; there are {', '.join(known)}")
        filled[name] = _convert(name, value, type(known[name].default), known[name].metadata["choices"])
    return kind(**filled)


def _convert(name: str, value: object, wanted: type, choices: tuple[str, ...]) -> object:
    if choices and value not in choices:
        raise ArcwalkError(f"option {name}={value}: choose one of {', '.join(choices)}")
    try:
        return wanted(value)
    except (TypeError, ValueError):
        kind = {"int": "a whole number", "float": "a number"}.get(wanted.__name__, wanted.__name__)
        raise ArcwalkError(f"option {name}={value}: this must be {kind}") from None


@dataclass(frozen=True, slots=True)
class Setting:
    """What every system is told besides its own options."""

    seed: int = 0
    jobs: int = 1
