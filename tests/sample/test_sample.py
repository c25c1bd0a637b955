"""The embedded sample treebank: deterministic, distinct, well-formed, and English."""

import argparse
import hashlib
import re
from collections.abc import Iterator

import pytest

from arcwalk.cli.commands import sample as command
from arcwalk.errors import ArcwalkError
from arcwalk.sample import generate, sample
from arcwalk.treebank import Sentence, read

FEATS = re.compile(r"_|[A-Z][A-Za-z]*=[A-Z1-3][A-Za-z]*(\|[A-Z][A-Za-z]*=[A-Z1-3][A-Za-z]*)*")
OPEN_CLASSES = ("NOUN", "PROPN", "VERB", "ADJ", "ADV")
# Change it when you change the grammar on purpose.
DIGEST = "fd94b9b3d04acb29548ad68a73d49dbaa33b476babdcb8327529650c44d464cd"


@pytest.fixture(scope="module")
def treebank() -> list[Sentence]:
    return sample(2000)


def words(sentences: list[Sentence]) -> Iterator[tuple[Sentence, int]]:
    return ((sentence, i) for sentence in sentences for i in range(len(sentence)))


def values(feats: str) -> dict[str, str]:
    return {} if feats == "_" else dict(pair.split("=") for pair in feats.split("|"))


def is_projective(heads: list[int]) -> bool:
    arcs = [tuple(sorted((head, modifier))) for modifier, head in enumerate(heads, start=1)]
    return not any(a < c < b < d for a, b in arcs for c, d in arcs)


def misc(sentence: Sentence) -> list[str]:
    return [line.rstrip("\n").split("\t")[9] for line in sentence.lines if line[0].isdigit()]


def test_same_seed_same_sentences() -> None:
    assert [s.lines for s in sample(50, seed=7)] == [s.lines for s in sample(50, seed=7)]
    assert [s.lines for s in sample(50, seed=7)] != [s.lines for s in sample(50, seed=8)]


def test_a_small_sample_begins_a_large_one(treebank: list[Sentence]) -> None:
    assert [s.lines for s in sample(30)] == [s.lines for s in treebank[:30]]


def test_sentences_are_the_published_ones(treebank: list[Sentence]) -> None:
    text = "".join(line for sentence in treebank[:200] for line in sentence.lines)
    assert hashlib.sha256(text.encode()).hexdigest() == DIGEST


def test_sentences_are_distinct(treebank: list[Sentence]) -> None:
    assert len({sentence.text for sentence in treebank}) == 2000
    assert len({sentence.id for sentence in treebank}) == 2000


def test_trees_are_trees_with_one_root(treebank: list[Sentence]) -> None:
    for sentence in treebank:
        assert sentence.heads.count(0) == sentence.deprels.count("root") == 1
        assert sentence.deprels[sentence.heads.index(0)] == "root"
        for word in range(1, len(sentence) + 1):
            steps = 0
            while word:
                word, steps = sentence.heads[word - 1], steps + 1
                assert steps <= len(sentence), sentence.text


def test_some_trees_are_nonprojective(treebank: list[Sentence]) -> None:
    assert 0.02 <= sum(not is_projective(sentence.heads) for sentence in treebank) / 2000 <= 0.05


def test_sentences_are_of_moderate_length(treebank: list[Sentence]) -> None:
    lengths = [len(sentence) for sentence in treebank]
    assert min(lengths) >= 3
    assert max(lengths) <= 30
    assert 11 <= sum(lengths) / len(lengths) <= 13.5


@pytest.mark.parametrize("upos", ["PUNCT", "DET", "CCONJ", "SCONJ", "PART", "ADP"])
def test_function_words_are_leaves(treebank: list[Sentence], upos: str) -> None:
    for sentence, i in words(treebank):
        if sentence.upos[i] == upos:
            assert i + 1 not in sentence.heads, sentence.text


def test_features_and_lemmas_are_well_formed(treebank: list[Sentence]) -> None:
    for sentence, i in words(treebank):
        feats = sentence.feats[i]
        assert FEATS.fullmatch(feats)
        assert feats == "_" or feats.split("|") == sorted(feats.split("|"), key=str.lower)
        if sentence.upos[i] in OPEN_CLASSES:
            assert re.fullmatch(r"[A-Za-zé']+", sentence.lemmas[i])


def test_a_and_an_agree_with_the_next_word(treebank: list[Sentence]) -> None:
    for sentence, i in words(treebank):
        if sentence.lemmas[i] == "a":
            following = sentence.forms[i + 1].lower()
            vowel = following[0] in "aeiou" and not following.startswith("uni")
            assert sentence.forms[i].lower() == ("an" if vowel else "a"), sentence.text


def test_subjects_and_verbs_agree(treebank: list[Sentence]) -> None:
    checked = 0
    for sentence, i in words(treebank):
        relative = "PronType=Rel" in sentence.feats[i]
        if sentence.deprels[i] not in ("nsubj", "nsubj:pass") or relative:
            continue
        head = sentence.heads[i]
        group = [j for j, h in enumerate(sentence.heads) if h == head and sentence.upos[j] == "AUX"]
        finite = [j for j in [*group, head - 1] if "Mood=Ind" in sentence.feats[j]]
        if not finite:
            continue
        subject, verb = values(sentence.feats[i]), values(sentence.feats[finite[0]])
        conjoined = (i + 1, "conj") in zip(sentence.heads, sentence.deprels, strict=True)
        plural = conjoined or subject.get("Number") in ("Plur", "Ptan")
        assert verb["Person"] == subject.get("Person", "3"), sentence.text
        assert verb["Number"] == ("Plur" if plural else "Sing"), sentence.text
        checked += 1
    assert checked > 1500


def test_noun_and_determiner_agree(treebank: list[Sentence]) -> None:
    for sentence, i in words(treebank):
        if sentence.deprels[i] == "det" and sentence.lemmas[i] in ("a", "this", "that", "another", "every"):
            plural = sentence.forms[i].lower() in ("these", "those")
            number = values(sentence.feats[sentence.heads[i] - 1])["Number"]
            assert (number in ("Plur", "Ptan")) == plural, sentence.text


def test_text_is_the_detokenised_forms(treebank: list[Sentence]) -> None:
    for sentence in treebank:
        spaces = ["" if "SpaceAfter=No" in value else " " for value in misc(sentence)]
        pieces = zip(sentence.forms, spaces, strict=True)
        assert sentence.text == "".join(form + space for form, space in pieces).strip()
        assert "  " not in sentence.text
        assert not re.search(r" [,.?!]|\" said\"|^[a-z]", sentence.text)
        assert sentence.text.count('"') in (0, 2)


def test_pp_attachment_follows_the_nouns() -> None:
    """The same preposition hangs on the verb or on the noun, and the words decide."""
    attached: dict[tuple[str, str], int] = {}
    for sentence, i in words(sample(4000, seed=1)):
        if sentence.deprels[i] == "case" and sentence.forms[i] == "with":
            noun = sentence.heads[i] - 1
            key = (sentence.lemmas[noun], sentence.deprels[noun])
            attached[key] = attached.get(key, 0) + 1
    assert attached["hammer", "obl"] > 5 * attached.get(("hammer", "nmod"), 0)
    assert attached["beard", "nmod"] > 5 * attached.get(("beard", "obl"), 0)


def test_too_large_a_sample_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    few = [generate.sentence(generate.Dice(seed)) for seed in range(3)]
    turn = iter(range(10_000))
    monkeypatch.setattr(generate, "sentence", lambda _: few[next(turn) % 3])
    assert len(sample(3)) == 3
    with pytest.raises(ArcwalkError, match="3 distinct"):
        sample(4)


def test_a_negative_number_is_refused() -> None:
    with pytest.raises(ArcwalkError, match="0 or more"):
        sample(-1)


def test_command_writes_conllu(tmp_path: object, capfd: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    path = f"{tmp_path}/sample.conllu"
    assert command.run(parser.parse_args(["20", "--seed", "3", "-o", path])) == 0
    assert [sentence.lines for sentence in read(path)] == [sentence.lines for sentence in sample(20, seed=3)]
    assert command.run(parser.parse_args(["1"])) == 0
    assert capfd.readouterr().out == "".join(sample(1)[0].lines)
