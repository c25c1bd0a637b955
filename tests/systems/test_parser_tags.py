"""Parsers with a tagger of their own, as users hold them."""

from dataclasses import replace
from pathlib import Path

import pytest

import arcwalk
from arcwalk import ArcwalkError, Parser, Sentence, Tagger, read, write
from arcwalk.components.tagger.options import filled_columns
from arcwalk.errors import TreebankError
from arcwalk.models.model_file import read_model
from arcwalk.sample import sample
from arcwalk.systems.registry import SYSTEMS
from arcwalk.training.checkpoint import Checkpoint, TrainingStopped
from arcwalk.training.progress import Silence

TAGGING = {"tags": "predicted", "tag_folds": 3, "tag_shuffles": 1, "tag_epochs": 2}
JOINT = {**TAGGING, "tags": "joint", "tag_doubt": 0.01}
SAMPLING = {
    "epochs": 2,
    "aggressiveness": 0.01,
    "shuffles": 1,
    "pruner_shuffles": 1,
    "neural_epochs": 1,
    "folds": 2,
    "table_bits": 16,
}
BAYES = {"system": "bayes-point", "shuffles": 1, "epochs": 2, "table_bits": 16}
TRAIN = sample(60)
TEST = sample(15, seed=3)


def untagged(sentences: list[Sentence]) -> list[Sentence]:
    """The same words without any annotation."""
    return [Sentence.from_columns(sentence.forms) for sentence in sentences]


def lines(sentences: list[Sentence]) -> list[list[str]]:
    return [sentence.lines for sentence in sentences]


def saved(parser: Parser, folder: Path) -> bytes:
    parser.save(folder / "model")
    return (folder / "model").read_bytes()


@pytest.fixture(scope="module")
def parser() -> Parser:
    return Parser.train(TRAIN, **TAGGING, **SAMPLING)


@pytest.fixture(scope="module")
def corrector() -> Parser:
    return Parser.train(TRAIN, **JOINT, **SAMPLING)


@pytest.fixture(scope="module")
def bayes_point() -> Parser:
    return Parser.train(TRAIN, **TAGGING, **BAYES)


@pytest.fixture(scope="module", params=["parser", "bayes_point", "corrector"])
def any_parser(request: pytest.FixtureRequest) -> Parser:
    one: Parser = request.getfixturevalue(request.param)
    return one


def test_it_fills_tags_heads_and_labels(any_parser: Parser) -> None:
    parsed = list(any_parser.parse(untagged(TEST)))
    words = [
        (gold == predicted, head == predicted_head)
        for before, after in zip(TEST, parsed, strict=True)
        for gold, predicted, head, predicted_head in zip(
            before.upos, after.upos, before.heads, after.heads, strict=True
        )
    ]
    right_lemmas = [
        gold == predicted
        for before, after in zip(TEST, parsed, strict=True)
        for gold, predicted in zip(before.lemmas, after.lemmas, strict=True)
    ]
    assert sum(right_lemmas) > 0.8 * len(words)
    right_tags, right_heads = (sum(column) / len(words) for column in zip(*words, strict=True))
    assert right_tags > 0.85
    assert right_heads > 0.6
    assert filled_columns(parsed) == ["upos", "xpos", "feats"]


def test_tags_and_lemmas_of_the_input_do_not_matter_and_the_rest_of_it_stays(any_parser: Parser) -> None:
    for before, bare in zip(TEST, untagged(TEST), strict=True):
        after = any_parser.parse(before)
        expected = any_parser.parse(bare)
        assert (after.upos, after.heads, after.deprels) == (expected.upos, expected.heads, expected.deprels)
        assert after.lemmas == expected.lemmas
        undone = after.with_tags(upos=before.upos, xpos=before.xpos, feats=before.feats, lemmas=before.lemmas)
        assert undone.with_tree(before.heads, before.deprels).lines == before.lines


def test_the_same_for_any_number_of_jobs_any_order_and_after_loading(any_parser: Parser, tmp_path: Path) -> None:
    expected = lines(list(any_parser.parse(untagged(TEST))))
    any_parser.save(tmp_path / "model")
    loaded = arcwalk.load(tmp_path / "model")
    assert isinstance(loaded, Parser)
    assert lines(list(loaded.parse(untagged(TEST), jobs=3))) == expected
    assert lines([loaded.parse(sentence) for sentence in reversed(untagged(TEST))])[::-1] == expected


def test_training_gives_the_same_bytes_whatever_the_jobs(parser: Parser, corrector: Parser, tmp_path: Path) -> None:
    for tagging, expected in ((TAGGING, parser), (JOINT, corrector)):
        assert saved(Parser.train(TRAIN, jobs=3, **tagging, **SAMPLING), tmp_path) == saved(expected, tmp_path)


def test_trees_correct_some_tags(corrector: Parser) -> None:
    """What differs from the tagger's best tags is among its other analyses, and the tree fits it."""
    corrected = 0
    for sentence in untagged(sample(60, seed=5)):
        parsed = corrector.parse(sentence)
        analyses = corrector.tagging.analyze(sentence)
        for tags, own in zip(zip(parsed.upos, parsed.xpos, parsed.feats, strict=True), analyses, strict=True):
            assert tags in [analysis.tags for analysis in own]
            corrected += tags != own[0].tags
    assert corrected > 0


def test_a_tagger_that_is_trusted_blindly_is_not_corrected(corrector: Parser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arcwalk.systems.joint_tags.encoded_analyses.TAGGER_WEIGHT", 1e6)
    for sentence in untagged(TEST):
        analyses = corrector.tagging.analyze(sentence)
        likeliest = [max(own, key=lambda analysis: analysis.log_ratio).tags for own in analyses]
        parsed = corrector.parse(sentence)
        assert list(zip(parsed.upos, parsed.xpos, parsed.feats, strict=True)) == likeliest


@pytest.mark.parametrize("search", ["climb", "gibbs", "walk"])
def test_tags_are_corrected_in_all_that_a_parser_does(corrector: Parser, search: str) -> None:
    parser = corrector.with_options(search=search, longest=5)
    for sentence in untagged(TEST[:6]):
        parsed = parser.parse(sentence)
        assert parser.parse(sentence, confidence=True).upos == parsed.upos
        for other, _ in parser.alternatives(sentence, 2):
            assert other.upos == parsed.upos
        assert parser.parse(parsed, keep=True).heads == parsed.heads


@pytest.mark.parametrize("decode", ["best", "minimum-risk"])
def test_whatever_is_asked_for_has_the_same_tags_and_tree(corrector: Parser, decode: str) -> None:
    parser = corrector.with_options(decode=decode)
    for sentence in untagged(TEST):
        parsed = parser.parse(sentence)
        assert parsed.upos == corrector.parse(sentence).upos
        confident = parser.parse(sentence, confidence=True)
        assert (confident.upos, confident.heads, confident.deprels) == (parsed.upos, parsed.heads, parsed.deprels)


def test_trees_do_not_rest_on_tags_in_doubt_alone(corrector: Parser) -> None:
    """Somewhere the tree is not the one that a parser finds who takes the tags for certain; never where they are."""
    tagging, ambiguity = corrector.tagging, corrector.tagging.ambiguity
    assert ambiguity is not None
    hardly_ever = replace(tagging, ambiguity=replace(ambiguity, least=0.3))  # is a tag in doubt
    doubtful = Parser(corrector.system, corrector.options, hardly_ever)
    certain = Parser(corrector.system, corrector.options, replace(tagging, tagger=None, ambiguity=None))
    same: dict[bool, list[bool]] = {True: [], False: []}
    for sentence in untagged(sample(60, seed=3)):
        parsed = doubtful.parse(sentence)
        in_doubt = any(len(own) > 1 for own in hardly_ever.analyze(sentence))
        same[in_doubt].append(certain.parse(parsed).heads == parsed.heads)
    assert same[False]
    assert all(same[False])
    assert not all(same[True])


def test_tags_are_learned_by_sampling_and_resumed_where_the_sampler_was(tmp_path: Path) -> None:
    published = {"as": "published", **JOINT, **SAMPLING, "search": "gibbs", "budget": 20}
    whole = Parser.train(TRAIN[:30], **published)
    first = Parser.train(TRAIN[:30], **published | {"epochs": 1})
    checkpoint = Checkpoint()
    with pytest.raises(TrainingStopped):
        Parser.train(TRAIN[:30], **published, checkpoint=checkpoint, progress=Interruption("trees"))
    resumed = Parser.train(TRAIN[:30], **published, checkpoint=checkpoint)
    assert saved(resumed, tmp_path) == saved(whole, tmp_path) != saved(first, tmp_path)
    plain = Parser(whole.system, whole.options, replace(whole.tagging, ambiguity=None))
    corrected = zip(whole.parse(untagged(TEST)), plain.parse(untagged(TEST)), strict=True)
    assert any(one.upos != other.upos or one.feats != other.feats for one, other in corrected)


@pytest.mark.parametrize("system", [name for name in SYSTEMS if name != "sampling"])
def test_only_some_systems_correct_tags(system: str) -> None:
    with pytest.raises(ArcwalkError, match=f"{system} does not correct tags; train sampling"):
        Parser.train(TRAIN, system=system, **JOINT)


def test_its_tagger_can_be_had_alone(parser: Parser, tmp_path: Path) -> None:
    parser.save(tmp_path / "model")
    tagger = Tagger.load(tmp_path / "model")
    for tagged, parsed in zip(tagger.tag(TEST), parser.parse(TEST), strict=True):
        assert tagged.lines == parsed.with_tree(tagged.heads, tagged.deprels).lines


def test_everything_a_parser_does_begins_with_tags(parser: Parser) -> None:
    (bare,) = untagged(TEST[:1])
    tagged = parser.parse(bare)
    assert parser.parse(bare, confidence=True).upos == tagged.upos
    assert {alternative.xpos[0] for alternative, _ in parser.alternatives(bare, 3)} == {tagged.xpos[0]}
    in_pieces = parser.with_options(longest=3).parse(bare)
    assert (in_pieces.upos, in_pieces.heads.count(-1)) == (tagged.upos, 0)
    first = bare.with_tree([len(bare), *[-1] * (len(bare) - 1)], ["_"] * len(bare))
    kept = parser.parse(first, keep=True)
    assert (kept.heads[0], kept.upos) == (len(bare), tagged.upos)


def test_lemmas_are_given_or_ignored_on_request() -> None:
    given = Parser.train(TRAIN[:20], lemmas="given", **TAGGING, **BAYES)
    assert given.tagging.hidden == ()
    hidden = Parser.train(TRAIN[:20], lemmas="hidden", **TAGGING, **BAYES)
    assert hidden.tagging.hidden == ("lemmas",)
    assert hidden.tagging.visible(TEST[0]).lemmas == ("_",) * len(TEST[0])
    for parser in (given, hidden):
        assert [parsed.lemmas for parsed in parser.parse(TEST)] == [sentence.lemmas for sentence in TEST]


def test_a_treebank_without_lemmas_makes_the_parser_that_ignores_them(tmp_path: Path) -> None:
    without = [sentence.with_tags(lemmas=["_"] * len(sentence)) for sentence in TRAIN[:20]]
    expected = saved(Parser.train(TRAIN[:20], lemmas="hidden", **TAGGING, **BAYES), tmp_path)
    assert saved(Parser.train(without, **TAGGING, **BAYES), tmp_path) == expected


def test_columns_that_are_not_tagged_are_not_looked_at() -> None:
    parser = Parser.train(TRAIN[:20], tag_columns="upos", **TAGGING, **BAYES)
    for before in TEST:
        after = parser.parse(before)
        assert (after.xpos, after.feats) == (before.xpos, before.feats)
        other = before.with_tags(xpos=["X"] * len(before), feats=["_"] * len(before))
        assert parser.parse(other).heads == after.heads


def test_only_what_the_treebank_has_is_tagged() -> None:
    without = [sentence.with_tags(xpos=["_"] * len(sentence), feats=["_"] * len(sentence)) for sentence in TRAIN[:20]]
    tagger = Parser.train(without, **TAGGING, **BAYES).tagging.tagger
    assert tagger is not None
    assert list(tagger.columns) == ["upos"]


def test_dev_is_tagged_first(tmp_path: Path) -> None:
    with_tags = Parser.train(TRAIN[:30], dev=TEST, **TAGGING, **BAYES)
    bare = [sentence.with_tags(upos=["_"] * len(sentence), feats=["_"] * len(sentence)) for sentence in TEST]
    assert saved(Parser.train(TRAIN[:30], dev=bare, **TAGGING, **BAYES), tmp_path) == saved(with_tags, tmp_path)


def test_files_of_other_formats_can_be_tagged_too(parser: Parser, tmp_path: Path) -> None:
    row = "1\tdogs\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\n"
    (tmp_path / "conll2009").write_text(f"{row}\n")
    write(tmp_path / "out", parser.parse(read(tmp_path / "conll2009")))
    (sentence,) = read(tmp_path / "out", heads="gold")
    assert sentence.upos == sentence.xpos != ("_",)


class Interruption(Silence):
    """Someone who presses Ctrl-C as soon as trees are learned."""

    def __init__(self, title: str) -> None:
        self.title, self.at_work, self.stages = title, False, list[str]()

    def stage(self, title: str, steps: int, unit: str = "epochs", done: int = 0) -> None:  # noqa: ARG002
        self.stages.append(title)
        self.at_work = title.startswith(self.title)

    def advance(self) -> None:
        if self.at_work:
            raise KeyboardInterrupt


@pytest.mark.parametrize(("tagging", "name"), [(TAGGING, "parser"), (JOINT, "corrector")], ids=["predicted", "joint"])
def test_an_interrupted_training_keeps_the_tagger_and_goes_on(
    tagging: dict[str, object], name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    whole: Parser = request.getfixturevalue(name)
    checkpoint = Checkpoint()
    with pytest.raises(TrainingStopped) as stopped:
        Parser.train(TRAIN, progress=Interruption("trees"), checkpoint=checkpoint, **tagging, **SAMPLING)
    assert stopped.value.parser.tagging.tag_one(untagged(TEST)[0]).upos == whole.tagging.tag_one(TEST[0]).upos
    assert stopped.value.parser.tagging.corrects == whole.tagging.corrects
    checkpoint.write(tmp_path / "unfinished")
    progress = Interruption("nothing")
    checkpoint = Checkpoint.read(tmp_path / "unfinished")
    resumed = Parser.train(TRAIN, progress=progress, checkpoint=checkpoint, **tagging, **SAMPLING)
    assert [title for title in progress.stages if title.startswith(("tagger", "tags"))] == []
    assert saved(resumed, tmp_path) == saved(whole, tmp_path)
    with pytest.raises(ArcwalkError, match="different sentences, options or seed"):
        Parser.train(TRAIN, checkpoint=Checkpoint.read(tmp_path / "unfinished"), **SAMPLING)


def test_an_interrupt_ends_all_folds() -> None:
    with pytest.raises(KeyboardInterrupt):
        Parser.train(TRAIN, jobs=3, progress=Interruption("tags"), **TAGGING, **SAMPLING)


def test_a_parser_with_gold_tags_wants_tags(tmp_path: Path) -> None:
    gold = Parser.train(TRAIN[:20], **BAYES)
    gold.save(tmp_path / "model")
    assert read_model(tmp_path / "model").metadata.part("tagging").flag("expected")
    parser = Parser.load(tmp_path / "model")
    assert len(list(parser.parse(TEST))) == len(TEST)
    with pytest.raises(TreebankError, match=r"no word has a tag.*train the parser with tags='predicted'"):
        list(parser.parse(untagged(TEST)))
    bare = [sentence.with_tree(gold.heads, gold.deprels) for sentence, gold in zip(untagged(TEST), TEST, strict=True)]
    assert len(list(Parser.train(bare, **BAYES).parse(bare))) == len(bare)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tags": "silver"}, "choose one of gold, predicted, joint"),
        ({"tags": "gold", "tag_folds": 3}, "unknown option 'tag_folds'"),
        ({"tags": "predicted", "tag_folds": 1}, "tag_folds=1: this must be from 2 to 1,000"),
        ({"tags": "predicted", "tag_columns": "lemma"}, "lemma is no tag; use option lemmas"),
        ({"tags": "predicted", "lemmas": "no"}, "choose one of predicted, given, hidden"),
    ],
)
def test_wrong_options_are_named(options: dict[str, object], message: str) -> None:
    with pytest.raises(ArcwalkError, match=message):
        Parser.train(TRAIN[:5], **BAYES, **options)


def test_a_treebank_with_some_tags_makes_a_parser_that_does_not_want_them() -> None:
    bare = TRAIN[0].with_tags(**dict.fromkeys(filled_columns(TRAIN), ["_"] * len(TRAIN[0])))
    parser = Parser.train([*TRAIN[1:], bare], **BAYES)
    assert parser.parse(bare).heads.count(0) == 1


def test_a_treebank_without_tags_cannot_teach_any() -> None:
    bare = [sentence.with_tree(gold.heads, gold.deprels) for sentence, gold in zip(untagged(TEST), TEST, strict=True)]
    with pytest.raises(ArcwalkError, match="no word has a tag to learn from; tag the file, or train with tags='gold'"):
        Parser.train(bare, **TAGGING, **BAYES)
    tagged = [sentence.with_tags(upos=gold.upos) for sentence, gold in zip(bare, TEST, strict=True)]
    with pytest.raises(ArcwalkError, match="no word has XPOS"):
        Parser.train(tagged, tag_columns="xpos", **TAGGING, **BAYES)
