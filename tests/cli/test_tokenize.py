"""`arcwalk tokenize`, and raw text in the other commands."""

import gzip
from pathlib import Path

import pytest
from commands import arcwalk, assert_one_line_error
from corpora import SMALL, small_parser

import arcwalk as package
from arcwalk import Parser, Tagger, parse_files, read, read_raw, sample, tag_files, tokenize_files, write
from arcwalk.engine.local import LocalEngine
from arcwalk.treebank.raw_text.white_space import original_text

TEXT = "  The nurse watched a film. The\tdoctors sleep.\r\n\nThey see\nthe bridge."


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    small_parser(folder / "parser.arcwalk")
    Parser.train(sample(60), options=SMALL).save(folder / "gold.arcwalk")
    Tagger.train(sample(60), shuffles=1, epochs=1).save(folder / "tagger.arcwalk")
    Tagger.train(sample(60), shuffles=1, epochs=1, segmenter=False).save(folder / "without.arcwalk")
    return folder


@pytest.fixture
def text(tmp_path: Path) -> Path:
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8", newline="")
    return tmp_path / "text.txt"


@pytest.mark.parametrize("model", ["parser", "tagger"])
def test_formats(model: str, models: Path, text: Path) -> None:
    command = ("tokenize", text, "-m", models / f"{model}.arcwalk")
    assert arcwalk(*command, "--format", "horizontal").stdout.splitlines() == [
        "The nurse watched a film .",
        "The doctors sleep .",
        "They see the bridge .",
    ]
    vertical = arcwalk(*command, "--format", "vertical").stdout
    assert vertical.splitlines()[5:12] == [".", "", "The", "doctors", "sleep", ".", ""]
    done = arcwalk("tokenize", "-", *command[2:], "--ranges", given=TEXT)
    lines = done.stdout.splitlines()
    assert lines[:4] == ["# newdoc", "# newpar", "# sent_id = 1-1", "# text = The nurse watched a film."]
    assert lines[4] == "1\tThe" + "\t_" * 7 + r"	SpacesBefore=\s\s|TokenRange=2:5"
    assert lines[-2] == "5\t." + "\t_" * 7 + f"\tSpaceAfter=No|TokenRange={len(TEXT) - 1}:{len(TEXT)}"


def test_lines_can_be_sentences(models: Path, text: Path) -> None:
    text.write_text("The nurse\nThey see. They sleep.\n")
    done = arcwalk("tokenize", text, "-m", models / "tagger.arcwalk", "--sentences", "--format", "horizontal")
    assert done.stdout == "The nurse\nThey see . They sleep .\n"


def test_many_files_and_any_number_of_processes(models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LocalEngine, "batch_words", 100)
    (tmp_path / "in").mkdir()
    paragraphs = [" ".join(sentence.text for sentence in sample(3, seed=seed)) for seed in range(40)]
    (tmp_path / "in" / "a.txt").write_text("\n\n".join(paragraphs))
    (tmp_path / "in" / "b.txt.gz").write_bytes(gzip.compress(TEXT.encode()))
    for jobs in ("1", "2"):
        command = ("tokenize", tmp_path / "in", "-m", models / "parser.arcwalk", "-o", tmp_path / jobs, "--jobs", jobs)
        assert arcwalk(*command).returncode == 0
    one, two = ([(tmp_path / jobs / name).read_bytes() for name in ("a.conllu", "b.conllu.gz")] for jobs in "12")
    assert one == two
    assert "".join(map(original_text, read(tmp_path / "2" / "b.conllu.gz"))) == TEXT
    tokenize_files([tmp_path / "in"], models / "parser.arcwalk", f"{tmp_path / 'lines'}/", output_format="horizontal")
    assert sorted(file.name for file in (tmp_path / "lines").iterdir()) == ["a.txt", "b.txt.gz"]
    assert len((tmp_path / "lines" / "a.txt").read_text().splitlines()) >= 40


def test_models_that_cannot_say_what_to_do(models: Path, text: Path) -> None:
    gold, without = models / "gold.arcwalk", models / "without.arcwalk"
    cannot = "this model cannot find words and sentences in raw text"
    assert_one_line_error(
        arcwalk("tokenize", text, "-m", gold), f"{cannot}; train it with --tags predicted or --tags joint"
    )
    remedy = "train it without --set segmenter=no, or give --language CODE for spaCy's rules"
    assert_one_line_error(arcwalk("tokenize", text, "-m", without), f"{cannot}; {remedy}")
    done = arcwalk("tag", text, "--text", "-m", without)
    assert_one_line_error(done, remedy)
    assert_one_line_error(arcwalk("tag", text, "-m", without), "for plain text, add --text")
    tagged = arcwalk("tag", text, "--text", "--language", "en", "-m", without)
    assert (tagged.returncode, tagged.stdout.count("# sent_id")) == (0, 3)
    tokenized = arcwalk("tokenize", text, "--language", "en", "-m", gold, "--format", "horizontal")
    assert tokenized.stdout.splitlines()[1] == "The doctors sleep ."
    with pytest.raises(package.ArcwalkError, match=r"train it without segmenter='no', or give language='CODE'"):
        Tagger.load(without).tokenize(TEXT)


def test_options_without_effect_are_refused(models: Path, text: Path, tmp_path: Path) -> None:
    model, out = models / "parser.arcwalk", tmp_path / "out"
    done = arcwalk("tokenize", text, "-m", model, "--ranges", "--format", "horizontal")
    assert_one_line_error(done, "--ranges: horizontal has no MISC; write CoNLL-U")
    with pytest.raises(package.ArcwalkError, match=r"^ranges=True: vertical has no MISC"):
        tokenize_files(text, model, out, ranges=True, output_format="vertical")
    with pytest.raises(
        package.ArcwalkError, match=r"^output_format='xml': choose one of conllu, horizontal, vertical$"
    ):
        tokenize_files(text, model, out, output_format="xml")  # type: ignore[arg-type]
    for annotate in (parse_files, tag_files):
        with pytest.raises(
            package.ArcwalkError, match=r"^input_format='txt': choose one of conllu, words, lines, text$"
        ):
            annotate(text, model, out, input_format="txt")  # type: ignore[arg-type]
        for name, value in {"language": "en", "sentences": True, "ranges": True}.items():
            message = rf"^{name}={value!r}: only for raw text; add input_format='text' or omit {name}$"
            with pytest.raises(package.ArcwalkError, match=message):
                annotate(text, model, out, input_format="lines", **{name: value})  # type: ignore[arg-type]
    assert not out.exists()


def test_files_in_python_as_by_the_commands(models: Path, text: Path, tmp_path: Path) -> None:
    model, out, expected = models / "parser.arcwalk", tmp_path / "out", tmp_path / "expected"
    options = {"language": "en", "sentences": True, "ranges": True}
    flags = ("--language", "en", "--sentences", "--ranges")
    for name, annotate in {"parse": parse_files, "tag": tag_files}.items():
        annotate(text, model, out, input_format="text", **options)  # type: ignore[arg-type]
        assert arcwalk(name, text, "-m", model, "-o", expected, "--text", *flags).returncode == 0
        assert out.read_bytes() == expected.read_bytes()
    tokenize_files(text, model, out, **options)  # type: ignore[arg-type]
    assert arcwalk("tokenize", text, "-m", model, "-o", expected, *flags).returncode == 0
    assert out.read_bytes() == expected.read_bytes()
    assert [sentence.id for sentence in read(out)] == ["1-1", "2-1", "2-2"]


def test_text_in_python(models: Path, text: Path) -> None:
    parser, tagger = Parser.load(models / "parser.arcwalk"), Tagger.load(models / "tagger.arcwalk")
    tokenized = tagger.tokenize(TEXT)
    assert tokenized == list(read_raw(text, segmenter=tagger.segmenter))
    assert "".join(map(original_text, tokenized)) == TEXT
    for given in (TEXT.encode(), None):
        for model in (parser, tagger):
            with pytest.raises(TypeError, match=r"^tokenize takes text, not (bytes|NoneType): decode bytes"):
                model.tokenize(given)  # type: ignore[arg-type]
    assert [sentence.forms for sentence in parser(TEXT)] == [sentence.forms for sentence in parser.tokenize(TEXT)]
    write(text.with_suffix(".conllu"), parser(TEXT))
    parsed = arcwalk("parse", text, "--text", "-m", models / "parser.arcwalk", "-o", text.with_suffix(".parsed"))
    assert parsed.returncode == 0
    assert text.with_suffix(".parsed").read_bytes() == text.with_suffix(".conllu").read_bytes()
