"""Consistent parsing and tagging of the sample treebank, with real models."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numba
import numpy as np
import pytest

from arcwalk import ArcwalkError, Parser, Sentence, Tagger
from arcwalk.arrays import Scores
from arcwalk.consistency.contexts import tag_column
from arcwalk.consistency.options import ConsistentParsingOptions, ConsistentTaggingOptions
from arcwalk.consistency.parsing import parse_consistently
from arcwalk.consistency.report import report, summary
from arcwalk.consistency.result import ConsistentCorpus
from arcwalk.consistency.review import review
from arcwalk.consistency.self_training import self_train
from arcwalk.consistency.tagging import tag_consistently
from arcwalk.models.options import make_options
from arcwalk.models.protocol import Solution
from arcwalk.sample import sample
from arcwalk.systems.mst.adjustable_chart import AdjustableChart
from arcwalk.systems.mst.parser import MstParser
from arcwalk.treebank.check import check

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="training needs compiled kernels")

TRAIN, TEST, RAW = sample(30), sample(90, seed=1), sample(200, seed=2)
QUICK = {"shuffles": 1, "epochs": 2, "table_bits": 16}
MST = {"system": "mst", "folds": 2, "projective": "yes", **QUICK}


@pytest.fixture(scope="module")
def parser() -> Parser:
    return Parser.train(TRAIN, **MST)


@pytest.fixture(scope="module")
def corpus(parser: Parser) -> ConsistentCorpus:
    return parse_consistently(parser, TEST, TRAIN, options=ConsistentParsingOptions(same=0.4))


@pytest.fixture(scope="module")
def tagger() -> Tagger:
    return Tagger.train(TRAIN, columns="upos,xpos", **QUICK)


def heads(sentences: Sequence[Sentence]) -> list[list[int]]:
    return [sentence.heads for sentence in sentences]


def test_independent_parses_are_those_of_the_parser(parser: Parser, corpus: ConsistentCorpus) -> None:
    parsed = list(parser.parse(TEST))
    assert [sentence.lines for sentence in corpus.independent] == [sentence.lines for sentence in parsed]


def test_joint_parses_are_trees_that_differ(corpus: ConsistentCorpus) -> None:
    assert heads(corpus.independent) != heads(corpus.joint)
    for before, after in zip(TEST, corpus.joint, strict=True):
        assert not list(check(after, "gold"))
        assert after.with_tree(before.heads, before.deprels).lines == before.lines
    assert corpus.solution.is_exact


def test_words_agree_more_than_before(corpus: ConsistentCorpus) -> None:
    def agreeing(tags: list[list[str]]) -> int:
        return sum(tags[s][m - 1] == group.consensus for group in corpus.constraints for s, m in group.words)

    assert agreeing(corpus.joint_tags) > agreeing(corpus.independent_tags)


def test_it_is_the_same_each_time_and_without_constraints_nothing_changes(
    parser: Parser, corpus: ConsistentCorpus
) -> None:
    again = parse_consistently(parser, TEST, TRAIN, options=ConsistentParsingOptions(same=0.4))
    assert heads(again.joint) == heads(corpus.joint)
    nothing = parse_consistently(parser, TEST, TRAIN, options=ConsistentParsingOptions(same=0, close=0, off=0))
    assert heads(nothing.joint) == heads(nothing.independent)


def test_pruned_charts_and_gaps_equal_the_whole_chart(parser: Parser) -> None:
    assert isinstance(parser.system, MstParser)
    rng = np.random.default_rng(0)
    for sentence in TEST[:20]:
        codes = parser.system.encode(sentence)
        model = parser.system.joint_decoding().adjustable(codes, None, None)
        assert isinstance(model, AdjustableChart)
        best = model.decode(None)
        gaps = model.prune(2.0)
        assert gaps is not None
        np.testing.assert_allclose(gaps[best.chosen], 0, atol=1e-9)
        assert (gaps > -1e-9).all()
        adjustments = rng.uniform(-0.05, 0.05, len(model.head))  # too little for what was pruned
        pruned, whole = model.decode(adjustments), model.chart.adjusted(adjustments).best()
        assert pruned.score == pytest.approx(whole.score)
        assert (model.head[pruned.chosen] == whole.heads[1:]).all()


def test_given_heads_stay(parser: Parser) -> None:
    given = [
        sentence.with_tree([h if m % 2 else -1 for m, h in enumerate(sentence.heads)], sentence.deprels)
        for sentence in TEST
    ]
    corpus = parse_consistently(parser, given, TRAIN, keep=True, options=ConsistentParsingOptions(same=1.0))
    for before, after in zip(given, corpus.joint, strict=True):
        assert all(a in (-1, b) for a, b in zip(before.heads, after.heads, strict=True))


def test_other_systems(parser: Parser) -> None:
    assert isinstance(parser.system, MstParser)
    sampling = Parser.train(
        TRAIN, system="sampling", folds=2, aggressiveness=0.01, pruner_shuffles=1, neural_epochs=1, **QUICK
    )
    corpus = parse_consistently(sampling, TEST[:40], TRAIN, options=ConsistentParsingOptions(iterations=20))
    assert not corpus.solution.is_exact
    assert [s.lines for s in corpus.independent] == [s.lines for s in sampling.parse(TEST[:40])]
    assert any("approximate" in line for line in summary(corpus))
    crossing = Parser(replace(parser.system, trees=replace(parser.system.trees, projective=False)))
    assert not parse_consistently(crossing, TEST[:20], TRAIN).solution.is_exact
    first_order = Parser.train(TRAIN, system="bayes-point", **QUICK)
    with pytest.raises(ArcwalkError, match="mst or sampling"):
        parse_consistently(first_order, TEST, TRAIN)


def test_the_report_names_contexts_and_changes(corpus: ConsistentCorpus) -> None:
    lines = list(report(corpus))
    group, changes = corpus.most_effective[0]
    assert group.consensus == changes[0].after != changes[0].before
    assert any(line.startswith(group.name) and group.consensus in line for line in lines)
    assert f"{len(corpus.changed_words):,} words changed" in lines[0]


def test_all_words_with_another_head_are_counted(corpus: ConsistentCorpus) -> None:
    changed = [
        (number, word)
        for number, (before, after) in enumerate(zip(corpus.independent, corpus.joint, strict=True))
        for word in range(1, len(before) + 1)
        if before.heads[word - 1] != after.heads[word - 1]
    ]
    assert corpus.changed_words == changed
    side_effects = corpus.side_effects()
    assert any(
        change.before == change.after for change in side_effects
    )  # another word of the same tag, on the same side
    wanted = {(change.sentence, change.word) for _, changes in corpus.most_effective for change in changes}
    assert len(wanted) + len(side_effects) == len(changed)
    section = "\n".join(report(corpus)).partition("Side effects")[2]
    change = side_effects[0]
    sentence = corpus.joint[change.sentence]
    assert f"[{sentence.forms[change.word - 1]}]" in section
    assert f"-> {change.after} ({sentence.forms[sentence.heads[change.word - 1] - 1]})" in section


def test_threads_change_nothing(parser: Parser, corpus: ConsistentCorpus, tagger: Tagger) -> None:
    again = parse_consistently(parser, TEST, TRAIN, options=ConsistentParsingOptions(same=0.4), jobs=3)
    for one, other in ((corpus.independent, again.independent), (corpus.joint, again.joint)):
        assert [sentence.lines for sentence in one] == [sentence.lines for sentence in other]
    assert list(report(corpus)) == list(report(again))
    one, other = (tag_consistently(tagger, TEST, TRAIN, raw=RAW, jobs=jobs).sentences for jobs in (1, 3))
    assert [sentence.lines for sentence in one] == [sentence.lines for sentence in other]


@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_in_decoding_name_the_sentence(parser: Parser, jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    decode, sentence = AdjustableChart.decode, TEST[5]

    def fail(model: AdjustableChart, adjustments: Scores | None) -> Solution:
        if adjustments is not None and len(model.start) == len(sentence) + 2:
            raise MemoryError
        return decode(model, adjustments)

    monkeypatch.setattr(AdjustableChart, "decode", fail)
    with pytest.raises(
        ArcwalkError, match=r"\(sentence sample-1-\d+\): not enough memory .* parse without consistency"
    ):
        parse_consistently(parser, [sentence] * 2 + TEST, TRAIN, options=ConsistentParsingOptions(same=5.0), jobs=jobs)


@pytest.mark.parametrize(
    "values",
    [
        {"same": 0.1, "close": 0.2},
        {"close": 0.01},
        {"heads": "place"},
        {"iterations": 0},
        {"words": "30,x"},
        {"share": 2},
    ],
)
def test_wrong_options(values: dict[str, object]) -> None:
    with pytest.raises(ArcwalkError):
        make_options(ConsistentParsingOptions, values)


def test_a_consensus_on_fine_tags_rewards_close_ones(parser: Parser) -> None:
    """Where UPOS is the coarse tag of XPOS, what the reward for close tags is matters."""
    options = ConsistentParsingOptions(consensus="xpos", same=0.4, close=0.12)
    fine = parse_consistently(parser, TEST, TRAIN, options=options)
    tags = {tag for sentence in TEST for tag in sentence.xpos}
    assert {each.consensus.rstrip("<>") for each in fine.constraints if each.consensus} - {"ROOT"} <= tags
    closer = parse_consistently(parser, TEST, TRAIN, options=replace(options, close=0.4))
    assert heads(fine.joint) != heads(closer.joint)
    bare = [sentence.with_tags(xpos=["_"] * len(sentence)) for sentence in TEST]
    with pytest.raises(ArcwalkError, match="option consensus=xpos: some sentences have no XPOS; fill it in"):
        parse_consistently(parser, bare, TRAIN, options=options)


def test_a_treebank_without_tags(parser: Parser) -> None:
    bare = [
        sentence.with_tags(upos=["_"] * len(sentence), xpos=["_"] * len(sentence), feats=["_"] * len(sentence))
        for sentence in TRAIN
    ]
    with pytest.raises(ArcwalkError, match="sample has none, sample has UPOS and XPOS; fill in UPOS or XPOS"):
        parse_consistently(parser, TEST, bare)


def test_parsers_and_options_that_do_not_fit_are_refused(parser: Parser) -> None:
    sampling = {
        "epochs": 1,
        "aggressiveness": 0.01,
        "pruner_shuffles": 1,
        "neural_epochs": 1,
        "folds": 2,
        "shuffles": 1,
        "table_bits": 16,
    }
    tagging = {"tags": "joint", "tag_folds": 2, "tag_shuffles": 1, "tag_epochs": 1}
    joint = Parser.train(TRAIN, **sampling, **tagging)
    refused = {
        "train the parser with tags='predicted'": joint,
        "needs the best-scoring trees": Parser(joint.system).with_options(decode="minimum-risk"),
        "cannot split sentences": parser.with_options(longest=20),
        "needs a parser of system mst or sampling": Parser.train(TRAIN, system="bayes-point", **QUICK),
    }
    for message, other in refused.items():
        with pytest.raises(ArcwalkError, match=message):
            parse_consistently(other, TEST, TRAIN)


def test_columns_that_a_file_lacks_are_not_looked_at() -> None:
    without = [sentence.with_tags(upos=["_"] * len(sentence)) for sentence in TEST]
    assert tag_column(TRAIN, TEST) == "upos"
    assert tag_column(TRAIN, without) == "xpos"
    assert tag_column(TRAIN, TEST, ["upos"]) == "xpos"


def test_suffixes_are_learned_for_each_column() -> None:
    """Forms that differ in an ending can have the same UPOS and other FEATS: those are not made to agree."""
    tagger = Tagger.train(TRAIN, columns="upos,feats", **QUICK)
    tagged = tag_consistently(tagger, TEST, TRAIN, options=ConsistentTaggingOptions(related=1))
    joined = {
        name: {group.name for group in column.constraints if " " in group.name}
        for name, column in tagged.columns.items()
    }
    assert joined["upos"] - joined["feats"]


def test_a_treebank_that_lacks_a_column_of_the_tagger(tagger: Tagger) -> None:
    bare = [sentence.with_tags(xpos=["_"] * len(sentence)) for sentence in TRAIN]
    with pytest.raises(ArcwalkError, match="XPOS is empty; give the treebank that the tagger was trained on"):
        tag_consistently(tagger, TEST, bare)


def test_self_training_needs_tags(parser: Parser) -> None:
    with pytest.raises(ArcwalkError, match="no word has a tag"):
        self_train(parser, TRAIN, [Sentence.from_columns(["a", "word"])], **MST)


def test_unknown_words_get_one_tag(tagger: Tagger) -> None:
    options = ConsistentTaggingOptions(same=5.0, close=2.0, off=0.1, related=0)
    tagged = tag_consistently(tagger, TEST, TRAIN, options=options)
    assert [list(s.upos) for s in tagger.tag(TEST)] == tagged.columns["upos"].independent_tags
    column = tagged.columns["upos"]
    agreeing = 0
    for group in column.constraints:
        lifted = {s for s, _ in group.words} & set(column.solution.lifted)
        tags = {column.joint_tags[s][m - 1] for s, m in group.words}
        agreeing += len(tags) == 1 or bool(lifted)
    assert agreeing > 0.9 * len(column.constraints)
    assert [list(s.upos) for s in tagged.sentences] == column.joint_tags


def test_rewards_mean_as_much_to_a_tagger_with_networks() -> None:
    train, options = sample(90), {"columns": "upos", "segmenter": False, **QUICK}
    changed, better = [0, 0], [0, 0]
    for network, seed in product((True, False), range(3)):
        tagger = Tagger.train(train, network=network, seed=seed, **options)
        assert (tagger.columns["upos"].network is not None) == network
        column = tag_consistently(tagger, TEST, train).columns["upos"]
        assert column.independent_tags == [list(sentence.upos) for sentence in tagger.tag(TEST)]
        by_word = [
            (before, after, gold)
            for sentence, *tags in zip(TEST, column.independent_tags, column.joint_tags, strict=True)
            for before, after, gold in zip(*tags, sentence.upos, strict=True)
        ]
        changed[not network] += sum(before != after for before, after, _ in by_word)
        better[not network] += sum((after == gold) - (before == gold) for before, after, gold in by_word)
    assert changed[0] > changed[1] / 4  # fewer, as there is less to correct
    assert better[0] > 0


def test_raw_sentences_take_part_but_are_not_returned(tagger: Tagger) -> None:
    without, tagged = (tag_consistently(tagger, TEST[:30], TRAIN, raw=raw) for raw in ((), RAW))
    assert len(tagged.sentences) == 30
    column = tagged.columns["upos"]
    raw = len(column.solution.joint) - 30
    assert raw > 0
    assert len(column.independent) == len(column.joint) == len(column.joint_tags) == 30
    assert {sentence for group in column.constraints for sentence, _ in group.words} <= set(range(30))
    assert any(group.elsewhere for group in column.constraints)
    fewer = without.columns["upos"].constraints
    assert {tuple(group.words) for group in fewer} < {tuple(group.words) for group in column.constraints}
    assert all(len(group.words) + group.elsewhere > 1 for group in column.constraints)
    assert f"of all 30 sentences and {raw} raw sentences" in summary(column)[1]


def test_raw_sentences_that_are_lifted_are_counted_separately(tagger: Tagger) -> None:
    column = tag_consistently(tagger, TEST[:30], TRAIN, raw=RAW).columns["upos"]
    raw = len(column.solution.joint) - 30
    lifted = replace(column, solution=replace(column.solution, lifted=[3, 31, 32]))
    assert lifted.lifted == [3]
    assert f"for all but 1 of 30 sentences (3.3%) and 2 of {raw} raw sentences" in summary(lifted)[1]
    assert sum(line.startswith("lifted: ") for line in report(lifted)) == 1


def test_self_training_learns_from_its_own_parses(parser: Parser) -> None:
    again = self_train(parser, TRAIN, TEST, **MST)
    assert heads(list(again.parse(TEST))) != heads(list(parser.parse(TEST)))


def test_review_finds_wrong_heads_and_leaves_own_evidence_out() -> None:
    treebank = sample(200)
    wrong = treebank[17]
    moved = next(m for m, tag in enumerate(wrong.upos, 1) if tag == "DET" and wrong.heads[m - 1] > m)
    changed = [1 if moved != 1 and m == moved else head for m, head in enumerate(wrong.heads, 1)]
    treebank[17] = wrong.with_tree(changed, wrong.deprels)
    suspects = review(treebank, treebank)
    assert any(suspect.sentence is treebank[17] and suspect.word == moved for suspect in suspects[:5])
    assert all(suspects[i].doubt >= suspects[i + 1].doubt for i in range(len(suspects) - 1))
    # A treebank of one sentence, even several times, has nothing to say against itself.
    assert review([treebank[17]], [treebank[17], treebank[17]]) == []
