"""From the text of the segmenter's templates to the tables that kernels read."""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from arcwalk.components.segmenter.characters import COLUMNS
from arcwalk.errors import ArcwalkError
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.part_templates import part_table
from arcwalk.features.templates import Template, WordAtom, require_few, shipped

_TOKEN_PROPERTIES = "form lower suffix prefix shape first last length space final starts ends case tag"
TOKEN_COLUMNS = {name: column for column, name in enumerate(_TOKEN_PROPERTIES.split())}
"""The properties of tokens that templates name, see `arcwalk.components.segmenter.kernels.sentence_gaps`."""

_GAP, _SPACE = "[gap]", "[space]"
_OF_TOKENS = ("token", "length", "known", "longer", "next")
_OF_SENTENCES = ("since", "few", "depth", "quotes", "until-final")
_ATOM = re.compile(r"([a-z])([+-][1-9])?\.([a-z-]+)")


@cache
def token_table() -> PartTable:
    """The features of gaps between characters: where no space follows, and where one does."""
    lines = _lines("token")
    divide = lines.index(_SPACE)
    return _table([lines[1:divide], lines[divide + 1 :]], "cn", _OF_TOKENS, COLUMNS)


@cache
def sentence_table() -> PartTable:
    """The features of gaps between tokens."""
    return _table([_lines("sentence")], "wx", _OF_SENTENCES, TOKEN_COLUMNS)


def _lines(name: str) -> list[str]:
    text = shipped(name, "arcwalk.components.segmenter")
    return [line for line in (line.partition("#")[0].strip() for line in text.splitlines()) if line]


def _table(
    groups: Sequence[Sequence[str]], letters: str, structure: Sequence[str], columns: Mapping[str, int]
) -> PartTable:
    templates = [[_template(line, letters, structure, columns) for line in group] for group in groups]
    require_few(sum(map(len, templates)), "segmenter templates")
    return part_table(templates, [letters] * len(groups), structure, columns)


def _template(line: str, letters: str, structure: Sequence[str], columns: Mapping[str, int]) -> Template:
    words, others = [], []
    for atom in line.split():
        match = _ATOM.fullmatch(atom)
        if match and match[1] in letters and match[3] in columns:
            words.append(WordAtom(match[1], int(match[2] or 0), match[3]))
        elif atom in structure:
            others.append(atom)
        else:
            raise ArcwalkError(f"unknown atom {atom!r} in a template of the segmenter")
    return Template(line, tuple(words), tuple(others), ())
