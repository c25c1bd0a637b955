"""A project: the sentences of the user's own files, each with a number, and saves that cannot overwrite one another."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from typing import Any

from arcwalk.annotate.alignment import aligned
from arcwalk.annotate.changes import ChangeLog, Changes
from arcwalk.annotate.items import Guess, Item
from arcwalk.annotate.journal import is_save
from arcwalk.annotate.sections import Section, checked_sentences, digest
from arcwalk.annotate.treebank_file import Replacement, TreebankFile, opened
from arcwalk.errors import ArcwalkError, Finding, TreebankError
from arcwalk.treebank.annotation.state import State, in_state
from arcwalk.treebank.check import HeadPolicy
from arcwalk.treebank.formats import CONLL_U

SOURCE = "data"  # what messages about the text of a request call it


@dataclass(frozen=True)
class Draft:
    """A sentence as somebody wants it saved."""

    conllu: str
    state: State

    def text(self) -> str:
        """Its text in the file; raises `TreebankError` if it is not one sentence, or is said to be done and is not."""
        policy: HeadPolicy = "gold" if self.state == "done" else "given"
        sentences = checked_sentences(self.conllu, SOURCE, policy)
        if len(sentences) != 1:
            finding = Finding(
                SOURCE, sentences[1].line, "", "one-sentence", "there is more than one sentence", "send one"
            )
            raise TreebankError(finding)
        (sentence,) = sentences
        if sentence.format != CONLL_U:
            raise TreebankError(sentence.finding(0, "format", "this is not CoNLL-U", "send ten columns"))
        text = str(in_state(sentence.without_file_start(), self.state)).replace("\r\n", "\n")
        return text.rstrip("\n") + "\n\n"


class Conflict(Exception):
    """A save that would overwrite what somebody else has written; `current` is what stands there."""

    def __init__(self, problem: str, current: Sequence[Item]) -> None:
        super().__init__(problem)
        self.problem, self.current = problem, current


@dataclass(frozen=True)
class Saved:
    """What a save has made: the new sentences, and the numbers of those that are gone."""

    items: list[Item]
    removed: list[int]


class Project:
    """All sentences of some files. Every method may be called from any thread."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._lock = RLock()
        self.files: list[TreebankFile] = opened(paths)
        self.log = ChangeLog()
        self._ids = 0
        self._items: dict[int, Item] = {}
        self._order: list[list[int]] = [[] for _ in self.files]  # numbers of the sentences of each file
        self._successors: dict[int, int] = {}  # of sentences that are gone: what took their place
        for number, file in enumerate(self.files):
            savers = _savers(file.entries)
            for section in file.sections:
                self._order[number].append(self._add(number, section, savers.get(digest(section.text.encode()))))

    def __len__(self) -> int:
        return len(self._items)

    def items(self) -> list[Item]:
        """All sentences in the order of the files."""
        with self._lock:
            return [self._items[id] for order in self._order for id in order]

    def order(self) -> list[int]:
        """Their numbers."""
        with self._lock:
            return [id for order in self._order for id in order]

    def item(self, id: int) -> Item | None:
        """The sentence with this number, if it is still there."""
        return self._items.get(id)

    @property
    def at(self) -> int:
        """The number of the last change; nothing up to it is still being noted."""
        with self._lock:
            return self.log.at

    def changes(self, since: int) -> Changes | None:
        """What has changed since then; None for a number that this project has never given."""
        with self._lock:
            return self.log.since(since) if self.log.first <= since <= self.log.at else None

    def entries(self) -> Iterator[dict[str, Any]]:
        """What the journals say, file by file."""
        for file in self.files:
            yield from file.entries

    def saves(self) -> Iterator[dict[str, Any]]:
        """What they say of saves."""
        return filter(is_save, self.entries())

    def save(
        self,
        who: str,
        replaces: Sequence[tuple[int, str]],
        drafts: Sequence[Draft],
        note: Mapping[str, Any],
    ) -> Saved:
        """Put sentences in the place of those with these numbers and versions, which are neighbors; on disk on return.

        Raises `Conflict` if they are no longer what they were, `TreebankError` for drafts that are no sentences, and
        `ArcwalkError` if the file cannot be read or written.
        """
        texts = [draft.text() for draft in drafts]
        with self._lock:
            try:
                number, place, old = self._found(replaces)
            except Conflict:
                if there := self._there(replaces[0][0], texts):
                    return Saved(there, [])  # sent again, because the reply was lost
                raise
            time, file = _now(), self.files[number]
            change = Replacement(place, len(old), texts)
            sections = file.save(change, {"time": time, "who": who, "file": file.name, **note})
            return self._replace(number, place, old, sections, who, time)

    def guess(self, guesses: Iterable[tuple[Item, Guess]]) -> None:
        """Keep guesses of sentences that are still as they were."""
        with self._lock:
            known = [(item, guess) for item, guess in guesses if self._items.get(item.id) is item]
            for item, guess in known:
                self._items[item.id] = item.guessed(guess)
            self.log.note([item.id for item, _ in known])

    def touch(self) -> None:
        """Let browsers know that something else than a sentence has changed."""
        with self._lock:
            self.log.note([])

    def note(self, entry: Mapping[str, Any]) -> None:
        """Write to the journal of the first file what is about all sentences."""
        with self._lock:
            for file in self.files[:1]:
                file.note({"time": _now(), **entry})

    def look_at_files(self) -> None:
        """Notice what other programs have written."""
        with self._lock:
            for number in range(len(self.files)):
                self._look_at(number)

    def problems(self) -> list[str]:
        """For each file, why nothing can be saved to it; empty if it can be."""
        return [file.problem for file in self.files]

    def close(self) -> None:
        """Let others have the files."""
        for file in self.files:
            file.close()

    def _add(self, file: int, section: Section, saver: tuple[str, str] | None = None) -> int:
        self._ids += 1
        self._items[self._ids] = Item(self._ids, file, section, *(saver or (None, None)))
        return self._ids

    def _found(self, replaces: Sequence[tuple[int, str]]) -> tuple[int, int, list[Item]]:
        """The file of these sentences, the index of the first, and all of them, if they are what they were."""
        ids = [id for id, _ in replaces]
        number, place = self._place(ids)
        if self._look_at(number):
            number, place = self._place(ids)
        if problem := self.files[number].problem:
            raise ArcwalkError(problem)
        old = [self._items[id] for id in ids]
        if [(item.id, item.version) for item in old] != list(replaces):
            raise Conflict(_why(old), old)
        return number, place, old

    def _there(self, id: int, texts: list[str]) -> list[Item]:
        """The sentences from this one on, if they have exactly these texts."""
        item = self._items.get(id)
        if item is None or self.files[item.file].problem:
            return []
        order = self._order[item.file]
        place = order.index(id)
        there = [self._items[own] for own in order[place : place + len(texts)]]
        return there if [own.section.text for own in there] == texts else []

    def _place(self, ids: list[int]) -> tuple[int, int]:
        """The file of these sentences, and the index of the first in it."""
        for id in ids:
            if id not in self._items:
                while id in self._successors:
                    id = self._successors[id]
                found = self._items.get(id)
                raise Conflict("somebody has split, joined or removed this sentence", [found] if found else [])
        number = self._items[ids[0]].file
        place = self._order[number].index(ids[0])
        if self._order[number][place : place + len(ids)] != ids:
            current = [self._items[id] for id in ids]
            raise Conflict("these sentences are no longer neighbors", current)
        return number, place

    def _replace(self, number: int, place: int, old: list[Item], sections: list[Section], who: str, time: str) -> Saved:
        kept = min(len(old), len(sections))
        ids = [item.id for item in old[:kept]]
        for item, section in zip(old[:kept], sections, strict=False):
            self._items[item.id] = Item(item.id, number, section, who, time)
        ids += [self._add(number, section, (who, time)) for section in sections[kept:]]
        removed = [item.id for item in old[kept:]]
        for id in removed:
            del self._items[id]
            self._successors[id] = ids[-1]
        self._order[number][place : place + len(old)] = ids
        self.log.note(ids, removed, is_new_order=len(old) != len(sections))
        return Saved([self._items[id] for id in ids], removed)

    def _look_at(self, number: int) -> bool:
        """Notice what another program has written to a file; whether sentences may have changed."""
        file = self.files[number]
        before = file.problem
        is_new = file.refresh()
        if is_new:
            self._reread(number)
        if file.problem != before:
            self.log.note([])
        return is_new

    def _reread(self, number: int) -> None:
        """Take over a file that somebody else has changed; sentences that are the same keep their numbers."""
        sections, before = self.files[number].sections, self._order[number]
        partners = aligned([self._items[id].section.text for id in before], [section.text for section in sections])
        order, changed = [], []
        for section, partner in zip(sections, partners, strict=True):
            if partner is None:
                order.append(self._add(number, section))
                changed.append(order[-1])
                continue
            id = before[partner]
            item = self._items[id]
            order.append(id)
            if item.section.text == section.text:
                self._items[id] = replace(item, section=section)
            else:
                self._items[id] = Item(id, number, section)
                changed.append(id)
        removed = [id for id in before if id not in set(order)]
        for id in removed:
            del self._items[id]
        self._order[number] = order
        self.log.note(changed, removed, is_new_order=order != before)


def _savers(entries: Sequence[Mapping[str, Any]]) -> dict[str, tuple[str, str]]:
    """For each text that was saved, who saved it last, and when."""
    saves = [entry for entry in entries if is_save(entry)]
    return {digest(text.encode()): (entry["who"], entry["time"]) for entry in saves for text in entry["sentences"]}


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _why(items: Sequence[Item]) -> str:
    names = dict.fromkeys(item.who for item in items if item.who)
    return f"{' and '.join(names) or 'another program'} has changed this sentence since you opened it"
