"""Long sentences in pieces, and whole again."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcwalk.treebank import Sentence
from arcwalk.treebank.check import check, cycles
from arcwalk.treebank.long_sentences import merge, split
from arcwalk.treebank.reader import read_text
from arcwalk.treebank.words import words_of

forms = st.lists(st.sampled_from(["a", "b", "_", ".", "?!", "。", ";", ",", "،", ")", "”"]), min_size=1, max_size=24)


def of(text: str) -> Sentence:
    return Sentence.from_columns(text.split())


def pieces_of(text: str, longest: int) -> list[str]:
    return [" ".join(piece.forms) for piece in split(of(text), longest)]


@st.composite
def trees(draw: st.DrawFn, n: int) -> list[int]:
    """A single-rooted tree over n words, in any order."""
    order = draw(st.permutations(range(1, n + 1)))
    heads = [0] * n
    for place in range(1, n):
        heads[order[place] - 1] = order[draw(st.integers(0, place - 1))]
    return heads


def is_single_rooted_tree(heads: list[int]) -> bool:
    return heads.count(0) == 1 and min(heads) == 0 and max(heads) <= len(heads) and not cycles(heads)


def is_projective(heads: list[int]) -> bool:
    arcs = [(min(m, h), max(m, h)) for m, h in enumerate(heads, 1) if h]
    crossing = any(a < c < b < d for a, b in arcs for c, d in arcs)
    roots = [m for m, h in enumerate(heads, 1) if h == 0]
    return not crossing and not any(a < root < b for a, b in arcs for root in roots)


@pytest.mark.parametrize(
    ("text", "longest", "pieces"),
    [
        ("a b . c d .", 6, ["a b . c d ."]),
        ("a b . c d .", 5, ["a b .", "c d ."]),
        ("a , b c . d , e f", 5, ["a , b c .", "d , e f"]),  # an end before a comma
        ("a , b c d e ; f", 5, ["a ,", "b c d e ;", "f"]),  # a comma before nothing
        ("a b c d e f g", 3, ["a b c", "d e", "f g"]),
        ("a b ? ! c d", 4, ["a b ? !", "c d"]),  # marks in a row stay together
        ("« a b ! » c d e", 5, ["« a b ! »", "c d e"]),  # and with what they close
        ("a b ... c d", 4, ["a b ...", "c d"]),
        ("我 去 。 你 来 ， 好", 4, ["我 去 。", "你 来 ， 好"]),
        ("a b ؟ c d ، e f", 3, ["a b ؟", "c d ،", "e f"]),
        ("a . b . c . d . e . f .", 6, ["a . b . c .", "d . e . f ."]),  # no more cuts than it takes
        ("3:30 a.m. b .", 3, ["3:30 a.m.", "b ."]),  # a mark within a word is none
    ],
)
def test_where_a_sentence_is_split(text: str, longest: int, pieces: list[str]):
    assert pieces_of(text, longest) == pieces


@pytest.mark.parametrize("form", ["(", ")", ".", ",", "a"])
def test_no_text_is_too_monotonous_to_be_split(form: str):
    pieces = split(Sentence.from_columns([form] * 20_000), 400)
    assert max(map(len, pieces)) <= 400
    assert len(pieces) < 200


def test_a_short_sentence_is_its_own_piece():
    sentence = of("a b .")
    assert split(sentence, 3) == [sentence]
    assert merge(sentence, [sentence.with_tree([0, 1, 2], ["root", "dep", "dep"])]) == (
        [0, 1, 2],
        ["root", "dep", "dep"],
    )


def test_multiword_ranges_are_not_split():
    rows = [f"{word}\tx{word}" + "\t_" * 8 + "\n" for word in range(1, 7)]
    rows.insert(2, "3-5\tx" + "\t_" * 8 + "\n")
    rows.insert(2, "2.1\tx" + "\t_" * 8 + "\n")
    (sentence,) = read_text(rows, "file")
    pieces = split(sentence, 2)
    assert [piece.forms for piece in pieces] == [("x1", "x2"), ("x3", "x4", "x5"), ("x6",)]
    assert [(piece.source, piece.line, piece.ordinal) for piece in pieces] == [
        ("file", 1, 1),
        ("file", 5, 1),
        ("file", 8, 1),
    ]


def test_given_arcs_are_not_cut():
    sentence = of("a b . c d . e f").with_tree([-1, 4, -1, -1, -1, -1, 8, -1], ["_"] * 8)
    assert [len(piece) for piece in split(sentence, 4)] == [3, 3, 2]
    pieces = split(sentence, 4, keep=True)
    assert [piece.heads for piece in pieces] == [(-1, 4, -1, -1), (-1, -1), (2, -1)]
    whole = of("a . b . c").with_tree([5, -1, -1, -1, -1], ["_"] * 5)
    assert split(whole, 2, keep=True) == [whole]


def test_the_roots_of_the_other_pieces_are_attached_to_the_first():
    sentence = of("a b . c d . e f .")
    one, two, three = split(sentence, 3)
    pieces = [
        one.with_tree([2, 0, 2], ["dep", "root", "punct"]),
        two.with_tree([0, 1, 1], ["root", "dep", "punct"]),
        three.with_tree([3, 1, 0], ["dep", "dep", "root"]),
    ]
    heads, labels = merge(sentence, pieces)
    assert heads == [2, 0, 2, 2, 4, 4, 9, 7, 2]
    assert labels == ["dep", "root", "punct", "_", "dep", "punct", "dep", "dep", "_"]


def test_a_given_root_stays_the_root():
    sentence = of("a b . c d .").with_tree([-1, -1, -1, -1, 0, -1], ["conj", "_", "_", "_", "_", "_"])
    one, two = split(sentence, 3, keep=True)
    assert two.heads == (-1, 0, -1)
    pieces = [one.with_tree([0, 1, 1], ["conj", "d", "d"]), two.with_tree([2, 0, 2], ["d", "root", "d"])]
    heads, labels = merge(sentence, pieces, keep=True)
    assert heads == [5, 1, 1, 5, 0, 5]
    assert labels == ["conj", "d", "d", "d", "root", "d"]  # a given label stays as well
    heads, labels = merge(sentence, pieces)
    assert heads == [0, 1, 1, 5, 1, 5]
    assert labels == ["conj", "d", "d", "d", "_", "d"]


def test_several_roots_in_a_piece():
    sentence = of("a b . c .")
    one, two = split(sentence, 3)
    heads, _ = merge(sentence, [one.with_tree([0, 0, 2], ["r"] * 3), two.with_tree([0, 0], ["r"] * 2)])
    assert heads == [0, 0, 2, 2, 2]


@given(forms, st.integers(1, 8), st.data())
def test_pieces_are_sentences_and_merge_to_a_tree(forms: list[str], longest: int, data: st.DataObject):
    sentence = Sentence.from_columns(forms, upos=forms, feats=forms[::-1], heads=data.draw(trees(len(forms))))
    pieces = split(sentence, longest)
    assert all(1 <= len(piece) <= longest for piece in pieces)
    assert all(not check(piece) for piece in pieces)
    assert [word for piece in pieces for word in words_of(piece)] == list(words_of(sentence))
    parsed = [piece.with_tree(data.draw(trees(len(piece))), ["dep"] * len(piece)) for piece in pieces]
    heads, labels = merge(sentence, parsed)
    assert is_single_rooted_tree(heads)
    assert labels.count("_") == len(pieces) - 1
    offset = 0
    for piece in parsed:
        inside = heads[offset : offset + len(piece)]
        assert all(new == old + offset for new, old in zip(inside, piece.heads, strict=True) if old > 0)
        offset += len(piece)
    if all(is_projective(piece.heads) for piece in parsed):
        assert is_projective(heads)
    sentence.with_tree(heads, labels)


@given(forms, st.integers(1, 8), st.data())
def test_given_heads_survive_split_and_merge(forms: list[str], longest: int, data: st.DataObject):
    n = len(forms)
    tree = data.draw(trees(n))
    given_heads = [head if data.draw(st.booleans()) else -1 for head in tree]
    sentence = Sentence.from_columns(
        forms, heads=given_heads, deprels=["x" if head >= 0 else "_" for head in given_heads]
    )
    pieces = split(sentence, longest, keep=True)
    assert sum(map(len, pieces)) == n
    parsed = []
    offset = 0
    for piece in pieces:
        fixed = [head + offset if head > 0 else head for head in piece.heads]
        assert fixed == given_heads[offset : offset + len(piece)]
        parsed.append(complete(piece))
        offset += len(piece)
    heads, labels = merge(sentence, parsed, keep=True)
    assert is_single_rooted_tree(heads)
    for head, label, kept in zip(heads, labels, given_heads, strict=True):
        assert kept == -1 or (head, label) == (kept, "x")


def complete(piece: Sentence) -> Sentence:
    """A single-rooted tree with the given heads; the root is the given one, or the first word that is free."""
    root = (piece.heads.index(0) if 0 in piece.heads else piece.heads.index(-1)) + 1
    heads = [head if head != -1 else 0 if m == root else root for m, head in enumerate(piece.heads, 1)]
    labels = [label if label != "_" else "dep" for label in piece.deprels]
    return piece.with_tree(heads, labels)


def test_columns_of_conll_2009_are_chosen_by_the_whole_sentence():
    rows = [f"{m}\tx\t{lemma}\tp\tT\tP\t_\tf\t_\t_\t_\t_\t_\t_\n" for m, lemma in enumerate(["a", "_", "_", "_"], 1)]
    (sentence,) = read_text(io.StringIO("\ufeff" + "".join(rows), newline="\n"))
    pieces = split(sentence, 2)
    assert [piece.lemmas for piece in pieces] == [("a", "_"), ("_", "_")]
    assert [piece.feats for piece in pieces] == [("f", "f"), ("f", "f")]
    assert not check(pieces[0])


def test_the_pieces_must_be_of_the_sentence():
    sentence = of("a b . c d .")
    with pytest.raises(ValueError, match="do not have the words"):
        merge(sentence, split(sentence, 3)[:1])


def test_a_piece_has_a_word():
    with pytest.raises(ValueError, match="at least 1"):
        split(of("a b"), 0)


def test_5000_words_are_split_quickly_and_evenly():
    pieces = split(of("a " * 5_000), 70)
    assert max(map(len, pieces)) <= 70
    assert min(map(len, pieces)) >= 35
