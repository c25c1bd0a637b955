"""Models of released versions: this one reads them and finds the same parses, or says which version to use."""

import lzma
from pathlib import Path

import pytest
from make import EXPECTED, FOLDER, INPUT, KINDS, MODEL, annotated, load

import arcwalk
from arcwalk.errors import ArcwalkError
from arcwalk.treebank.writer import lines_of

VERSIONS = sorted(path.parent for path in FOLDER.glob(f"*/{INPUT}"))


def test_this_version_has_models_of_every_kind() -> None:
    assert {path.name for path in (FOLDER / arcwalk.__version__).glob(f"*{MODEL}")} == {
        f"{name}{MODEL}" for name in KINDS
    }


def _refusal(path: Path) -> str:
    try:
        load(path)
    except ArcwalkError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    "packed", sorted(FOLDER.glob(f"*/*{MODEL}")), ids=lambda path: f"{path.parent.name}-{path.name}"
)
def test_a_model_finds_the_same_parses(packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the templates of this version are: those of the model are in its file."""
    monkeypatch.setattr("arcwalk.features.templates.resources", None)
    name, version = packed.name.removesuffix(MODEL), packed.parent.name
    path = tmp_path / name
    path.write_bytes(lzma.decompress(packed.read_bytes()))
    if version != arcwalk.__version__ and (refusal := _refusal(path)):
        assert f"written by arcwalk {version} " in refusal
        assert arcwalk.__version__ in refusal
        return
    model = load(path)
    sentences = list(arcwalk.read(packed.parent / INPUT))
    expected = (packed.parent / f"{name}{EXPECTED}").read_text(encoding="utf-8")
    assert "".join(lines_of(annotated(model, sentences))) == expected
