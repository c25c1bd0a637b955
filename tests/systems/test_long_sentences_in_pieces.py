"""Sentences of any length: pieces by default, and an error for what cannot be told apart."""

from pathlib import Path

import pytest
from commands import arcwalk, assert_one_line_error
from quick_training import QUICK

from arcwalk import Parser, Sentence, sample, write
from arcwalk.consistency.options import ConsistentParsingOptions
from arcwalk.consistency.parsing import parse_consistently
from arcwalk.errors import TreebankError
from arcwalk.systems.parsing_options import ParsingOptions
from arcwalk.systems.sentence_pieces import MOST_WORDS
from arcwalk.treebank.check import check

TRAIN = list(sample(60))


def of(words: int) -> Sentence:
    return Sentence.from_columns(["it"] * words, lemmas=["it"] * words, upos=["PRON"] * words, id="endless")


@pytest.fixture(scope="module", params=["sampling", "bayes-point", "mst", "rerank"])
def parser(request: pytest.FixtureRequest) -> Parser:
    return Parser.train(TRAIN, system=request.param, **QUICK[request.param])


@pytest.fixture(scope="module")
def fast() -> Parser:
    return Parser.train(TRAIN, system="bayes-point", **QUICK["bayes-point"])


def test_the_default_is_to_parse_in_pieces(fast: Parser) -> None:
    longest = ParsingOptions().longest
    assert fast.options.longest == longest
    long, longer = of(longest), of(longest + 1)
    whole = fast.with_options(longest=0)
    assert fast.parse(long) == whole.parse(long)
    assert fast.parse(longer) == fast.with_options(longest=longest).parse(longer) != whole.parse(longer)


def test_any_length_can_be_parsed(fast: Parser) -> None:
    parsed = fast.with_options(longest=50).parse(of(MOST_WORDS + 1))
    assert not check(parsed, heads="gold")
    assert sum(head == 0 for head in parsed.heads) == 1


def test_too_many_words_to_be_parsed_at_once(parser: Parser) -> None:
    whole = parser.with_options(longest=0)
    whole.parsing.prepare(of(MOST_WORDS), keep=False)
    expected = (
        r"endless\): 32,767 words, but only 32,766 can be parsed at once; split the sentence, or parse with longest=200"
    )
    for confidence in (False, True):
        with pytest.raises(TreebankError, match=expected):
            whole.parse(of(MOST_WORDS + 1), confidence=confidence)
    with pytest.raises(TreebankError, match=expected):
        whole.alternatives(of(MOST_WORDS + 1), 2)


def test_vine_parses_any_length_at_once() -> None:
    whole = Parser.train(TRAIN, system="vine", **QUICK["vine"]).with_options(longest=0)
    assert len(whole.parsing.prepare(of(MOST_WORDS + 1), keep=False).pieces) == 1


def test_a_parser_that_corrects_tags_refuses_too_many_words() -> None:
    quick = {**QUICK["sampling"], "tag_folds": 2, "tag_shuffles": 1, "tag_epochs": 1}
    joint = Parser.train(TRAIN, tags="joint", **quick)
    assert not check(joint.with_options(longest=50).parse(of(120)), heads="gold")
    with pytest.raises(TreebankError, match="only 32,766 can be parsed at once"):
        joint.with_options(longest=0).parse(of(MOST_WORDS + 1))


def test_consistency_does_not_split() -> None:
    mst = Parser.train(TRAIN, system="mst", **QUICK["mst"])
    no_rewards = ConsistentParsingOptions(same=0, close=0, off=0)
    found = parse_consistently(mst, [of(410), *TRAIN[:5]], TRAIN, options=no_rewards)
    assert found.independent[0] == mst.with_options(longest=0).parse(of(410))
    with pytest.raises(TreebankError, match=r"only 32,766 .* split the sentence, or parse without consistency"):
        parse_consistently(mst, [of(MOST_WORDS + 1)], TRAIN)


def test_the_error_names_file_and_line(fast: Parser, tmp_path: Path) -> None:
    fast.save(tmp_path / "model")
    file = tmp_path / "long.conllu"
    write(file, [TRAIN[0], of(MOST_WORDS + 1)])
    command = ["parse", file, "-m", tmp_path / "model", "-o", tmp_path / "out"]
    done = arcwalk(*command, "--set", "longest=0")
    assert_one_line_error(done, f"{file}:{len(TRAIN[0].lines) + 1} (sentence endless): 32,767 words", "longest=")
    assert not (tmp_path / "out").exists()
