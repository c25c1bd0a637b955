import numpy as np
import pytest

from arcwalk.components.tagger.kernels.affixes import ABSENT, LONGEST, affix_codes
from arcwalk.components.tagger.lexicon import LEXICAL, MOST_CANDIDATES, PROPERTIES, Entry, Lexicon, TaggedSentence
from arcwalk.treebank.encoding import UNKNOWN

SENTENCES = [
    ("the cat saw the cats", "D N V D N"),
    ("The dog saw a saw .", "D N V D N ."),
    ("the dog ran off !", "D N V A ."),
    ("a dog saw off", "D N V A"),
]


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.fit([TaggedSentence(plain(words), tags.split()) for words, tags in SENTENCES])


def plain(text: str) -> list[Entry]:
    return [(form, "") for form in text.split()]


def names(lexicon: Lexicon, tags: list[int]) -> list[str]:
    return [lexicon.tags[tag] for tag in tags]


def codes_of(lexicon: Lexicon, form: str, prefix: str = "") -> list[int]:
    codes = lexicon.encode([(form, "")]).codes[1]
    return [int(code) for name, code in zip(PROPERTIES, codes, strict=True) if name.startswith(prefix)]


def test_frequent_words_get_tags_they_have_in_the_treebank(lexicon: Lexicon) -> None:
    assert lexicon.tags == ["D", "N", "V", ".", "A"]
    assert names(lexicon, lexicon.candidates(("the", ""))) == ["D"]
    assert names(lexicon, lexicon.candidates(("SAW", ""))) == ["V", "N"]


def test_rare_and_unknown_words_get_the_tags_of_rare_words(lexicon: Lexicon) -> None:
    assert names(lexicon, lexicon.candidates(("ran", "")))[0] == "V"
    assert {"N", "V", "A"} <= set(names(lexicon, lexicon.candidates(("ran", ""))))
    assert set(names(lexicon, lexicon.candidates(("unseen", "")))) >= {"N", "V", "A"}
    assert lexicon.candidates(("the", ""), hidden=True) == lexicon.candidates(("unseen", ""))


def test_unknown_punctuation_is_what_punctuation_is(lexicon: Lexicon) -> None:
    assert names(lexicon, lexicon.candidates(("?!", ""))) == ["."]


def test_a_tag_agrees_with_earlier_tags() -> None:
    words = [("bark", "N"), ("bark", "V"), ("tree", "N"), ("grow", "V")]
    lexicon = Lexicon.fit([TaggedSentence(words, ["Sing", "Inf", "Sing", "Fin"])])
    assert names(lexicon, lexicon.candidates(("bark", "N"))) == ["Sing"]
    assert set(names(lexicon, lexicon.candidates(("leaf", "V")))) == {"Inf", "Fin"}
    assert len(lexicon.candidates(("leaf", "never seen"))) == 3


def test_large_tag_sets_are_narrowed_by_endings() -> None:
    words = [(f"{'abcdefgh'[i % 8]}x{i}{'abcdefgh'[i // 8]}ing", "") for i in range(64)]
    lexicon = Lexicon.fit([TaggedSentence(words, [f"T{i}" for i in range(64)])])
    found = lexicon.candidates(("qqqcing", ""))
    assert len(found) == MOST_CANDIDATES
    assert {f"T{i}" for i in range(16, 24)} <= set(names(lexicon, found))


def test_what_an_unknown_word_shares_with_others(lexicon: Lexicon) -> None:
    (unknown,) = set(codes_of(lexicon, "Unseen")[: len(LEXICAL)])
    assert unknown == UNKNOWN
    assert codes_of(lexicon, "cat", "form") == codes_of(lexicon, "Cat", "form")
    assert codes_of(lexicon, "1990", "form") == codes_of(lexicon, "12,5", "form")
    assert codes_of(lexicon, "Cat", "shape") == codes_of(lexicon, "Dog", "shape")
    assert codes_of(lexicon, "walking", "suffix")[:3] == codes_of(lexicon, "Talking", "suffix")[:3]
    assert codes_of(lexicon, "walking", "prefix")[0] != codes_of(lexicon, "Talking", "prefix")[0]
    assert codes_of(lexicon, "unseen", "kind") != codes_of(lexicon, "un-seen", "kind")


def test_affixes_are_shorter_than_their_word() -> None:
    codes = np.zeros((3, 2 * LONGEST), dtype=np.int32)
    affix_codes(np.array([1, 2, 1, 7, 3, 2, 1], dtype=np.uint32), np.array([3, 4, 7]), codes)
    assert (codes[0] != ABSENT).tolist() == ([True] * 2 + [False] * 8) * 2
    assert len({*codes[0].tolist()} - {ABSENT}) == 4
    assert set(codes[1].tolist()) == {ABSENT}
    assert (codes[0, LONGEST:] == codes[2, LONGEST:]).all()
    assert codes[0, 0] != codes[2, 0]


def test_many_words_are_remembered(lexicon: Lexicon) -> None:
    words = [(f"word{i}", "") for i in range(3000)]
    once, again = lexicon.encode(words), lexicon.encode(words)
    assert (once.codes == again.codes).all()
    assert (once.candidates == again.candidates).all()
    assert (lexicon.encode(words[2500:2501]).codes[1] == once.codes[2501]).all()
