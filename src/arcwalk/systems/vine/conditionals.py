"""Conditional probabilities as text: `m.tag | h.tag s.tag dir` is p(tag of the modifier | the rest).

Also the hash tables that hold such probabilities, as models keep them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Keys, Weights
from arcwalk.errors import ArcwalkError
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.part_templates import part_table
from arcwalk.features.templates import Template, properties_of, read_templates, require_few
from arcwalk.safe_reading.arrays import ANY, StoredArrays
from arcwalk.systems.vine.kernels.lookup import Lookup, fill_lookup

_MULTIPLIER = np.uint32(0x9E3779B1)  # that of the table's hash function
_MOST_STEPS = 16  # for a key, on average; one is usual


class Conditionals(NamedTuple):
    """The lines of one group of a template file."""

    outcome: list[Template]
    context: list[Template]
    joint: list[Template]

    def table(self, roles: str, structure: Sequence[str], columns: Mapping[str, int]) -> PartTable:
        """The templates as kernels read them, in three groups: outcomes, contexts, and both together."""
        return part_table(self, [roles] * len(self), structure, columns)

    def select(self, numbers: Sequence[int]) -> "Conditionals":
        """Some of the lines."""
        return Conditionals(*([side[i] for i in numbers] for side in self))

    def complete(self, source: str) -> "Conditionals":
        """The same lines; an error if there are none, or if one has no outcome or no context."""
        if not len(self.outcome) == len(self.context) == len(self.joint) > 0:
            raise ArcwalkError(f"{source}: write each line as OUTCOME | CONTEXT")
        return self

    @property
    def properties(self) -> set[str]:
        """The properties of words that the lines name."""
        return properties_of(self.joint)


def read_conditionals(text: str, source: str, group: str, roles: str, structure: Sequence[str]) -> Conditionals:
    """The lines of one `[group]`; `roles` and `structure` are the words and structural atoms they may name.

    The two sides of a line, and the line as a whole, have keys of their own, so that one table can hold all counts.
    """
    conditionals = Conditionals([], [], [])
    current = ""
    for line in text.splitlines():
        content = line.partition("#")[0].strip()
        if content.startswith("["):
            current = content.strip("[]")
        elif content and current == group:
            outcome, _, context = content.partition("|")
            sides = {"outcome": outcome, "context": context, "joint": f"{outcome} {context}"}
            for (side, atoms), templates in zip(sides.items(), conditionals, strict=True):
                read = read_templates(f"[{group}]\n{atoms}", source, {group: roles}, {group: set(structure)})[group]
                templates += [replace(template, text=f"{group}: {side} of {content}") for template in read]
    require_few(len(conditionals.joint), source)
    return conditionals


def make_lookup(keys: Keys, values: Weights) -> Lookup:
    """A table of these values, about half full."""
    return fill_lookup(keys, values.astype(np.float32), 1 << _bits(keys))


def _bits(keys: Keys) -> int:
    return max(4, (2 * len(keys)).bit_length())


def pack_lookup(table: Lookup, name: str) -> dict[str, NDArray[Any]]:
    """The arrays of a table in a model file."""
    slots, values = table.keys[::2], table.values[1::2]
    used = slots > 0
    order = np.argsort(slots[used])
    return {f"{name}.keys": slots[used][order], f"{name}.values": values[used][order]}


def take_lookup(arrays: StoredArrays, name: str) -> Lookup:
    """The table that `pack_lookup` was given, in a model file; its keys must be spread as those of templates are."""
    keys = arrays.take(f"{name}.keys", np.uint32, (ANY,), least=1)
    values = arrays.take(f"{name}.values", np.float32, (len(keys),), least=0)
    if _steps(keys) > _MOST_STEPS * len(keys):
        raise arrays.source.damaged(f"the keys of {name} collide")
    return make_lookup(keys, values)


def _steps(keys: Keys) -> int:
    """How many slots are tried in vain while a table is filled with these keys."""
    slots = np.sort(keys * _MULTIPLIER >> np.uint32(32 - _bits(keys))).astype(np.int64)
    places = np.arange(len(slots))
    return int((places + np.maximum.accumulate(slots - places) - slots).sum())
