"""From the text of the tagger's templates to the table that kernels read.

Each line conjoins atoms, as in other template files, but there are no headings: the tags it names decide its group.
"""

import re
from collections.abc import Mapping

from arcwalk.errors import ArcwalkError
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.part_templates import part_table
from arcwalk.features.templates import Template, WordAtom, require_few

_WORD_ATOM = re.compile(r"^w([+-][12])?\.([a-z]+[0-9]*)$")
_STRUCTURE = ("initial",)
_GROUPS = (set[str](), {"tag-1"}, {"tag-1", "tag-2"})  # in the order of `arcwalk.components.tagger.kernels.tag_lattice`


def tag_table(text: str, columns: Mapping[str, int]) -> PartTable:
    """The templates in `text` as integers; `columns` are those of the properties in a sentence matrix."""
    groups: list[list[Template]] = [[] for _ in _GROUPS]
    for line in text.splitlines():
        if atoms := line.partition("#")[0].split():
            group, template = _template(atoms, columns)
            groups[group].append(template)
    require_few(sum(map(len, groups)), "tag templates")
    return part_table(groups, ["w"] * len(groups), _STRUCTURE, columns)


def _template(atoms: list[str], columns: Mapping[str, int]) -> tuple[int, Template]:
    """The group of a template, and the template."""
    words, structure, tags = [], [], set()
    for atom in atoms:
        match = _WORD_ATOM.match(atom)
        if match and match[2] in columns:
            words.append(WordAtom("w", int(match[1] or 0), match[2]))
        elif atom in _STRUCTURE:
            structure.append(atom)
        elif atom in ("tag-1", "tag-2"):
            tags.add(atom)
        else:
            raise ArcwalkError(f"unknown atom {atom!r}", "choose from w.<property>, tag-1, tag-2 and initial")
    if tags not in _GROUPS:
        raise ArcwalkError(f"{' '.join(atoms)}: tag-2 requires tag-1", "add tag-1 to the template")
    return _GROUPS.index(tags), Template(f"tag: {' '.join(atoms)}", tuple(words), tuple(structure), ())
