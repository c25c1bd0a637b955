"""The Python API as its users meet it: what is there, how it is typed, what it says when something is wrong."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import arcwalk
from arcwalk import (
    ArcwalkError,
    BayesPointOptions,
    Parser,
    SamplingOptions,
    Sentence,
    TaggerOptions,
    TaggingOptions,
    TreebankError,
    VineOptions,
)
from arcwalk.models.model_file import write_model
from arcwalk.training.checkpoint import Checkpoint
from arcwalk.treebank.raw_text import spacy_rules

SCRIPT = Path(__file__).parent / "strangers_script.py"
PACKAGE = Path(arcwalk.__file__).parent
QUICK = BayesPointOptions(epochs=1, shuffles=1, table_bits=16)
UNTAGGED = Sentence.from_columns(["The", "cat", "sleeps", "."])


@pytest.fixture(scope="module")
def parser() -> Parser:
    return Parser.train(arcwalk.sample(60), options=QUICK)


@pytest.fixture(scope="module")
def tagging_parser() -> Parser:
    tag_options = TaggingOptions(tag_folds=2, tag_shuffles=1, tag_epochs=1)
    return Parser.train(arcwalk.sample(60), options=QUICK, tags="predicted", tag_options=tag_options)


def test_a_strangers_script_is_typed(request: pytest.FixtureRequest) -> None:
    pytest.importorskip("mypy")
    assert (PACKAGE / "py.typed").exists()
    source = {} if "site-packages" in PACKAGE.parts else {"MYPYPATH": str(PACKAGE.parent)}
    cache = request.config.cache.mkdir("mypy") if request.config.cache else os.devnull
    options = ["--strict", "--follow-imports=silent", "--config-file=", f"--cache-dir={cache}"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, str(SCRIPT)],
        env=os.environ | source,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_strangers_script_runs(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(tmp_path)], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "<Parser bayes-point, " in done.stdout
    assert "no word has a tag" in done.stdout


def test_everything_is_listed_and_there() -> None:
    assert set(arcwalk.__all__) <= set(dir(arcwalk))
    for name in arcwalk.__all__:
        assert getattr(arcwalk, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'train'"):
        _ = arcwalk.train  # type: ignore[attr-defined]


def test_the_sample_is_a_function_whatever_was_imported_before() -> None:
    code = "import arcwalk.sample.generate, arcwalk.cli.commands.sample; print(len(arcwalk.sample(2, seed=1)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "2\n"


def test_a_sentence_is_drawn_in_a_notebook() -> None:
    (sentence,) = arcwalk.sample(1)
    assert sentence._repr_html_() == arcwalk.draw(sentence)
    assert arcwalk.draw(sentence).startswith("<svg ")


def test_a_parser_says_what_it_is(parser: Parser, tagging_parser: Parser) -> None:
    labels = len(parser.system.label_set)
    assert repr(parser) == f"<Parser bayes-point, {labels} labels, gold tags>"
    assert repr(tagging_parser) == f"<Parser bayes-point, {labels} labels, predicted tags>"
    tagger = tagging_parser.tagging.tagger
    assert repr(tagger).startswith("<Tagger upos (1")
    bare = [UNTAGGED.with_tree([2, 3, 0, 3], ["det", "nsubj", "root", "punct"])]
    assert repr(Parser.train(bare, options=QUICK)) == "<Parser bayes-point, 4 labels, no tags>"


def test_untagged_input_is_refused_everywhere(parser: Parser) -> None:
    message = r"no word has a tag, but the parser was trained with tags; tag the input first, or train .*predicted"
    with pytest.raises(TreebankError, match=message):
        parser.parse(UNTAGGED)
    with pytest.raises(TreebankError, match=message):
        list(parser.parse([UNTAGGED], jobs=2))
    with pytest.raises(TreebankError, match=message):
        parser.alternatives(UNTAGGED, 2)
    assert len(parser.parse(UNTAGGED.with_tags(xpos=["DT", "_", "_", "_"]))) == 4
    assert len(parser.parse(UNTAGGED.with_tags(feats=["_", "Number=Sing", "_", "_"]))) == 4


def test_a_parser_is_callable(parser: Parser) -> None:
    sentences = arcwalk.sample(3, seed=2)
    assert parser(sentences[0]) == parser.parse(sentences[0])
    assert list(parser(iter(sentences))) == list(parser.parse(sentences))
    assert parser(sentences[0], confidence=True)[0].confidence is not None
    with pytest.raises(
        ArcwalkError, match=r"raw text has no tags, which this parser needs; train the parser with tags='pre"
    ):
        parser("The cat sleeps.")
    with pytest.raises(TypeError, match=r"arcwalk.read\(path\)"):
        parser.parse("file.conllu")  # type: ignore[call-overload]


def test_what_is_no_sentence_is_refused_with_how_to_make_one(parser: Parser, tmp_path: Path) -> None:
    words: Any = [["Hun", "sover"]]
    message = r"\['Hun', 'sover'\] is not a sentence: make one of its words with arcwalk.Sentence.from_columns"
    tagger = arcwalk.Tagger.train(arcwalk.sample(5), shuffles=1, epochs=1)
    for call in (
        lambda: list(parser.parse(words)),
        lambda: list(parser.parse(words, jobs=2)),
        lambda: list(parser.alternatives(words, 2)),
        lambda: list(tagger.tag(words)),
        lambda: Parser.train(words, options=QUICK),
        lambda: arcwalk.evaluate(arcwalk.sample(1), words),
        lambda: arcwalk.write(tmp_path / "out", words),
    ):
        with pytest.raises(TypeError, match=message):
            call()
    assert not (tmp_path / "out").exists()


def test_raw_text(tagging_parser: Parser, monkeypatch: pytest.MonkeyPatch) -> None:
    spacy_rules._pipeline.cache_clear()
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "spacy", None)
        with pytest.raises(ArcwalkError, match=r'run: pip install "arcwalk\[text\]"'):
            tagging_parser("The cat sleeps.", language="en")
        assert [sentence.text for sentence in tagging_parser("The cat sleeps.")] == ["The cat sleeps."]
    first, second = tagging_parser("The cat sleeps .\nThe dog\nsees her .", confidence=True, language="en")
    assert (first.text, second.forms) == ("The cat sleeps .", ("The", "dog", "sees", "her", "."))
    assert first.upos[0] != "_"
    assert 0 in second.heads
    assert second[0].confidence is not None
    assert tagging_parser(" \n") == []


def test_options_come_as_an_object_or_as_keywords(parser: Parser, tmp_path: Path) -> None:
    keywords = Parser.train(arcwalk.sample(60), system="bayes-point", epochs=1, shuffles=1, table_bits=16)
    for number, each in enumerate((parser, keywords)):
        each.save(tmp_path / str(number))
    assert (tmp_path / "0").read_bytes() == (tmp_path / "1").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"options": QUICK, "epochs": 2}, r"options=BayesPointOptions\(...\) and epochs=... are both given"),
        ({"options": QUICK, "system": "vine"}, "system=vine: BayesPointOptions belongs to bayes-point; leave out one"),
        ({"options": TaggerOptions()}, "TaggerOptions is not for parsers; give one of SamplingOptions, BayesPoint"),
        ({"options": SamplingOptions(epochs=-1)}, "epochs=-1: this must be from 0 to 1,000"),
        ({"options": VineOptions(join="maybe")}, "join=maybe: choose one of yes, no"),
        ({"options": QUICK, "tags": "joint"}, "bayes-point does not correct tags; train sampling"),
        ({"tag_options": TaggingOptions()}, "tag_options: gold tags have none"),
        ({"tags": "predicted", "tag_options": TaggingOptions(), "tag_folds": 2}, "tag_folds=... are both given"),
        (
            {"tags": "predicted", "tag_options": TaggingOptions(tag_folds=1)},
            "tag_folds=1: this must be from 2 to 1,000",
        ),
    ],
)
def test_contradictory_and_wrong_options_are_named(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ArcwalkError, match=message):
        Parser.train(arcwalk.sample(2), **arguments)


def test_options_of_a_tagger() -> None:
    with pytest.raises(ArcwalkError, match=r"options and epochs=... are both given"):
        arcwalk.Tagger.train(arcwalk.sample(2), options=TaggerOptions(), epochs=2)
    with pytest.raises(ArcwalkError, match="epochs=0: this must be from 1 to 1,000"):
        arcwalk.Tagger.train(arcwalk.sample(2), options=TaggerOptions(epochs=0))


def test_evaluation_takes_files_and_sentences(tmp_path: Path) -> None:
    gold = arcwalk.sample(5)
    parsed = [gold[0].with_tree([0, *[1] * (len(gold[0]) - 1)], ["root"] * len(gold[0])), *gold[1:]]
    arcwalk.write(tmp_path / "gold", gold)
    arcwalk.write(tmp_path / "parsed", parsed)
    scores = arcwalk.evaluate(gold, parsed)
    assert 0 < scores.las <= scores.uas < 100
    assert arcwalk.evaluate(tmp_path / "gold", str(tmp_path / "parsed")).uas == scores.uas
    arcwalk.write(tmp_path / "untagged", [UNTAGGED])
    with pytest.raises(TreebankError, match="no HEAD"):
        arcwalk.evaluate(tmp_path / "untagged", [UNTAGGED])


def test_sentences_are_sequences() -> None:
    assert isinstance(UNTAGGED, Sequence)


def test_a_single_sentence_is_a_treebank(tmp_path: Path) -> None:
    sentence = arcwalk.sample(1)[0]
    arcwalk.write(tmp_path / "one.conllu", sentence)
    assert list(arcwalk.read(tmp_path / "one.conllu")) == [sentence]
    assert arcwalk.evaluate(sentence, sentence).uas == 100
    assert Parser.train(sentence, options=QUICK).parse(sentence) == sentence


def test_an_interrupted_run_is_no_model(tmp_path: Path) -> None:
    checkpoint = Checkpoint()
    checkpoint.write(tmp_path / "model.arcwalk.unfinished")
    for load in (Parser.load, arcwalk.Tagger.load):
        with pytest.raises(
            ArcwalkError,
            match=r"an interrupted training run, not a model; finish it with: .* -m \S*model\.arcwalk --resume",
        ):
            load(tmp_path / "model.arcwalk.unfinished")


def test_a_model_without_its_metadata(tmp_path: Path, parser: Parser) -> None:
    model = parser.system.model()
    write_model(tmp_path / "odd.arcwalk", parser.tagging.joined_to(model._replace(metadata={})))
    with pytest.raises(
        ArcwalkError, match=r"odd\.arcwalk: the model file is damaged \(metadata/\w+ is missing\); .*train again"
    ):
        Parser.load(tmp_path / "odd.arcwalk")
