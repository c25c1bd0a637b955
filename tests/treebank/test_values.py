"""Whatever stands in a column is either refused by everything that reads it, in the same words, or survives it all."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from commands import arcwalk
from corpora import SMALL, TAGGING
from segmenters import RandomSegmenter

from arcwalk import Parser, Sentence, Tagger, read, sample
from arcwalk.errors import TreebankError
from arcwalk.treebank.check_file import check_file
from arcwalk.treebank.confidence import without_confidences
from arcwalk.treebank.formats import CONLL_U
from arcwalk.treebank.input_format import InputFormat
from arcwalk.treebank.reader import sentences_of
from arcwalk.treebank.values import as_value

CONTROLS = [*map(chr, range(32)), "\x7f", "\x85", "\x9f"]
SPACES = [" ", "\xa0", "\u200b", "\u2003", "\u2028", "\u2029", "\u3000", "\ufeff"]
ODD = [*CONTROLS, *SPACES, "\u200f", "\u202e", "\ufffe", "\U0010ffff", "#", "|", "="]
VALUES = ["", *ODD, *(f"a{character}b" for character in ODD), "\udcff"]
BROKEN = ["\t", "\n", "\r", "\0", "\udcff"]  # no value may contain them
COLUMNS = [name for name in CONLL_U.names if name not in ("ID", "HEAD")]


REFUSED = {"columns", "empty-column", "encoding", "line-break", "null-character"}
"""Tests of values that nobody can read; `check` knows more."""


def table(name: str, value: str) -> str:
    """A sentence with this value in a column of its second word."""
    rows = [["1", "go", "go", "VERB", "VB", "_", "0", "root", "_", "_"], list("2xxNN_1x__")]
    rows[1][CONLL_U.names.index(name)] = value
    return "".join("\t".join(row) + "\n" for row in rows) + "\n"


def outcome(read: Callable[[], object]) -> str:
    """What is refused, without the name of the file and sentence; nothing if it is accepted."""
    try:
        read()
    except TreebankError as error:
        return f"{error.finding.line} {error.finding.message}; {error.finding.remedy}"
    return ""


def outcomes(path: Path) -> Iterator[str]:
    """What each of those who read a file says about it."""
    found = [finding for finding in check_file(path, level=1).findings if finding.test in REFUSED]
    yield f"{found[0].line} {found[0].message}; {found[0].remedy}" if found else ""
    yield outcome(lambda: sentences_of(path, heads="gold"))
    yield outcome(lambda: list(InputFormat().read(path)))
    yield outcome(lambda: list(InputFormat(heads="given").read(path)))
    text = path.read_bytes().decode(errors="surrogateescape")
    yield outcome(lambda: Sentence.from_conllu(text, heads="gold"))


@pytest.mark.parametrize("name", COLUMNS)
def test_all_who_read_a_value_agree(name: str, tmp_path: Path) -> None:
    for value in VALUES:
        path = tmp_path / "one.conllu"
        path.write_bytes(table(name, value).encode(errors="surrogateescape"))
        (said,) = set(outcomes(path))
        assert bool(said) == (not value or any(broken in value for broken in BROKEN)), (value, said)
        if not said:
            (sentence,) = read(path)
            assert str(sentence) == table(name, value)


@pytest.mark.parametrize("value", VALUES)
def test_what_can_be_read_can_be_written(value: str) -> None:
    is_read = not outcome(lambda: Sentence.from_conllu(table("FORM", value)))
    go = Sentence.from_columns(["go"])
    for write in (
        lambda: Sentence.from_columns([value]),
        lambda: go.with_tree([0], [value]),
        lambda: go.with_tags(upos=[value]),
        lambda: go.with_tags(lemmas=[value]),
    ):
        if is_read:
            assert str(write())
        else:
            with pytest.raises(ValueError, match="a value may not"):
                write()
    assert Sentence.from_columns([as_value(value)])


@pytest.mark.parametrize("form", ["words", "lines", "text"])
def test_texts_are_refused_in_the_same_words(form: str) -> None:
    for value in ("a\0b", *(["a\rb"] if form != "text" else []), "\udcff"):  # white space of a text may be any
        said = outcome(lambda value=value: Sentence.from_conllu(f"# x\n# {value}\n{table('FORM', 'x')}"))
        lines = io.StringIO(f"fine\n{value}\n", newline="\n")
        text = InputFormat(form)
        unread = text.cut_lines(lines, "trial")
        assert said == outcome(lambda unread=unread, text=text: list(text.sentences(unread, RandomSegmenter(0))))
        assert said.startswith("2 ")


@pytest.fixture(scope="module")
def treebank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with every value that is accepted in every column, among other sentences."""
    path = tmp_path_factory.mktemp("values") / "treebank.conllu"
    accepted = [value for value in VALUES if value and not any(broken in value for broken in BROKEN)]
    texts = [table(name, value) for name in COLUMNS for value in accepted]
    path.write_text("".join([*texts, *map(str, sample(40))]), encoding="utf-8", newline="\n")
    return path


@pytest.fixture(scope="module")
def models(treebank: Path) -> list[Path]:
    """Parsers with given and with predicted tags, trained on it."""
    paths = [treebank.with_name(tags) for tags in ("gold", "predicted")]
    Parser.train(treebank, options=SMALL).save(paths[0])
    Parser.train(treebank, options=SMALL, tags="predicted", tag_options=TAGGING).save(paths[1])
    return paths


def test_what_is_accepted_survives_every_command(treebank: Path, models: list[Path]) -> None:
    output = treebank.with_name("output.conllu")
    gold = list(read(treebank))
    assert list(read(treebank, heads="gold")) == gold
    for command in (
        *(("parse", treebank, "-m", model) for model in models),
        ("parse", treebank, "--keep", "-m", models[0]),
        ("parse", treebank, "--confidence", "-m", models[1]),
        ("tag", treebank, "-m", models[1]),
    ):
        done = arcwalk(*command, "--jobs", "1", "-o", output)
        assert done.returncode == 0, done.stderr
        for before, after in zip(gold, read(output), strict=True):
            restored = after.with_tree(before.heads, before.deprels).with_tags(
                upos=before.upos, xpos=before.xpos, feats=before.feats, lemmas=before.lemmas
            )
            assert without_confidences(restored) == before
    for command in (
        ("evaluate", treebank, output, "--tags"),
        ("draw", treebank),
        ("draw", treebank, "-o", treebank.with_name("page.html")),
        ("words", treebank, "--input", "conllu", "--size", "4", "-o", treebank.with_name("vectors")),
    ):
        done = arcwalk(*command)
        assert done.returncode == 0, done.stderr


def test_sentences_without_words_are_refused(models: list[Path]) -> None:
    for sentence in (Sentence([]), Sentence(["# text = (silence)\n", "\n"])):
        for annotate in (*(Parser.load(model).parse for model in models), Tagger.load(models[1]).tag):
            with pytest.raises(TreebankError, match=r"<memory>:1.*: the sentence has no words; add words"):
                annotate(sentence)
            with pytest.raises(TreebankError, match="the sentence has no words"):
                list(annotate([sentence]))
