"""Conditional probabilities as text: `m.tag | h.tag s.tag dir` is that of the modifier's tag, given the rest.

They are estimated from counts by Witten and Bell's rule: of a context that was followed by few different outcomes,
little is left for those never seen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Keys, Weights
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.part_templates import part_table
from arcwalk.features.templates import Template, properties_of, read_templates
from arcwalk.systems.vine.kernels.lookup import Lookup, event_keys, fill_lookup
from arcwalk.treebank.corpus import Corpus

OUTCOME, CONTEXT, JOINT = range(3)  # groups of the tables


class Events(NamedTuple):
    """What happened in a treebank, event by event, as templates see it."""

    words: NDArray[np.int64]  # (events, 1 + roles): the sentence, the word in each role or -1
    structure: NDArray[np.int64]  # (events, structural atoms)


class Conditionals(NamedTuple):
    """The lines of one group of a file."""

    outcome: list[Template]
    context: list[Template]
    joint: list[Template]

    def table(self, roles: str, structure: Sequence[str], columns: Mapping[str, int]) -> PartTable:
        """The templates as kernels read them: outcomes, contexts, and both together."""
        return part_table(self, [roles] * len(self), structure, columns)

    @property
    def properties(self) -> set[str]:
        """The properties of words that are named."""
        return properties_of(self.joint)


def read_conditionals(
    text: str, source: str, roles: Mapping[str, str], structure: Mapping[str, Sequence[str]]
) -> dict[str, Conditionals]:
    """The lines of each `[group]`; `roles` and `structure` are what the lines of a group may name.

    The sides of a line have keys of their own, so all can be counted in one table; lines that are equal stay equal.
    """
    found = {group: Conditionals([], [], []) for group in roles}
    group = ""
    for line in text.splitlines():
        content = line.partition("#")[0].strip()
        if content.startswith("["):
            group = content.strip("[]")
        elif content:
            outcome, _, context = content.partition("|")
            names = {group: set(structure[group])}
            sides = {"outcome": outcome, "context": context, "joint": f"{outcome} {context}"}
            for (side, part), templates in zip(sides.items(), found[group], strict=True):
                templates += [
                    replace(template, text=f"{group}: {side} of {content}")
                    for template in read_templates(f"[{group}]\n{part}", source, {group: roles[group]}, names)[group]
                ]
    return found


class Counts(NamedTuple):
    """How often each outcome of a template followed each context; one row for each pair that was met."""

    joint: Keys
    context: Keys
    outcome: Keys
    pair_count: Weights
    context_count: Weights
    context_kinds: Weights  # different outcomes of the context
    outcome_count: Weights
    event: NDArray[np.int64]  # one where it was met

    @property
    def probabilities(self) -> Weights:
        """Of the outcomes, given their contexts (Witten and Bell, 1991)."""
        return self.pair_count / (self.context_count + self.context_kinds)


def count_events(corpus: Corpus, events: Events, table: PartTable) -> list[Counts]:
    """The counts of each template."""
    keys = [event_keys(corpus.codes, corpus.rows, *events, table, group) for group in (OUTCOME, CONTEXT, JOINT)]
    found = []
    for outcome, context, joint in zip(*(side.T for side in keys), strict=True):
        pairs, first, count = np.unique(joint, return_index=True, return_counts=True)
        contexts, of_context, context_count = np.unique(context, return_inverse=True, return_counts=True)
        _, of_outcome, outcome_count = np.unique(outcome, return_inverse=True, return_counts=True)
        of_pairs = of_context[first]
        found.append(
            Counts(
                joint=pairs,
                context=context[first],
                outcome=outcome[first],
                pair_count=count.astype(np.float32),
                context_count=context_count[of_pairs].astype(np.float32),
                context_kinds=np.bincount(of_pairs, minlength=len(contexts))[of_pairs].astype(np.float32),
                outcome_count=outcome_count[of_outcome[first]].astype(np.float32),
                event=first,
            )
        )
    return found


def lookup_of(keys: Keys, values: Weights) -> Lookup:
    """A table of these values, about half full."""
    return fill_lookup(keys, values.astype(np.float32), 1 << max(4, int(2 * len(keys)).bit_length()))


def packed_lookup(table: Lookup, name: str) -> dict[str, NDArray[Any]]:
    """What a model file keeps of a table; `lookup_of` makes it again."""
    slots, values = table.keys[::2], table.values[1::2]
    used = slots > 0
    order = np.argsort(slots[used])
    return {f"{name}.keys": slots[used][order], f"{name}.values": values[used][order]}
