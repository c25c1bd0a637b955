import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcwalk.errors import TreebankError
from arcwalk.treebank import Sentence
from arcwalk.treebank.check import check, cycles
from arcwalk.treebank.reader import read_text, read_unchecked


def row(identifier: object, head: object = 0, deprel: str = "dep") -> str:
    return f"{identifier}\tx\t_\tX\t_\t_\t{head}\t{deprel}\t_\t_\n"


def wide(identifier: object, head: object = 0, columns: int = 14) -> str:
    return "\t".join([str(identifier), *["_"] * 7, str(head), "_", "dep", *["_"] * (columns - 11)]) + "\n"


# name: (lines, the tests that fail with their line numbers, the level of `heads` that sees it)
MALFORMED = {
    "too few columns": ([row(1), "2\tx\t_\n"], [("columns", 2)], "ignore"),
    "too many columns": ([row(1), row(2)[:-1] + "\t_\n"], [("columns", 2)], "ignore"),
    "first line wrong": (["1\tx\n", row(2)], [("columns", 1)], "ignore"),
    "every line wrong": (["1\tx\n", "2\ty\n"], [("columns", 1), ("columns", 2)], "ignore"),
    "spaces for tabs": ([row(1).replace("\t", " ")], [("columns", 1)], "ignore"),
    "range with too few columns": (["1-2\tx\n", row(1), row(2)], [("columns", 1)], "ignore"),
    "differing predicates": ([wide(1), wide(2, columns=15)], [("columns", 2)], "ignore"),
    "thirteen columns": ([wide(1, columns=13)], [("columns", 1)], "ignore"),
    "not an ID": ([row(1), row("x")], [("id-format", 2)], "ignore"),
    "indented": ([row(1), " " + row(2)], [("id-format", 2)], "ignore"),
    "id gap": ([row(1), row(3)], [("word-id", 2)], "ignore"),
    "id twice": ([row(1), row(1)], [("word-id", 2)], "ignore"),
    "does not start at 1": ([row(2), row(3)], [("word-id", 1)], "ignore"),
    "no blank line between": ([row(1), row(2), row(1), row(2)], [("word-id", 3)], "ignore"),
    "endless ID": ([row("9" * 5_000)], [("word-id", 1)], "ignore"),
    "ranges overlap": ([row("1-2"), row(1), row("2-3"), row(2), row(3)], [("range-overlap", 3)], "ignore"),
    "range past the end": ([row(1), row("2-3"), row(2)], [("range-bounds", 2)], "ignore"),
    "range backwards": ([row(1), row("2-1"), row(2)], [("range-bounds", 2)], "ignore"),
    "not UTF-8": (["# ok\n", row(1).replace("x", "\udce4")], [("encoding", 2)], "ignore"),
    "empty tag": ([row(1), row(2).replace("\tX\t", "\t\t")], [("empty-column", 2)], "ignore"),
    "empty head": ([row(1, ""), row(2, 0)], [("empty-column", 1)], "ignore"),
    "empty label": ([row(1, 0, "")], [("empty-column", 1)], "ignore"),
    "empty last column": ([row(1).replace("_\n", "\n")], [("empty-column", 1)], "ignore"),
    "empty column of a range": ([row("1-2", "", ""), row(1), row(2)], [("empty-column", 1)], "ignore"),
    "carriage return in a value": ([row(1, 0, "de\rp")], [("line-break", 1)], "ignore"),
    "carriage return in a comment": (["# a\rb\n", row(1)], [("line-break", 1)], "ignore"),
    "null character": ([row(1), row(2).replace("x", "\0")], [("null-character", 2)], "ignore"),
    "head is text": ([row(1, "root"), row(2, 0)], [("head-format", 1)], "given"),
    "head is a decimal": ([row(1, 0), row(2, "1.1")], [("head-format", 2)], "given"),
    "head past the end": ([row(1, 0), row(2, 3)], [("head-range", 2)], "given"),
    "head below zero": ([row(1, -1), row(2, 0)], [("head-range", 1)], "given"),
    "endless head": ([row(1, "9" * 5_000)], [("head-range", 1)], "given"),
    "head is the word": ([row(1, 0), row(2, 2)], [("head-self", 2)], "given"),
    "cycle": ([row(1, 0), row(2, 4), row(3, 1), row(4, 2)], [("cycle", 2)], "given"),
    "no root": ([row(1, 2), row(2, 1)], [("no-root", 1), ("cycle", 1)], "given"),
    "no head": ([row(1, 0), row(2, "_"), row(3, "_")], [("missing-head", 2)], "gold"),
    "no label": ([row(1, 0, "_")], [("missing-deprel", 1)], "gold"),
    "CoNLL-2009 cycle": ([wide(1, 2), wide(2, 1), wide(3, 0)], [("cycle", 1)], "given"),
}
LEVELS = ["ignore", "given", "gold"]
each_malformed = pytest.mark.parametrize(("lines", "tests", "level"), MALFORMED.values(), ids=MALFORMED.keys())


@each_malformed
def test_malformed(lines: list[str], tests: list[tuple[str, int]], level: str):
    (sentence,) = read_unchecked(["# sent_id = 7\n", *lines], "trial")
    for heads in LEVELS:
        findings = check(sentence, heads)
        if LEVELS.index(heads) < LEVELS.index(level):
            assert findings == []
        else:
            assert [(finding.test, finding.line - 1) for finding in findings] == tests
            for finding in findings:
                assert (finding.file, finding.sentence) == ("trial", "7")
                assert finding.message
                assert finding.remedy
                assert str(finding).isprintable()


@each_malformed
def test_the_strict_reader_raises_the_first_finding(lines: list[str], tests: list[tuple[str, int]], level: str):
    with pytest.raises(TreebankError) as caught:
        list(read_text(lines, "trial", heads=level))
    assert (caught.value.finding.test, caught.value.finding.line) == tests[0]


def test_given_heads_may_not_form_a_cycle_beside_missing_ones():
    (sentence,) = read_unchecked([row(1, "_"), row(2, 3), row(3, 2)], "trial")
    assert [finding.test for finding in check(sentence, "given")] == ["cycle"]
    assert [finding.test for finding in check(sentence, "gold")] == ["missing-head", "cycle"]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([row(1, "x"), row(3, 0), row(4, 7), row(5, 4)], ["head-format", "word-id", "head-range"]),
        ([row("1-9"), row(1, 3), row(2, 2), row(3, 0)], ["range-bounds", "head-self"]),
        ([row("1-9"), row(1, 4), row(2, "_"), row(3, 0)], ["range-bounds", "head-range", "missing-head"]),
        ([row("\ufeff4", 5), row(5, 4)], ["word-id"]),  # 4 and 5 are words here, but their cycle is not looked for
        ([row(1, 2), row("x", 0)], ["id-format"]),  # the second line may be the word that the first one means
        ([row(1, 7), "2\tx\n"], ["columns"]),
    ],
)
def test_other_problems_do_not_hide_what_can_be_told_of_heads(lines: list[str], expected: list[str]):
    (sentence,) = read_unchecked(lines, "trial")
    assert [finding.test for finding in check(sentence, "gold")] == expected


@pytest.mark.parametrize(("id", "name"), [("", "'Go !'"), ("s1", "s1")])
def test_a_sentence_in_memory_is_called_by_its_text(id: str, name: str):
    sentence = Sentence.from_columns(["Go", "!"], heads=[0, 7], deprels=["root", "punct"], id=id)
    (finding,) = check(sentence, "gold")
    line = 3 if id else 2
    assert str(finding).startswith(f"<memory>:{line} (sentence {name}): HEAD 7 is not a word of this sentence; ")


def test_an_empty_node_alone_is_no_sentence():
    (sentence,) = read_unchecked(["# text = (silence)\n", row("0.1")], "trial")
    assert [(finding.test, finding.line) for finding in check(sentence)] == [("no-words", 1)]


@pytest.mark.parametrize("heads", LEVELS)
def test_sound_sentences_have_no_findings(heads: str):
    several_roots = [row("1-2"), row(1, 0), row("1.1"), row(2, 3), row("3-3"), row(3, 0), "\n"]
    conll_2009 = [wide(1, 2, columns=16), wide(2, 0, columns=16)]
    sentences = list(read_unchecked([row("0.1"), *several_roots, *conll_2009], "trial"))
    assert [check(sentence, heads) for sentence in sentences] == [[], []]


def test_a_cycle_of_thousands_is_told_in_one_short_line():
    n = 5_000
    rows = [row(1, n), *(row(word, word - 1) for word in range(2, n + 1))]
    (sentence,) = read_unchecked(rows, "trial")
    assert [finding.test for finding in check(sentence, "gold")] == ["no-root", "cycle"]
    assert all(len(str(finding)) < 200 for finding in check(sentence, "gold"))


@given(st.integers(1, 7).flatmap(lambda n: st.lists(st.integers(-1, n), min_size=n, max_size=n)))
def test_cycles_are_the_words_that_come_back_to_themselves(heads: list[int]):
    def comes_back(word: int) -> bool:
        ancestor = word
        for _ in heads:
            ancestor = heads[ancestor - 1]
            if ancestor in (word, 0, -1):
                break
        return ancestor == word

    found = cycles(heads)
    assert sorted(word for cycle in found for word in cycle) == [
        word for word in range(1, len(heads) + 1) if comes_back(word)
    ]
    for cycle in found:
        assert [heads[word - 1] for word in cycle] == [*cycle[1:], cycle[0]]
