"""Out-of-fold tags: what a tagger gives to sentences that it was not trained on."""

import math
from dataclasses import replace

import pytest

from arcwalk import Sentence, Tagger
from arcwalk.components.tagger.analyses import Ambiguity, Analysis, WordAnalyses, analyze, find_confusions
from arcwalk.components.tagger.fold_networks import blended_lattices
from arcwalk.components.tagger.fold_taggers import FoldTaggers
from arcwalk.components.tagger.options import TaggerOptions
from arcwalk.components.tagger.stacking import Stacking
from arcwalk.components.tagger.training import first_examples
from arcwalk.learning.kernels.tag_network_epoch import TagTreebank
from arcwalk.learning.network_run import NetworkRun
from arcwalk.learning.tag_network_learner import TagNetworkLearner
from arcwalk.sample import sample
from arcwalk.systems.tag_source_options import TaggingOptions
from arcwalk.systems.tag_source_training import LearnedTagging, learn_tagging
from arcwalk.training.checkpoint import Checkpoint
from arcwalk.training.folds import Folds
from arcwalk.training.progress import Silence
from arcwalk.training.setting import Setting

pytestmark = pytest.mark.slow

SENTENCES, MANY = sample(31), sample(120)  # the tagger of many has networks
QUICK = {"shuffles": 1, "epochs": 2, "table_bits": 16}
OPTIONS = TaggerOptions(columns="upos,feats", **QUICK)
TEMPERATURES = {"upos": 1.0, "feats": 1.0}
CERTAIN, DOUBTFUL = Ambiguity(1.0), Ambiguity(0.01)
FEW = TaggingOptions(tag_folds=3, tag_shuffles=1, tag_epochs=1)


def out_of_fold(
    sentences: list[Sentence],
    folds: int,
    ambiguity: Ambiguity,
    setting: Setting,
    options: TaggerOptions = OPTIONS,
) -> list[list[WordAnalyses]]:
    taggers = FoldTaggers(options, TEMPERATURES, ambiguity, Folds.of(folds, len(sentences)))
    return taggers.analyze(sentences, setting)


def test_each_fold_is_tagged_by_a_tagger_trained_on_the_others() -> None:
    analyses = out_of_fold(SENTENCES, 3, CERTAIN, Setting(seed=4))
    for fold in range(3):
        others = [sentence for i, sentence in enumerate(SENTENCES) if i % 3 != fold]
        tagger = Tagger.train(others, seed=4, columns="upos,feats", **QUICK)
        for words, tagged in zip(analyses[fold::3], tagger.tag(SENTENCES[fold::3]), strict=True):
            expected = zip(tagged.upos, tagged.feats, strict=True)
            assert words == [[Analysis(tags, 0.0)] for tags in expected]


@pytest.mark.parametrize("jobs", [2, 5])
def test_the_number_of_jobs_does_not_matter(jobs: int) -> None:
    alone = out_of_fold(SENTENCES, 4, DOUBTFUL, Setting(seed=1))
    assert out_of_fold(SENTENCES, 4, DOUBTFUL, Setting(seed=1, jobs=jobs)) == alone


def test_a_column_that_the_others_lack_stays_empty() -> None:
    first, *rest = sample(6)
    bare = [sentence.with_tags(feats=["_"] * len(sentence)) for sentence in rest]
    words = out_of_fold([first, *bare], 6, DOUBTFUL, Setting())[0]
    assert len(words) == len(first)
    assert {analysis.tags[1] for own in words for analysis in own} == {"_"}


def test_sentences_are_seen_with_predicted_tags_and_lemmas() -> None:
    said: list[str] = []

    class Listener(Silence):
        def say(self, line: str, **values: float | str) -> None:  # noqa: ARG002
            said.append(line)

    tagging, seen, _ = learn_tagging(SENTENCES, FEW, Setting(progress=Listener()))
    assert tagging.hidden == ()
    assert [sentence.heads for sentence in seen] == [sentence.heads for sentence in SENTENCES]
    assert [sentence.upos for sentence in seen] != [sentence.upos for sentence in SENTENCES]
    wrong = [
        predicted
        for before, after in zip(SENTENCES, seen, strict=True)
        for gold, predicted in zip(before.lemmas, after.lemmas, strict=True)
        if gold != predicted
    ]
    assert 0 < len(wrong) < 0.5 * sum(map(len, SENTENCES))
    assert "% UPOS" in said[-1]
    assert "% LEMMA" in said[-1]


def test_lemmas_that_the_others_lack_stay_empty() -> None:
    first, *rest = sample(6)
    bare = [sentence.with_tags(lemmas=["_"] * len(sentence)) for sentence in rest]
    options = TaggerOptions(columns="upos,lemma", **QUICK)
    analyses = out_of_fold([first, *bare], 6, DOUBTFUL, Setting(), options)
    assert {analysis.lemma for own in analyses[0] for analysis in own} == {"_"}
    assert {analysis.lemma for words in analyses for own in words for analysis in own} != {"_"}


def test_every_analysis_has_its_own_lemma() -> None:
    tagging, _, choices = learn_tagging(SENTENCES, FEW, Setting(), joint=True)
    assert tagging.tagger is not None
    assert tagging.tagger.lemmatizer is not None
    assert all(analysis.lemma for words in choices.analyses for own in words for analysis in own)
    different = 0
    for sentence in SENTENCES:
        for form, own in zip(sentence.forms, tagging.analyze(sentence), strict=True):
            for analysis in own:
                assert tagging.tagger.lemmatizer.lemmas([(form, "\t".join(analysis.tags))]) == [analysis.lemma]
                different += analysis.lemma != own[0].lemma
    assert different > 0


@pytest.fixture(scope="module")
def with_networks() -> LearnedTagging:
    return learn_tagging(MANY, FEW, Setting(), joint=True)


def test_the_first_column_is_that_of_networks_new_to_a_sentence(with_networks: LearnedTagging) -> None:
    assert with_networks.tagging.tagger is not None
    column = with_networks.tagging.tagger.columns["upos"]
    assert column.network is not None
    options, setting = TaggerOptions(epochs=FEW.tag_epochs), Setting()
    stacking = Stacking.of(replace(column, network=None), first_examples(MANY, "upos"), options, FEW.tag_folds)
    perceptron = stacking.stage(setting).work(setting)
    lattices = blended_lattices(stacking, perceptron, setting).work(setting)
    for sentence, lattice in zip(with_networks.sentences, lattices, strict=True):
        assert column.best(lattice)[0] == list(sentence.upos)
    assert [sentence.upos for sentence in with_networks.sentences] != [
        sentence.upos for sentence in with_networks.tagging.tagger.tag(MANY)
    ]


def test_alternatives_have_the_probabilities_of_both(with_networks: LearnedTagging) -> None:
    tagger = with_networks.tagging.tagger
    assert tagger is not None
    several = 0
    for sentence in MANY:
        likely = tagger.probabilities(sentence)["upos"]
        for own, probabilities in zip(analyze(tagger, sentence, DOUBTFUL), likely, strict=True):
            best = own[0].tags[0]
            for tag, log_ratio in {(other.tags[0], other.log_ratio) for other in own[1:] if other.tags[0] != best}:
                several += 1
                assert log_ratio == pytest.approx(math.log(probabilities[tag] / probabilities[best]))
    assert several > 5


def test_networks_do_not_depend_on_the_number_of_jobs(with_networks: LearnedTagging) -> None:
    again = learn_tagging(MANY, FEW, Setting(jobs=3), joint=True)
    assert again.choices == with_networks.choices
    assert [sentence.lines for sentence in again.sentences] == [sentence.lines for sentence in with_networks.sentences]


class Steps(Silence):
    """The title of each stage, its steps, and how many of them were made."""

    def __init__(self, stop_in: str = "", after: int = 0) -> None:
        self.stages: list[tuple[str, int]] = []
        self.made: list[int] = []
        self.stop = stop_in, after

    def stage(self, title: str, steps: int, unit: str = "epochs", done: int = 0) -> None:  # noqa: ARG002
        self.stages.append((title, steps))
        self.made.append(0)

    def advance(self) -> None:
        self.made[-1] += 1
        if (self.stages[-1][0], self.made[-1]) == self.stop:
            raise KeyboardInterrupt


@pytest.mark.parametrize("columns", ["upos", "upos,feats"])
def test_each_stage_makes_the_steps_it_said(columns: str) -> None:
    progress = Steps()
    options = replace(FEW, tag_columns=columns, lemmas="given", segmenter=False)
    learn_tagging(MANY, options, Setting(progress=progress))
    assert [steps for _, steps in progress.stages] == progress.made
    assert 0 not in progress.made
    assert [title for title, _ in progress.stages][-2:] == ["networks of folds of UPOS", "tags, 3 folds"]


@pytest.mark.parametrize(
    ("stage", "steps"), [("networks of UPOS", 13), ("networks of folds of UPOS", 25), ("tags, 3 folds", 5)]
)
def test_networks_are_not_learned_again(stage: str, steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    options = replace(FEW, tag_columns="upos,feats", lemmas="given", segmenter=False)
    learned: list[int] = []
    one_epoch = TagNetworkLearner.learn

    def counted(learner: TagNetworkLearner, run: NetworkRun, treebank: TagTreebank) -> None:
        learned.append(run.epochs)
        one_epoch(learner, run, treebank)

    monkeypatch.setattr(TagNetworkLearner, "learn", counted)
    whole = learn_tagging(MANY, options, Setting())
    at_once = len(learned)
    checkpoint = Checkpoint()
    with pytest.raises(KeyboardInterrupt):
        learn_tagging(MANY, options, Setting(checkpoint=checkpoint, progress=Steps(stage, steps)))
    resumed = learn_tagging(MANY, options, Setting(checkpoint=checkpoint))
    assert len(learned) == 2 * at_once
    assert [sentence.lines for sentence in resumed.sentences] == [sentence.lines for sentence in whole.sentences]


def test_lattices_are_kept_while_something_needs_them() -> None:
    alone, parsers = Checkpoint(), Checkpoint()
    options = replace(FEW, tag_columns="upos", lemmas="given", segmenter=False)
    Tagger.train(MANY, columns="upos", segmenter=False, checkpoint=alone, **QUICK)
    learn_tagging(MANY, options, Setting(checkpoint=parsers))
    assert alone.get("upos/lattices of fold 0") is None
    assert alone.get("upos/network 0") is None
    assert parsers.get("upos lattices of fold 0")


def test_a_parser_can_do_without_networks() -> None:
    tagging, _, _ = learn_tagging(MANY, replace(FEW, tag_network=False), Setting())
    assert tagging.tagger is not None
    assert tagging.tagger.columns["upos"].network is None


def test_one_sentence_is_enough() -> None:
    (sentence,) = sample(1)
    _, (seen,), _ = learn_tagging([sentence], FEW, Setting())
    assert seen.upos == sentence.upos


def test_analyses_are_possible_and_the_best_comes_first() -> None:
    said: list[str] = []

    class Listener(Silence):
        def say(self, line: str, **values: float | str) -> None:  # noqa: ARG002
            said.append(line)

    tagging, seen, choices = learn_tagging(SENTENCES, FEW, Setting(progress=Listener()), joint=True)
    assert tagging.ambiguity is not None
    several = 0
    for sentence, words, gold in zip(seen, choices.analyses, choices.gold, strict=True):
        assert len(sentence) == len(words) == len(gold)
        for tag, own in zip(sentence.upos, words, strict=True):
            assert own[0].tags[0] == tag
            assert len({analysis.tags for analysis in own}) == len(own)
            for analysis in own[1:]:
                several += 1
                column = next(i for i in range(3) if analysis.tags[i] != own[0].tags[i])
                name = choices.columns[column]
                assert analysis.tags[column] in tagging.ambiguity.confusions[name][own[0].tags[column]]
    assert several > 20
    assert "of words have several analyses" in said[-1]


def test_what_is_hardly_ever_confused_is_left_out() -> None:
    """c(t, t') is at least 0.003 c(t', t')."""
    words = 1000
    tagged = Sentence.from_columns(["a"] * words, upos=["NOUN"] * words)
    for verbs, expected in ((2, []), (3, ["VERB"])):
        gold = tagged.with_tags(upos=["VERB"] * verbs + ["NOUN"] * (words - verbs))
        assert find_confusions(["upos"], [(gold, tagged)]) == {"upos": {"NOUN": expected}}
