"""Keys in MISC and comments are set, and not one byte besides."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcwalk.errors import TreebankError
from arcwalk.treebank import Sentence
from arcwalk.treebank.key_values import KeyValues, with_value
from arcwalk.treebank.reader import read_text

MISC = 9
CONLL_2009 = "1\tGo\tgo\tgo\tVB\tVB\t_\t_\t0\t0\tROOT\tROOT\t_\t_\n\n"

values = st.text(st.characters(exclude_characters="\t\n\r\0", exclude_categories=["Cs"]), max_size=6)
keys = st.sampled_from(["A", "SpaceAfter", "HeadConfidence"])
settable = st.text(st.characters(exclude_characters="\t\n\r\0|", exclude_categories=["Cs"]), max_size=4)
items = st.one_of(values, st.builds("{}={}".format, keys, values))


@st.composite
def sentences(draw: st.DrawFn) -> Sentence:
    """A CoNLL-U sentence with any comments, ranges, empty nodes, values, line endings, and with or without a mark."""
    n = draw(st.integers(1, 5))

    def row(identifier: str) -> str:
        misc = draw(st.one_of(st.just("_"), st.lists(items, max_size=4).map("|".join).filter(bool)))
        return "\t".join([identifier, *(draw(values.filter(bool)) for _ in range(8)), misc])

    comments = st.one_of(values, st.builds(" {} ={}".format, keys, values))
    lines = ["#" + draw(comments) for _ in range(draw(st.integers(0, 3)))]
    if draw(st.booleans()):
        lines.append(row(f"1-{n}"))
    for word in range(1, n + 1):
        lines.append(row(str(word)))
        if draw(st.booleans()):
            lines.append(row(f"{word}.1"))
    ending = draw(st.sampled_from(["\n", "\r\n"]))
    text = draw(st.sampled_from(["", "\ufeff"])) + ending.join([*lines, draw(st.sampled_from(["", ending]))])
    (sentence,) = read_text(io.StringIO(text, newline="\n"))
    return sentence


@given(sentences(), keys, st.data())
def test_a_key_changes_misc_of_words_only(sentence: Sentence, key: str, data: st.DataObject):
    wanted = [data.draw(settable) for _ in sentence.places]
    marked = sentence.with_misc(key, wanted)
    assert marked.misc(key) == wanted
    for other in {"A", "SpaceAfter", "HeadConfidence"} - {key}:
        assert marked.misc(other) == sentence.misc(other)
    for place, (old, new) in enumerate(zip(sentence.lines, marked.lines, strict=True)):
        if place not in sentence.places:
            assert old == new
            continue
        assert old.split("\t")[:MISC] == new.split("\t")[:MISC]
        assert old[len(old.rstrip("\r\n")) :] == new[len(new.rstrip("\r\n")) :]
        kept = [
            [item for item in line.rstrip("\r\n").split("\t")[MISC].split("|") if item.partition("=")[0] != key]
            for line in (old, new)
        ]
        assert kept[0] == kept[1] or {*kept[0], *kept[1]} <= {"_", ""}
    assert (marked.forms, marked.heads, marked.places) == (sentence.forms, sentence.heads, sentence.places)
    assert Sentence(marked.lines).misc(key) == wanted


@given(sentences(), keys, values.map(str.strip))
def test_a_comment_changes_or_adds_one_line(sentence: Sentence, key: str, value: str):
    commented = sentence.with_comment(key, value)
    again = Sentence(commented.lines)
    assert (again.places, again.forms, again.heads) == (commented.places, sentence.forms, sentence.heads)
    assert commented.with_comment(key, value).lines == commented.lines
    before, after = "".join(sentence.lines), "".join(commented.lines)
    line = f"# {key} = {value}"
    assert after.startswith("\ufeff") == before.startswith("\ufeff")
    old, new = before.removeprefix("\ufeff"), after.removeprefix("\ufeff")
    ending = "\r\n" if old.split("\n")[0].endswith("\r") else "\n"
    assert line + ending in new
    if len(commented.lines) == len(sentence.lines):
        changed = [pair for pair in zip(old.split(ending), new.split(ending), strict=True) if pair[0] != pair[1]]
        assert all(new_line == line and key in old_line for old_line, new_line in changed)
        assert len(changed) <= 1
    else:
        assert new.replace(line + ending, "", 1) == old


def test_misc_of_a_word():
    assert with_value("_", "Key", "1") == with_value("", "Key", "1") == "Key=1"
    assert with_value("A=1|Key=0|B", "Key", "2") == "A=1|Key=2|B"
    assert with_value("A=1|B", "Key", "a=b") == "A=1|B|Key=a=b"
    assert with_value("Keys=1|Key=2|Key=3|Key", "Key", "4") == "Keys=1|Key=4"
    assert with_value("Key=1|A=1", "Key", "") == "A=1"
    assert with_value("Key=1", "Key", "") == "_"


def test_key_values_are_a_mapping_and_keep_their_text():
    misc = KeyValues("A=1|Key=a=b|Key=2|bare")
    assert dict(misc) == {"A": "1", "Key": "a=b", "bare": ""}
    assert (str(misc), repr(misc), len(misc)) == ("A=1|Key=a=b|Key=2|bare", repr(dict(misc)), 3)
    assert (misc["Key"], misc.get("Keys"), "bare" in misc) == ("a=b", None, True)
    assert dict(KeyValues("_")) == dict(KeyValues("")) == {}
    assert list(KeyValues("B=2|A=1")) == ["B", "A"]


@pytest.mark.parametrize(("key", "value"), [("", "1"), ("A=B", "1"), ("A|B", "1"), ("A", "1|2")])
def test_what_would_break_misc_is_refused(key: str, value: str):
    with pytest.raises(ValueError, match="cannot be an item of MISC"):
        Sentence.from_columns(["Go"]).with_misc(key, [value])


@pytest.mark.parametrize("value", ["a\tb", "a\nb", "a\rb"])
def test_breaks_are_refused(value: str):
    sentence = Sentence.from_columns(["Go"])
    with pytest.raises(ValueError, match="tab or a line break"):
        sentence.with_misc("Key", [value])
    with pytest.raises(ValueError, match="tab or a line break"):
        sentence.with_comment("key", value)


def test_one_value_a_word():
    with pytest.raises(ValueError, match="shorter"):
        Sentence.from_columns(["Go", "!"]).with_misc("Key", ["1"])


def test_a_format_without_misc_says_what_to_do():
    (sentence,) = read_text(io.StringIO(CONLL_2009, newline="\n"), "old.conll")
    assert sentence.misc("Key") == [""]
    with pytest.raises(
        TreebankError, match=r"^old.conll:1 .*cannot write Key: .* no MISC column; convert the file to CoNLL-U"
    ):
        sentence.with_misc("Key", ["1"])


def test_a_comment_comes_right_above_the_first_row():
    text = "# sent_id = 1\n\n# text = Vámonos\n1-2\tVámonos" + "\t_" * 8 + "\n"
    words = "".join(f"{word}\tx" + "\t_" * 8 + "\n" for word in (1, 2))
    (sentence,) = read_text(io.StringIO(text + words, newline="\n"))
    scored = sentence.with_comment("alternative", "2").with_comment("score", "12.34")
    expected = text.replace("1-2", "# alternative = 2\n# score = 12.34\n1-2") + words
    assert "".join(scored.lines) == expected
    assert "".join(scored.with_comment("score", "5").lines) == expected.replace("12.34", "5")
    assert scored.with_comment("sent_id", "1-b").id == "1-b"
    assert scored.with_tree([0, 1], ["root", "obj"]).lines[-1].startswith("2\tx\t_\t_\t_\t_\t1\tobj")
    assert len(sentence.lines) == len(scored.lines) - 2


@pytest.mark.parametrize("key", ["", " ", "score ", "a=b"])
def test_a_comment_needs_a_key(key: str):
    with pytest.raises(ValueError, match="key of a comment"):
        Sentence.from_columns(["Go"]).with_comment(key, "1")
