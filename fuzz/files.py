"""Damaged treebank files given to every command that reads one."""

import json
import re
from pathlib import Path
from random import Random
from xml.etree import ElementTree

from arcwalk import Sentence, TreebankError, read
from arcwalk.systems.tag_source import has_tags
from fuzz.commands import changed_columns, run
from fuzz.parsers import TAGGED, TAGGER, parsers
from fuzz.scenario import Attack, Scenario, demand
from fuzz.treebank_files import damaged_file

_ARCS, _TAGS = {6, 7, 8}, {2, 3, 4, 5}  # where they are in CoNLL-U
_EXTRAS: tuple[list[str], ...] = ([], ["--confidence"], ["--keep"], ["--nbest", "2"], ["--set", "longest=5"])


def prepare(shared: Path) -> Attack:
    """Commands on a file, with the parser of any system."""
    models = parsers(shared)
    trees = [path for name, path in models.items() if name not in (TAGGED, TAGGER)]

    def attack(random: Random, folder: Path) -> None:
        file = damaged_file(random, folder)
        is_fine = _check(file)
        match random.randrange(8):
            case 0:
                _tag(file, models[TAGGER], folder)
            case 1:
                _draw(random, file, folder)
            case 2:
                run("evaluate", file, file)
            case 3:
                form = random.choice((["--input", "words"], ["--input", "lines"], ["--text"]))
                run("parse", file, "-m", models[TAGGED], *form, output=folder / "parsed.conllu")
            case _:
                extras = random.choice(_EXTRAS)
                is_parsed = _parse(file, random.choice(trees), extras, folder)
                is_possible = extras not in (["--nbest", "2"], ["--confidence"])  # some parsers and formats have none
                if is_fine and is_possible and not is_parsed:
                    demand(not all(map(_is_ready, read(file))), "what check approves of can be parsed")

    return attack


def _is_ready(sentence: Sentence) -> bool:
    """Whether the columns of a file have room for trees, and tags, without which these parsers refuse a sentence."""
    return sentence.format.head is not None and sentence.format.deprel is not None and has_tags(sentence)


def _check(file: Path) -> bool:
    """Whether the file has sentences and nothing is wrong with them; `check` says the same as JSON."""
    done, as_json = run("check", file), run("check", file, "--json")
    demand(done.returncode == as_json.returncode, "check and check --json agree")
    if not as_json.stdout:
        return False
    found = json.loads(as_json.stdout)
    demand(bool(found["problems"]) == (done.returncode == 1), "check fails if there is a problem")
    demand(found["problems"] <= len(found["findings"]), "every problem is a finding")
    return found["problems"] == 0 and found["sentences"] > 0


def _parse(file: Path, model: Path, extras: list[str], folder: Path) -> bool:
    """Parse; every byte but arcs stays, and what comes out is a treebank."""
    output = folder / "parsed.conllu"
    if run("parse", file, "-m", model, *extras, output=output).returncode:
        return False
    if not extras:
        _compare(file, output, _ARCS)
    if extras != ["--keep"]:
        _read(output)
    return True


def _tag(file: Path, model: Path, folder: Path) -> None:
    output = folder / "tagged.conllu"
    if not run("tag", file, "-m", model, output=output).returncode:
        _compare(file, output, _TAGS)


def _compare(file: Path, output: Path, columns: set[int]) -> None:
    """Nothing else may have changed; in formats with other columns, as many as these."""
    if file.suffix != ".conllu":
        return
    data = file.read_bytes()
    changed = set(changed_columns(data, output.read_bytes()))
    is_conllu = {width for width, _ in changed} <= {10} and b"global.columns" not in data
    demand(not is_conllu or {column for _, column in changed} <= columns, f"other columns stay as they are: {changed}")
    demand(len({column for _, column in changed}) <= len(columns), f"other columns stay as they are: {changed}")


def _draw(random: Random, file: Path, folder: Path) -> None:
    output = folder / random.choice(("trees.svg", "trees.html"))
    if not run("draw", file, output=output).returncode:
        text = output.read_text(encoding="utf-8")
        for image in [text] if output.suffix == ".svg" else re.findall("<svg.*?</svg>", text, re.S):
            ElementTree.fromstring(image)


def _read(output: Path) -> None:
    """Read a file that arcwalk has written, as a treebank to train on."""
    try:
        for _ in read(output, heads="gold"):
            pass
    except TreebankError as error:
        raise AssertionError(f"what parse writes can be read: {error}") from error


FILES = Scenario("files", 5000, prepare)
