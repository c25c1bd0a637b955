"""Tokens, and a sentence as a sequence of them."""

import copy
import pickle

import numpy as np
import pytest

from arcwalk.errors import TreebankError
from arcwalk.treebank import Sentence, Token

TEXT = """\
# sent_id = s-1
# text = The cats of Rome sleep.
1\tThe\tthe\tDET\tDT\tDefinite=Def|PronType=Art\t2\tdet\t_\t_
2\tcats\tcat\tNOUN\tNNS\tNumber=Plur\t5\tnsubj\t_\tHeadConfidence=0.93|LabelConfidence=0.90
3\tof\tof\tADP\tIN\t_\t4\tcase\t_\t_
4\tRome\tRome\tPROPN\tNNP\tNumber=Sing\t2\tnmod\t_\t_
5\tsleep\tsleep\tVERB\tVBP\t_\t0\troot\t_\tSpaceAfter=No
6\t.\t.\tPUNCT\t.\t_\t_\t_\t_\t_

"""
SENTENCE = Sentence.from_conllu(TEXT)


def forms(tokens: list[Token]) -> list[str]:
    return [token.form for token in tokens]


def test_columns_of_a_word() -> None:
    cats = SENTENCE[1]
    assert (cats.id, cats.index, cats.form, cats.lemma, cats.upos, cats.xpos) == (2, 1, "cats", "cat", "NOUN", "NNS")
    assert (cats.head_id, cats.deprel, str(cats)) == (5, "nsubj", "cats")
    assert cats.feats == {"Number": "Plur"}
    assert (SENTENCE[0].feats["PronType"], str(SENTENCE[0].feats)) == ("Art", "Definite=Def|PronType=Art")
    assert (cats.misc.get("LabelConfidence"), SENTENCE[4].misc["SpaceAfter"], str(SENTENCE[0].misc)) == (
        "0.90",
        "No",
        "_",
    )
    assert cats.sentence is SENTENCE


def test_a_words_place_in_the_tree() -> None:
    the, cats, of, rome, sleep, period = SENTENCE
    assert (the.head, cats.head, of.head, rome.head, sleep.head, period.head) == (cats, sleep, rome, cats, None, None)
    assert [token.is_root for token in SENTENCE] == [False, False, False, False, True, False]
    assert (sleep.head_id, period.head_id) == (0, -1)
    assert SENTENCE.root == sleep
    assert (forms(cats.children), forms(sleep.children), period.children) == (["The", "Rome"], ["cats"], [])
    assert forms(cats.subtree) == ["The", "cats", "of", "Rome"]
    assert (forms(rome.subtree), forms(period.subtree)) == (["of", "Rome"], ["."])


def test_a_subtree_ends_where_heads_form_a_cycle() -> None:
    ring = Sentence.from_columns(["a", "b", "c"], heads=[2, 1, 2])
    assert forms(ring[0].subtree) == ["a", "b", "c"]
    assert ring.root is None


def test_confidence() -> None:
    assert (SENTENCE[1].confidence, SENTENCE[0].confidence) == (0.93, None)
    with pytest.raises(TreebankError, match="HeadConfidence=high is not a probability"):
        _ = SENTENCE.with_misc("HeadConfidence", ["high"] * 6)[0].confidence


def test_a_sentence_is_a_sequence() -> None:
    assert len(SENTENCE) == 6
    assert SENTENCE[-1].form == SENTENCE[np.int32(5)].form == "."
    assert forms(SENTENCE[1:3]) == ["cats", "of"]
    assert forms(SENTENCE[::-2]) == [".", "Rome", "cats"]
    assert forms(list(reversed(SENTENCE)))[0] == "."
    assert SENTENCE[2] in SENTENCE
    assert SENTENCE.index(SENTENCE[3]) == 3
    for index in (6, -7):
        with pytest.raises(IndexError, match=f"no word at index {index}: the sentence has 6"):
            SENTENCE[index]


def test_equality_goes_by_text() -> None:
    same, other = Sentence.from_conllu(TEXT), SENTENCE.with_comment("source", "here")
    assert same == SENTENCE != other
    assert {SENTENCE, same, other} == {SENTENCE, other}
    assert same[1] == SENTENCE[1] != other[1]
    assert SENTENCE[1] != SENTENCE[2]
    assert len({SENTENCE[1], same[1], SENTENCE[2]}) == 2
    assert SENTENCE != TEXT
    assert SENTENCE[0] != "The"
    for copied in (copy.copy(SENTENCE), pickle.loads(pickle.dumps(SENTENCE))):
        assert copied == SENTENCE


def test_text_and_representations() -> None:
    assert str(SENTENCE) == TEXT
    assert repr(SENTENCE) == "<Sentence 's-1' 'The cats of Rome sleep.' 6 words>"
    assert repr(Sentence.from_columns(["Go"])) == "<Sentence 'Go' 1 word>"
    assert repr(Sentence.from_columns(["x"] * 50)) == f"<Sentence '{'x ' * 28}x...' 50 words>"
    assert repr(SENTENCE[1]) == "<Token 2 'cats' NOUN, nsubj of 'sleep'>"
    assert repr(SENTENCE[4]) == "<Token 5 'sleep' VERB, root>"
    assert repr(Sentence.from_columns(["Go"])[0]) == "<Token 1 'Go'>"


def test_from_conllu_keeps_every_byte() -> None:
    for text in (TEXT, TEXT.replace("\n", "\r\n"), TEXT.rstrip("\n"), "\n\n" + TEXT + "\n# end\n", "\ufeff" + TEXT):
        assert str(Sentence.from_conllu(text)) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "<text>: the text has no words; give the lines of one sentence"),
        ("# only a comment\n", "the text has no words"),
        (TEXT + TEXT, "<text>:10: the text has 2 sentences instead of one; give the lines of one sentence, or read a"),
        ("1 The the\n", "<text>:1 .* instead of 10; separate columns by one tab"),
        (TEXT.replace("5\tnsubj", "9\tnsubj"), r"<text>:4 \(sentence s-1\): HEAD 9 is not a word"),
        (TEXT.replace("5\tnsubj", "4\tnsubj"), "form a cycle"),
    ],
)
def test_from_conllu_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(TreebankError, match=message):
        Sentence.from_conllu(text)


def test_from_conllu_can_ask_for_other_heads() -> None:
    with pytest.raises(TreebankError, match="no HEAD"):
        Sentence.from_conllu(TEXT, heads="gold")
    assert Sentence.from_conllu(TEXT.replace("5\tnsubj", "9\tnsubj"), heads="ignore")[1].head is None
