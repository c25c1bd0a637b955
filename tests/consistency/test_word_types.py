from arcwalk import Sentence
from arcwalk.consistency.word_types import import_sentences, learn_suffixes, related_types, tag_counts, unknown_words


def sentence(words: str, tags: str = "") -> Sentence:
    forms = words.split()
    return Sentence.from_columns(forms, upos=tags.split() or None)


TRAIN = [
    sentence("dog dogs house houses", "N N N N"),
    sentence("tree trees walk walked", "N N V V"),
    sentence("kind kindly slow slowly warm warmly", "A R A R A R"),
]


def test_suffixes_that_keep_the_tag_are_learned() -> None:
    counts = tag_counts(TRAIN, "upos")
    assert learn_suffixes(counts, least=3, share=1.0) == {("", "s")}
    assert learn_suffixes(counts, least=4, share=1.0) == set()
    exception = tag_counts([*TRAIN, sentence("wild wilds", "A N")], "upos")
    assert learn_suffixes(exception, least=3, share=1.0) == set()
    assert learn_suffixes(exception, least=3, share=0.7) == {("", "s")}


def test_related_types_are_one() -> None:
    leader = related_types(["cat", "cats", "catsup", "mat"], {("", "s")})
    assert leader == {"cat": "cat", "cats": "cat", "catsup": "catsup", "mat": "mat"}
    assert related_types(["cat", "cats"], set()) == {"cat": "cat", "cats": "cats"}


def test_short_stems_and_shared_letters_are_no_suffixes() -> None:
    assert related_types(["a", "as", "is", "its"], {("", "s"), ("s", "ts")}) == {w: w for w in ("a", "as", "is", "its")}


def test_unknown_words_by_type() -> None:
    test = [sentence("Zebras run"), sentence("the zebras , 12")]
    assert unknown_words(test, {"the", "run"}) == {"zebras": [(0, 1), (1, 2)]}


def test_raw_sentences_are_imported_for_unknown_and_related_types() -> None:
    raw = [sentence(words) for words in ("a zebra", "no such", "the zebras", "one Zebra", "a zebra again")]
    texts = [each.text for each in import_sentences(raw, {"zebra"}, set(), 2)]
    assert texts == ["a zebra", "one Zebra"]
    texts = [each.text for each in import_sentences(raw, {"zebra"}, {("", "s")}, 2)]
    assert texts == ["a zebra", "the zebras", "one Zebra"]
