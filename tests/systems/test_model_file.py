import json
import pickletools
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save

import arcwalk
from arcwalk.components.tagger.analyses import Analysis
from arcwalk.components.tagger.column import ColumnTagger
from arcwalk.components.tagger.kept_analyses import pack_analyses, take_analyses
from arcwalk.components.tagger.lexicon import Lexicon
from arcwalk.components.tagger.options import TaggerOptions
from arcwalk.components.tagger.tagger import Tagger
from arcwalk.errors import ArcwalkError
from arcwalk.models.model_file import (
    CHECKPOINT,
    FORMAT,
    ModelFile,
    model_bytes,
    model_from,
    read_checkpoint,
    read_model,
    write_model,
)
from arcwalk.safe_reading.source import MEMORY
from arcwalk.systems.parser import Parser
from arcwalk.treebank.sentence import Sentence

MODEL = ModelFile(
    "bayes-point",
    {"options": {"margin": 0.1, "epochs": 3}, "labels": ["nsubj", "obj", "ünïcødé\n\"'\\"], "flag": True},
    {
        "empty": np.zeros(0, dtype=np.float16),
        "halves": np.arange(100, dtype=np.float16),
        "bits": np.arange(32, dtype=np.uint8),
        "truth": np.eye(4, dtype=np.bool_),
    },
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "some.arcwalk"
    write_model(path, MODEL)
    return path


def problem(path: Path) -> str:
    with pytest.raises(ArcwalkError) as caught:
        read_model(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message


def header(**changes: object) -> bytes:
    values = {"format": FORMAT, "arcwalk": "9.9", "system": "x", "metadata": {}, "checksum": ""} | changes
    return save({"x": np.zeros(4)}, metadata={"model": json.dumps(values)})


def test_what_is_written_is_read(path: Path) -> None:
    model = read_model(path)
    assert model.system == MODEL.system
    assert model.metadata.values() == MODEL.metadata
    assert set(model.arrays) == MODEL.arrays.keys()
    for name, array in MODEL.arrays.items():
        np.testing.assert_array_equal(model.arrays.take(name, array.dtype, array.shape), array)


def test_the_same_model_gives_the_same_bytes(path: Path) -> None:
    first = path.read_bytes()
    for arrays in (MODEL.arrays, dict(reversed(MODEL.arrays.items()))):
        for _ in range(5):
            write_model(path, MODEL._replace(arrays=arrays))
            assert path.read_bytes() == first


def test_any_safetensors_reader_can_open_it(path: Path) -> None:
    assert load_file(path).keys() == MODEL.arrays.keys()


def test_arrays_may_be_views(path: Path) -> None:
    table = np.arange(12.0).reshape(3, 4)
    write_model(path, MODEL._replace(arrays={"x": table[:, 1:], "y": table.T}))
    arrays = read_model(path).arrays
    np.testing.assert_array_equal(arrays.take("x", np.float64, (3, 3)), table[:, 1:])
    np.testing.assert_array_equal(arrays.take("y", np.float64, (4, 3)), table.T)


def test_missing(tmp_path: Path) -> None:
    assert "no such model file" in problem(tmp_path / "nowhere.arcwalk")
    assert "arcwalk train" in problem(tmp_path / "nowhere.arcwalk")


def test_a_folder(tmp_path: Path) -> None:
    assert "cannot be read" in problem(tmp_path)


def test_every_truncation_is_noticed(path: Path) -> None:
    data = path.read_bytes()
    for length in [*range(0, 40), *range(40, len(data), 7), len(data) - 1]:
        path.write_bytes(data[:length])
        assert "not an arcwalk model" in (message := problem(path)) or "damaged" in message


def test_bytes_at_the_end_are_noticed(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"x")
    assert "damaged" in problem(path)


def test_every_changed_byte_is_noticed(path: Path) -> None:
    """But for blanks around the JSON, which mean nothing."""
    data = path.read_bytes()
    text_end = 8 + int.from_bytes(data[:8], "little")
    for place in range(len(data)):
        if place < text_end and data[place : place + 1].isspace():
            continue
        flip = (0x01, 0x10, 0xFF)[place % 3]
        path.write_bytes(data[:place] + bytes([data[place] ^ flip]) + data[place + 1 :])
        problem(path)


def test_a_changed_weight_is_called_damage(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    assert "checksum" in problem(path)
    assert "copy it again or train again" in problem(path)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0" * 8,
        b"\0" * 100,
        bytes(range(256)) * 20,
        b"1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n",
        b"PK\x03\x04" + b"\0" * 60,
        save({"x": np.zeros(4)}),
        save({"x": np.zeros(4)}, metadata={"format": "pt"}),
        save({"x": np.zeros(4)}, metadata={"model": "not JSON"}),
        save({"x": np.zeros(4)}, metadata={"model": "[]"}),
        save({"x": np.zeros(4)}, metadata={"model": "7"}),
        save({"x": np.zeros(4)}, metadata={"model": '{"format": 1}'}),
        header(format="one"),
        header(format=None),
        (16).to_bytes(8, "little") + b'{"__metadata__":7}'[:16],
        (18).to_bytes(8, "little") + b'{"__metadata__":7}',
        (19).to_bytes(8, "little") + b'{"__metadata__":[]}',
        (2).to_bytes(8, "little") + b"[]",
    ],
    ids=range(18),
)
def test_other_files(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(data)
    assert "not an arcwalk model" in problem(path)


def test_random_bytes(tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    for size in range(0, 400, 3):
        (tmp_path / "noise").write_bytes(random.bytes(size))
        problem(tmp_path / "noise")


def test_a_newer_format_says_so(tmp_path: Path) -> None:
    (tmp_path / "new").write_bytes(header(format=FORMAT + 1))
    message = problem(tmp_path / "new")
    assert "written by arcwalk 9.9" in message
    assert arcwalk.__version__ in message
    assert "newer" in message
    assert "update arcwalk or train again" in message


def test_an_older_format_says_so(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(header(format=3))
    message = problem(tmp_path / "old")
    assert "older" in message
    assert message.endswith("; train again")


def test_millions_of_words_fit_into_a_model() -> None:
    """The text of a file of safetensors has at most 100 MB."""
    forms = [f"word{i}" for i in range(3_000_000)]
    data = model_bytes(ModelFile("mst", {"vocabularies": [forms, ["NOUN"]]}, {}))
    assert int.from_bytes(data[:8], "little") < 1000
    assert len(data) < 12 * len(forms)
    metadata = model_from(data, MEMORY).metadata
    assert metadata.text_lists("vocabularies") == [forms, ["NOUN"]]


def test_whatever_grows_with_the_treebank_is_in_arrays() -> None:
    """Also in the model of a tagger, and in what a checkpoint keeps of one."""
    rows = [(f"form{i}", "NOUN\tNN", {i: 1}) for i in range(20_000)]
    tags = [f"TAG{i}" for i in range(20_000)]
    lexicon = Lexicon(tags, {(form, earlier): counts for form, earlier, counts in rows})
    column = ColumnTagger("feats", "w.form", lexicon, np.zeros(1 << 15, dtype=np.float32), 1.0)
    data = model_bytes(Tagger(TaggerOptions(columns="feats"), [column]).model())
    assert int.from_bytes(data[:8], "little") < 2000
    again = Tagger._restored(model_from(data, MEMORY)).columns["feats"].lexicon
    assert (again.tags, again.counts) == (lexicon.tags, lexicon.counts)
    analyses = [[[Analysis(("NOUN", "NN"), 0.0, "a"), Analysis(("VERB", "VB"), -0.5, "b")]] * 3] * 1000
    metadata, arrays = pack_analyses(analyses)
    data = model_bytes(ModelFile(CHECKPOINT, metadata, arrays))
    assert int.from_bytes(data[:8], "little") < 2000
    kept = model_from(data, MEMORY)
    sentences = [Sentence.from_columns(["a", "b", "c"])] * 1000
    assert take_analyses(kept.metadata, kept.arrays, sentences, 2) == analyses


def test_files_of_older_formats_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(header(format=FORMAT - 1))
    for read in (read_model, read_checkpoint):
        with pytest.raises(ArcwalkError, match=rf"format {FORMAT - 1}, not {FORMAT}\); train again$"):
            read(tmp_path / "old")


def test_a_wrong_checksum_is_damage(tmp_path: Path) -> None:
    (tmp_path / "wrong").write_bytes(header())
    assert "damaged" in problem(tmp_path / "wrong")


def test_a_system_this_version_lacks(path: Path) -> None:
    write_model(path, MODEL._replace(system="vine-2"))
    with pytest.raises(ArcwalkError, match="'vine-2'; choose one of sampling, bayes-point"):
        Parser.load(path)


def test_an_existing_model_survives_a_failure(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(TypeError):
        write_model(path, MODEL._replace(metadata={"x": object()}))
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_no_folder_to_write_to(tmp_path: Path) -> None:
    with pytest.raises(ArcwalkError, match="cannot write"):
        write_model(tmp_path / "nowhere" / "model", MODEL)


def test_nothing_is_pickled(path: Path) -> None:
    with pytest.raises(ValueError, match=r"opcode|pickle"):
        list(pickletools.genops(path.read_bytes()))
    without_pickle = (
        "import pickle, arcwalk.models.model_file as models; pickle.loads = pickle.Unpickler = None;"
        f"assert models.read_model({str(path)!r}).system == 'bayes-point'"
    )
    subprocess.run([sys.executable, "-c", without_pickle], check=True, timeout=60)


def test_a_model_can_hold_another(tmp_path: Path) -> None:
    inner = ModelFile("inner", {"a": 1}, {"weights": np.arange(3)})
    outer = ModelFile("outer", {"b": 2}, {"weights": np.arange(5)})
    write_model(tmp_path / "both", outer.with_part("inside", inner))
    model = read_model(tmp_path / "both")
    assert (model.system, model.metadata.whole("b")) == ("outer", 2)
    assert model.arrays.take("weights", np.int64, (5,)).tolist() == [*range(5)]
    part = model.part("inside", "inner")
    assert part is not None
    assert (part.system, part.metadata.values()) == ("inner", {"a": 1})
    assert part.arrays.take("weights", np.int64, (3,)).tolist() == [0, 1, 2]
    assert model.part("other", "inner") is None
    with pytest.raises(ArcwalkError, match="parts/inside/system is not one of sampling"):
        model.part("inside", "sampling")


LOADS = """
import sys
from arcwalk.errors import ArcwalkError
from arcwalk.models.model_file import read_model

for _ in range(100):
    try:
        print(read_model(sys.argv[1]).system)
    except ArcwalkError as error:
        print(error)
"""


def test_a_model_that_is_overwritten_while_it_is_loaded(path: Path) -> None:
    numbers = np.random.default_rng(0).integers(0, 256, 1 << 22, dtype=np.uint8)
    write_model(path, MODEL._replace(arrays={"numbers": numbers}))
    contents = path.read_bytes()
    command = [sys.executable, "-c", LOADS, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None:
            for size in (None, 0, 1 << 19):
                path.write_bytes(contents[:size])
                time.sleep(0.003)
        out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == 100
    assert all(line == "bayes-point" or line.startswith(f"{path}: ") for line in lines)


CUT = """
import os, sys
from arcwalk.models import model_file

def cut_short(contents):
    os.truncate(sys.argv[1], 0)
    return open_tensors(contents)

open_tensors, model_file.open_tensors = model_file.open_tensors, cut_short
print(model_file.read_model(sys.argv[1]).system)
"""


def test_a_model_that_is_cut_short_once_it_is_opened(path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", CUT, str(path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "bayes-point\n"), done.stderr


def test_a_huge_file_of_another_kind_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "corpus").open("wb") as stream:
        stream.write(b"1\tThe\tthe")
        stream.truncate(1 << 42)  # more than fits into memory
    assert "not an arcwalk model" in problem(tmp_path / "corpus")


def test_a_file_that_does_not_fit_into_memory(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as stream:
        stream.truncate(1 << 43)
    assert "cannot be read (there is not enough memory)" in problem(tmp_path / "large")
