"""From text to trees in ten scripts: train, parse --text."""

from pathlib import Path

import pytest
from commands import arcwalk
from script_treebanks import SCRIPTS

from arcwalk import read, write
from arcwalk.treebank.raw_text.white_space import original_text
from arcwalk.treebank.written_tokens import written_tokens

QUICK = ("epochs=2", "shuffles=1", "table_bits=16", "tag_folds=2", "tag_shuffles=1", "tag_epochs=2")


@pytest.mark.parametrize("name", SCRIPTS)
def test_text_becomes_trees(name: str, tmp_path: Path) -> None:
    script = SCRIPTS[name]
    known, new = script.sentences()[8:], script.sentences()[:8]
    write(tmp_path / "train.conllu", map(script.tree, known))
    text = f"\n{script.text(new[:4])}\r\n\t\n {script.text(new[4:], '  ')} \n"
    (tmp_path / "new.txt").write_text(text, encoding="utf-8", newline="")
    options = [word for option in QUICK for word in ("--set", option)]
    command = ("--system", "bayes-point", "--tags", "predicted", *options)
    model, parsed = tmp_path / "model", tmp_path / "parsed.conllu"
    assert arcwalk("train", tmp_path / "train.conllu", "-m", model, *command).returncode == 0
    assert arcwalk("parse", tmp_path / "new.txt", "--text", "-m", model, "-o", parsed).returncode == 0
    found, expected = list(read(parsed, heads="gold")), list(map(script.tree, new))
    assert "".join(map(original_text, found)) == text
    assert [sentence.text for sentence in found] == [sentence.text for sentence in expected]
    assert [sentence.forms for sentence in found] == [sentence.forms for sentence in expected]
    assert [[token.form for token in written_tokens(one)] for one in found] == [
        [token.form for token in written_tokens(one)] for one in expected
    ]
    assert [sentence.upos for sentence in found] == [sentence.upos for sentence in expected]
