"""Models that are wrong inside, in ways that strangers may think of; `make fuzz` tries many more."""

import lzma
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import arcwalk, assert_one_line_error

from arcwalk import Parser, Tagger, load
from arcwalk.errors import ArcwalkError
from arcwalk.models.model_file import FORMAT
from fuzz.model_mutations import Contents
from fuzz.models import seed_models

SEEDS = seed_models()


def changed(name: str, folder: Path, change: Callable[[Contents], None]) -> Path:
    """The model with a change, and the checksum that belongs to it."""
    contents = Contents(lzma.decompress(SEEDS[name].read_bytes()))
    change(contents)
    path = folder / f"{name}.arcwalk"
    path.write_bytes(contents.data())
    return path


def with_fact(*place: str | int, value: object) -> Callable[[Contents], None]:
    def change(contents: Contents) -> None:
        node: Any = contents.header["metadata"]
        for key in place[:-1]:
            node = node[key]
        node[place[-1]] = value

    return change


def with_numbers(name: str, value: float) -> Callable[[Contents], None]:
    def change(contents: Contents) -> None:
        contents.arrays[name].reshape(-1)[0] = value

    return change


@pytest.mark.parametrize(
    ("name", "change", "reason"),
    [
        ("vine", with_numbers("buckets", 10**6), "the array buckets has numbers out of range"),
        ("vine", with_numbers("buckets", -1), "the array buckets has numbers out of range"),
        ("vine", with_numbers("bounds", 10**9), "the array bounds has numbers out of range"),
        ("vine", with_numbers("reranker.chosen", 999), "the array reranker.chosen has numbers out of range"),
        ("vine", with_numbers("mixture", np.nan), "the array mixture has numbers out of range"),
        ("sampling", with_numbers("network.parameters", np.inf), "the array network.parameters has numbers out of"),
        ("tagger", with_numbers("upos.lexicon", 77), "the array upos.lexicon has numbers out of range"),
        ("bayes-point", with_numbers("arcs.values", np.nan), "the array arcs.values has numbers out of range"),
        ("mst", with_fact("labels", 0, value="a\tb"), "may not contain a tab or a line break"),
        ("mst", with_fact("labels", 0, value=""), "a value may not be empty"),
        ("mst", with_fact("labels", 0, value="\ud800"), "metadata/labels is not a list of texts"),
        ("mst", with_fact("labels", value=[]), "metadata/labels is not a list of 1 to"),
        ("mst", with_fact("options", "table_bits", value=99), "option table_bits=99: this must be from 10 to 24"),
        ("mst", with_fact("templates", value="[arc]\nh.odd"), "its templates:2: words have no property 'odd'"),
        ("mst", with_fact("templates", value="[arc]\nh.suffix9"), "there is no vocabulary for suffix9"),
        ("mst", with_fact("label_templates", value="[arc]\nh.suffix9"), "there is no vocabulary for suffix9"),
        ("vine", with_fact("templates", "generative", value="[child]\nm.form"), "OUTCOME | CONTEXT"),
        ("sampling", with_fact("pruner", "ratio", value=0.0), "ratio is not a number from 1e-06 to 0.1"),
        ("joint", with_fact("pruner", "ratio", value=1), "ratio is not a number from 1e-06 to 0.1"),
        ("mst", with_fact("ratio", value=1.0), "ratio is not a number from 1e-06 to 0.1"),
        ("joint", with_fact("tagging", "hidden", value=["lines"]), "metadata/tagging/hidden is not among"),
        ("rerank", with_fact("convention", "conjunct", value=99), "convention/conjunct is not a whole number from -1"),
        ("tagger", with_fact("columns", 0, "tags", 0, value="a\nb"), "may not contain a tab or a line break"),
        ("tagger", with_fact("columns", 3, "tags", 0, value='["lower",["","\\n"]]'), "not an edit script"),
        ("tagger", with_fact("columns", 3, "tags", 0, value="[" * 5000), "not an edit script"),
    ],
)
def test_what_is_wrong_is_named(name: str, change: Callable[[Contents], None], reason: str, tmp_path: Path) -> None:
    path = changed(name, tmp_path, change)
    done = arcwalk("tag" if name == "tagger" else "parse", SEEDS[name].parent / "input.conllu", "-m", path)
    assert_one_line_error(done, f"{path}: the model file is damaged (", reason, "; copy it again or train again")


def test_a_part_is_checked_too(tmp_path: Path) -> None:
    path = changed("joint", tmp_path, with_numbers("tagger/upos.lexicon", -1))
    for read_model in (Parser.load, Tagger.load):
        with pytest.raises(ArcwalkError, match=r"damaged \(the array upos.lexicon has numbers out of range\)"):
            read_model(path)


def test_features_that_are_not_loaded(tmp_path: Path) -> None:
    path = changed("sampling", tmp_path, with_fact("features", value=["os:system", "x\x1b[2J\n:y"]))
    with pytest.raises(
        ArcwalkError, match=r"features written in Python that are not loaded: os:system.*features_from='os\.py'"
    ) as caught:
        load(path)
    assert str(caught.value).isprintable()


def test_versions_are_quoted_with_care(tmp_path: Path) -> None:
    def change(contents: Contents) -> None:
        contents.header |= {"format": FORMAT + 1, "arcwalk": "9\n\x1b[2J"}

    with pytest.raises(
        ArcwalkError, match=f"format {FORMAT + 1}, not {FORMAT}.*update arcwalk or train again"
    ) as caught:
        load(changed("mst", tmp_path, change))
    assert str(caught.value).isprintable()


def test_damage_is_noticed_before_tables_are_laid_out(tmp_path: Path) -> None:
    """A file that asks for tables of 256 MB is refused before there is any."""

    def change(contents: Contents) -> None:
        for name in ("arcs", "labels", "others", "more"):
            contents.arrays[f"{name}.used"] = np.zeros(1 << 21, dtype=np.uint8)
            contents.arrays[f"{name}.values"] = np.zeros(1, dtype=np.float16)

    path = changed("bayes-point", tmp_path, change)
    code = (
        "import re, arcwalk\n"
        "try:\n"
        f"    arcwalk.load({str(path)!r})\n"
        "except arcwalk.ArcwalkError as error:\n"
        "    print(error, re.search(r'VmHWM:\\s*([0-9]+)', open('/proc/self/status').read())[1])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    message, memory = done.stdout.rsplit(" ", 1)
    assert "the array arcs.values has the shape (1,), not 0" in message
    assert int(memory) < 200_000  # KB


@pytest.mark.parametrize("command", ["parse", "tag"])
def test_commands_do_not_wait_for_special_files(command: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        done = arcwalk(command, SEEDS["mst"].parent / "input.conllu", "-m", path)
        assert_one_line_error(done, f"{path}: the model cannot be read (not a regular file); name a model file")


@pytest.mark.parametrize("load", [Parser.load, Tagger.load])
def test_special_files(load: Callable[[Path], object], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/dev/zero")
    (tmp_path / "loop").symlink_to("loop")
    for path, reason in {
        tmp_path / "pipe": "not a regular file",
        Path("/dev/zero"): "not a regular file",
        tmp_path / "link": "not a regular file",
        tmp_path: "this is a folder",
        tmp_path / "loop": "the model cannot be read",
        tmp_path / "x\0y": "the model cannot be read",
    }.items():
        with pytest.raises(ArcwalkError, match=reason):
            load(path)


def test_nothing_in_a_model_is_imported_or_run(tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text("raise SystemExit('run')")
    named = changed("sampling", tmp_path, with_fact("options", "features_from", value=str(tmp_path / "evil.py")))
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import arcwalk; arcwalk.load({str(named)!r})"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
    for system in ("evil", "evil:main", "../evil", "os"):
        path = changed("mst", tmp_path, lambda contents, name=system: contents.header.update(system=name))
        with pytest.raises(ArcwalkError, match=f"unknown system '{system}'"):
            load(path)
