"""Template files: each line names the atoms of one conjunction.

    [arc]
    h.form m.tag dist?      # the head's form and the modifier's tag; `?`: both without and with `dist`
    h.tag h+1.tag m-1.tag m.tag

An atom is a property of a word (`h.form`, `m-1.tag`, see `arcwalk.treebank.words`) or of the arc or part itself
(`dist`, `between.pos`). This file turns lines into `Template`s; `arc_templates` and `structure_templates` turn those
into the integer tables that kernels read.
"""

import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources

from arcwalk.errors import ArcwalkError
from arcwalk.treebank.words import check_property

_WORD_ATOM = re.compile(r"^([a-z])([+-][1-9])?\.([A-Za-z][A-Za-z0-9\[\]]*)$")


MOST_TEMPLATES = 2000  # of a file; a few hundred ship with arcwalk


@dataclass(frozen=True, slots=True)
class WordAtom:
    """A property of a word: the word (`h`, `m`, ...), an offset in words, and the property."""

    word: str
    offset: int
    property: str


@dataclass(frozen=True, slots=True)
class Template:
    """A conjunction: its text, its atoms of words, its structural atoms, and those marked with `?`."""

    text: str
    words: tuple[WordAtom, ...]
    others: tuple[str, ...]
    optional: tuple[str, ...]

    @property
    def salt(self) -> int:
        """A number that identifies the conjunction, whatever its file and line."""
        return zlib.crc32(self.text.encode())


def read_templates(
    text: str, source: str, words: dict[str, str], others: dict[str, set[str]], alone: str = ""
) -> dict[str, list[Template]]:
    """The templates of each `[group]` of a file, without repetitions.

    `words` are the letters of the words of each group, `others` its other atoms; `alone` is one of these that can be
    conjoined with atoms of words only.
    """
    groups: dict[str, dict[Template, None]] = {}
    group = ""
    for number, line in enumerate(text.splitlines(), 1):
        content = line.partition("#")[0].strip()
        if content.startswith("[") and content.endswith("]"):
            group = content[1:-1].strip()
            if group not in words:
                raise ArcwalkError(f"{source}:{number}: unknown group [{group}]", f"the groups are {', '.join(words)}")
            groups.setdefault(group, {})
        elif content:
            if not group:
                raise ArcwalkError(
                    f"{source}:{number}: template before the first [group]", f"start with [{next(iter(words))}]"
                )
            try:
                template = _template(content, group, words[group], others[group], alone)
            except ArcwalkError as error:
                raise error.at(f"{source}:{number}") from None
            groups[group][template] = None
    require_few(sum(map(len, groups.values())), source)
    return {group: list(templates) for group, templates in groups.items()}


def require_few(count: int, source: str) -> None:
    """Raise for more templates than a file may have: each takes memory for every label, and time for every arc."""
    if count > MOST_TEMPLATES:
        raise ArcwalkError(f"{source}: {count:,} templates", f"use at most {MOST_TEMPLATES:,}")


def properties_of(templates: Iterable[Template]) -> set[str]:
    """The properties of words that templates use."""
    return {atom.property for template in templates for atom in template.words}


def shipped(name: str, package: str = "arcwalk.features", *, clusters: bool = False) -> str:
    """The text of a template file that ships with arcwalk; with that of its companion for `clusters` of words."""
    names = (name, f"{name}_clusters") if clusters else (name,)
    folder = resources.files(package)
    return "\n".join(folder.joinpath(f"{name}.templates").read_text(encoding="utf-8") for name in names)


def _template(line: str, group: str, words: str, others: set[str], alone: str) -> Template:
    word_atoms: list[WordAtom] = []
    structure: list[str] = []
    optional: list[str] = []
    for atom in line.split():
        if atom in others:
            structure.append(atom)
        elif atom.endswith("?") and atom[:-1] in others and not atom.endswith(".label?"):
            optional.append(atom[:-1])
        elif (match := _WORD_ATOM.match(atom)) and match[1] in words and match[3] != "label":
            check_property(match[3])
            word_atoms.append(WordAtom(match[1], int(match[2] or 0), match[3]))
        else:
            choices = ", ".join([*(f"{word}.<property>" for word in words), *sorted(others)])
            raise ArcwalkError(f"unknown atom {atom!r}", f"a template of [{group}] may use {choices}")
    if alone in optional or (alone in structure and len(structure) + len(optional) > 1):
        raise ArcwalkError(f"{alone} cannot be combined with other atoms of the arc or marked with `?`", "remove those")
    return Template(f"{group}: {' '.join(line.split())}", tuple(word_atoms), tuple(structure), tuple(optional))
