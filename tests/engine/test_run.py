"""Runs over files: the same bytes, faulty files, wrong requests."""

from pathlib import Path
from typing import Any

import pytest
from commands import arcwalk, assert_one_line_error
from corpora import SMALL, Watcher, contents

from arcwalk import ArcwalkError, FilesFailed, Parser, Sentence, parse_files, sample, tag_files
from arcwalk.engine.output_folder import HIDDEN
from arcwalk.systems.sentence_parsing import SentenceParsing
from arcwalk.treebank import read, write

pytestmark = pytest.mark.usefixtures("small_batches")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_folder_is_parsed_file_by_file(
    jobs: int, model: Path, source: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    watcher = Watcher()
    report = parse_files(source, model, tmp_path / "out", jobs=jobs, progress=watcher)
    assert contents(tmp_path / "out") == expected
    assert [Path(file.source).name for file in report.written] == ["large.conllu", "one.conllu.gz", "two.conllu"]
    assert (
        report.words
        == watcher.words
        == sum(len(sentence) for seed, n in ((7, 200), (8, 40), (9, 20)) for sentence in sample(n, seed=seed))
    )
    assert (watcher.files, watcher.finished, watcher.size) == (3, 3, watcher.total)
    assert watcher.total == sum(file.stat().st_size for file in source.rglob("*.conllu*"))


def test_a_faulty_file_is_named_and_the_others_are_done(
    model: Path, source: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    text = (source / "large.conllu").read_text()
    (source / "news" / "faulty.conllu").write_text(text[: text.index("\t", 100_000)])
    (source / "news" / "not.conllu.gz").write_text("1\n")
    try:
        for jobs in ("1", "2"):
            out = tmp_path / jobs
            done = arcwalk("parse", source, "-m", model, "-o", out, "--jobs", jobs)
            assert done.returncode == 1
            first, second = done.stderr.splitlines()
            alone = arcwalk("parse", source / "news" / "faulty.conllu", "-m", model, "-o", tmp_path / "alone")
            assert_one_line_error(alone, "news/faulty.conllu:", "column")
            assert first == alone.stderr.strip()
            assert "not in gzip format" in second
            found = contents(out)
            assert {name: found[name] for name in found if HIDDEN not in name} == expected
            with pytest.raises(FilesFailed, match=r"news/faulty\.conllu:") as failed:
                parse_files(source, model, out)
            assert (len(failed.value.report.kept), len(failed.value.report.failed)) == (3, 2)
    finally:
        (source / "news" / "faulty.conllu").unlink()
        (source / "news" / "not.conllu.gz").unlink()
    assert len(parse_files(source, model, tmp_path / "2").kept) == 3
    assert contents(tmp_path / "2") == expected


def test_a_model_saved_anew_is_loaded_anew(source: Path, tmp_path: Path) -> None:
    model, file = tmp_path / "model", source / "news" / "two.conllu"
    texts = []
    for size in (5, 60):
        Parser.train(sample(size), options=SMALL).save(model)
        parse_files(file, model, tmp_path / "out")
        write(tmp_path / "expected", Parser.load(model).parse(read(file)))
        texts.append((tmp_path / "expected").read_bytes())
        assert (tmp_path / "out").read_bytes() == texts[-1]
    assert texts[0] != texts[1]


def test_a_sentence_without_enough_memory_is_named(
    model: Path, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parse = SentenceParsing.prepare

    def fail(parser: SentenceParsing, sentence: Sentence, keep: bool) -> Any:
        if sentence.source.endswith("large.conllu") and sentence.ordinal == 3:
            raise MemoryError
        return parse(parser, sentence, keep)

    monkeypatch.setattr(SentenceParsing, "prepare", fail)
    line = (source / "large.conllu").read_text().split("\n\n")[:2]
    place = sum(text.count("\n") + 2 for text in line) + 1
    with pytest.raises(
        FilesFailed, match=rf"large\.conllu:{place}: not enough memory .* parse with longest=200"
    ) as failed:
        parse_files(source, model, tmp_path / "out", jobs=1)
    assert len(failed.value.report.written) == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [({"jobs": 0}, "jobs=0: must be at least 1"), ({"longest": [5]}, r"option longest: \[5\] is not a number")],
)
def test_wrong_values_from_python_are_explained(
    options: dict[str, Any], message: str, model: Path, source: Path, tmp_path: Path
) -> None:
    with pytest.raises(ArcwalkError, match=message):
        parse_files(source, model, tmp_path / "out", **options)


def test_tagging_and_texts(model: Path, tmp_path: Path) -> None:
    sentences = sample(120, seed=3)
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "a.txt").write_text("".join(f"{' '.join(sentence.forms)}\n" for sentence in sentences))
    (texts / "b.txt").write_text("Dogs bark .\n")
    report = tag_files([texts], model, tmp_path / "out", input_format="lines", jobs=2)
    assert [Path(file.target).name for file in report.written] == ["a.conllu", "b.conllu"]
    tagger = Parser.load(model).tagging.tagger
    assert tagger is not None
    tagged = list(read(tmp_path / "out" / "a.conllu"))
    assert [each.upos for each in tagged] == [each.upos for each in tagger.tag(sentences)]
    done = arcwalk("tag", texts, "--input", "lines", "-m", model, "-o", tmp_path / "again")
    assert (done.returncode, done.stderr) == (0, "")
    assert contents(tmp_path / "again") == contents(tmp_path / "out")


def test_options_reach_the_workers(model: Path, source: Path, tmp_path: Path) -> None:
    parser = Parser.load(model)
    sentences = list(read(source / "large.conllu"))
    write(tmp_path / "expected", parser.with_options(longest=5).parse(sentences, keep=True, confidence=True))
    report = parse_files(
        source / "large.conllu", model, tmp_path / "out", keep=True, confidence=True, longest="5", jobs=2
    )
    assert len(report.written) == 1
    assert (tmp_path / "out").read_bytes() == (tmp_path / "expected").read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--scheduler", "tcp://x:1"], "add --engine dask"),
        (["--engine", "dask", "--scheduler", "tcp://x:1", "--jobs", "2"], "--jobs 2: a scheduler has its own workers"),
        (["--consistency", "--train", "x"], "decodes one file jointly"),
        (["--set", "nothing=1"], "option nothing cannot be set"),
        (["--nbest", "0"], "--nbest 0: must be between 1 and 1000"),
        (["--language", "da"], "only for raw text"),
    ],
)
def test_wrong_requests_are_one_line(words: list[str], message: str, model: Path, source: Path, tmp_path: Path) -> None:
    done = arcwalk("parse", source, source / "large.conllu", "-m", model, "-o", tmp_path / "out", *words)
    assert_one_line_error(done, message)
    assert not (tmp_path / "out").exists()


def test_a_read_only_output_stops_a_run_before_it_begins(
    model: Path, source: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    protected = tmp_path / "out" / "news" / "two.conllu"
    protected.parent.mkdir(parents=True)
    protected.write_text("old")
    protected.chmod(0o444)
    watcher = Watcher()
    with pytest.raises(ArcwalkError, match=r"two\.conllu: this file is read-only; remove it, or choose another name"):
        parse_files(source, model, tmp_path / "out", progress=watcher)
    assert watcher.sentences == 0
    assert protected.read_text() == "old"
    protected.unlink()
    parse_files(source, model, tmp_path / "out")
    assert contents(tmp_path / "out") == expected
