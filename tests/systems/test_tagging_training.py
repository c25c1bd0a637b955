"""Tags by jackknife: what a tagger gives to sentences it has not seen."""

import pytest

from arcwalk import Tagger
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Silence
from arcwalk.systems.tagger import TaggerOptions
from arcwalk.systems.tagging import TaggingOptions
from arcwalk.systems.tagging_training import jackknife, learn_tagging
from arcwalk.treebank.sample import sample

SENTENCES = sample(31)
QUICK = {"shuffles": 1, "epochs": 2, "table_bits": 16}
OPTIONS = TaggerOptions(columns="upos,feats", **QUICK)
FEW = TaggingOptions(tag_folds=3, tag_shuffles=1, tag_epochs=1)


def test_each_fold_is_tagged_by_a_tagger_trained_on_the_others() -> None:
    tags = jackknife(SENTENCES, OPTIONS, 3, Setting(seed=4), Silence())
    for fold in range(3):
        others = [sentence for i, sentence in enumerate(SENTENCES) if i % 3 != fold]
        tagger = Tagger.train(others, seed=4, columns="upos,feats", **QUICK)
        for row, tagged in zip(tags[fold::3], tagger.tag(SENTENCES[fold::3]), strict=True):
            assert row == {"upos": tagged.upos, "feats": tagged.feats}


@pytest.mark.parametrize("jobs", [2, 5])
def test_the_number_of_jobs_does_not_matter(jobs: int) -> None:
    alone = jackknife(SENTENCES, OPTIONS, 4, Setting(seed=1), Silence())
    assert jackknife(SENTENCES, OPTIONS, 4, Setting(seed=1, jobs=jobs), Silence()) == alone


def test_a_column_that_the_others_lack_stays_empty() -> None:
    first, *rest = sample(6)
    bare = [sentence.with_tags(feats=["_"] * len(sentence)) for sentence in rest]
    tags = jackknife([first, *bare], OPTIONS, 6, Setting(), Silence())
    assert tags[0]["feats"] == ["_"] * len(first)
    assert len(tags[0]["upos"]) == len(first)


def test_sentences_are_seen_with_predicted_tags_and_without_lemmas() -> None:
    said: list[str] = []

    class Listener(Silence):
        def say(self, line: str) -> None:
            said.append(line)

    tagging, seen = learn_tagging(SENTENCES, FEW, Setting(), Listener())
    assert tagging.hidden == ("lemmas",)
    assert [sentence.heads for sentence in seen] == [sentence.heads for sentence in SENTENCES]
    assert [sentence.upos for sentence in seen] != [sentence.upos for sentence in SENTENCES]
    assert all(lemma == "_" for sentence in seen for lemma in sentence.lemmas)
    assert "% UPOS" in said[-1]


def test_one_sentence_is_enough() -> None:
    (sentence,) = sample(1)
    _, (seen,) = learn_tagging([sentence], FEW, Setting(), Silence())
    assert seen.upos == sentence.upos
