import io
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcwalk.errors import TreebankError
from arcwalk.treebank import Sentence, read, write
from arcwalk.treebank.reader import read_text

WORD = "1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n"

text = st.text(st.characters(exclude_characters="\t\n\r\0", exclude_categories=["Cs"]), max_size=6)
values = text.filter(bool)


@st.composite
def sentence_texts(draw: st.DrawFn) -> str:
    """A sentence with whatever may stand in it: odd comments, ranges, empty nodes, any values, any tree."""
    n = draw(st.integers(1, 6))
    columns = draw(st.sampled_from([10, 10, 14, 17]))
    head = 6 if columns == 10 else 8

    def row(identifier: str) -> str:
        fields = [identifier, *(draw(values) for _ in range(columns - 1))]
        if columns > 10:  # what tells CoNLL-2009 from CoNLL-U
            fields[8:10] = "0", draw(st.sampled_from("_01"))
            fields[12] = draw(st.sampled_from("_Y"))
        if draw(st.booleans()):
            fields[head] = draw(st.sampled_from(["_", "0", str(n)]) if columns == 10 else st.just("1"))
        return "\t".join(fields)

    lines = ["#" + draw(text) for _ in range(draw(st.integers(0, 3)))]
    covered = 0
    for word in range(1, n + 1):
        if word > covered and draw(st.booleans()):
            covered = draw(st.integers(word, n))
            lines.append(row(f"{word}-{covered}"))
        lines.append(row(str(word)))
        if draw(st.booleans()):
            lines.append(row(f"{word}.1"))
    ending = draw(st.sampled_from(["\n", "\r\n"]))
    blank = draw(st.lists(st.sampled_from(["", "", " ", "\t"]), min_size=1, max_size=3))
    if draw(st.booleans()):
        blank += ["# comment apart", ""]
    return "".join(line + ending for line in lines + blank)


@st.composite
def treebank_texts(draw: st.DrawFn) -> str:
    """A file of such sentences, with anything around them."""
    text = draw(st.sampled_from(["", "\ufeff"])) + draw(st.sampled_from(["", "\n", "\r\n \n"]))
    text += "".join(draw(st.lists(sentence_texts(), min_size=1, max_size=4)))
    text += draw(st.sampled_from(["", "\n\n", "# the end", "# the end\n", "\n# the end\n\n"]))
    return text.rstrip("\r\n") if draw(st.booleans()) else text


def sentences_of(text: str, **options: str) -> list[Sentence]:
    return list(read_text(io.StringIO(text, newline="\n"), "trial", **options))


@given(treebank_texts())
def test_read_and_write_give_the_same_bytes(tmp_path_factory: pytest.TempPathFactory, text: str):
    folder = tmp_path_factory.mktemp("round-trip")
    (folder / "in.conllu").write_bytes(text.encode())
    write(folder / "out.conllu", read(folder / "in.conllu"))
    assert (folder / "out.conllu").read_bytes() == text.encode()


@given(treebank_texts())
def test_a_tree_changes_two_columns_only(text: str):
    for sentence in sentences_of(text):
        tree = sentence.with_tree([0] * len(sentence), ["dep"] * len(sentence))
        assert len(tree.lines) == len(sentence.lines)
        changed = {sentence.format.head, sentence.format.deprel}
        for place, (old, new) in enumerate(zip(sentence.lines, tree.lines, strict=True)):
            if place not in sentence.places:
                assert old == new
            for column, (before, after) in enumerate(zip(old.split("\t"), new.split("\t"), strict=True)):
                assert before == after or (column in changed and place in sentence.places)
        again = tree.with_tree(sentence.heads, ["label"] * len(sentence))
        assert again.heads == sentence.heads


def test_sentences_know_where_they_begin():
    text = f"\n# sent_id = 1\n{WORD}\n\n\n# apart\n\n# sent_id = 2\n{WORD}\n{WORD}\n# the end\n"
    sentences = sentences_of(text)
    places = [(sentence.id, sentence.line, sentence.ordinal) for sentence in sentences]
    assert places == [("1", 1, 1), ("2", 7, 2), ("", 12, 3)]
    assert "".join(line for sentence in sentences for line in sentence.lines) == text


def test_only_newline_ends_a_line():
    row = WORD.replace("Go", "a\u2028b\x85c\x0bd")
    (sentence,) = sentences_of(row)
    assert sentence.forms == ("a\u2028b\x85c\x0bd",)


def test_reading_is_streamed():
    def lines():
        yield from [WORD, "\n", WORD]
        raise AssertionError("read too far")

    assert next(read_text(lines())).forms == ("Go",)


def test_heads_are_not_needed_to_parse():
    rows = "".join(f"{word}\tx\t_\t_\t_\t_\t{head}\t_\t_\t_\n" for word, head in enumerate("_x97", 1))
    assert sentences_of(rows)[0].heads == (-1, -1, -1, -1)


def test_given_heads_may_be_missing():
    rows = "".join(f"{word}\tx\t_\t_\t_\t_\t{head}\t_\t_\t_\n" for word, head in enumerate("_1_0", 1))
    assert sentences_of(rows, heads="given")[0].heads == (-1, 1, -1, 0)


def test_the_first_problem_is_raised_in_one_line():
    text = f"{WORD}\n# sent_id = weblog-7\n{WORD}3\tnow\n"
    with pytest.raises(TreebankError) as caught:
        sentences_of(text)
    assert str(caught.value).startswith(
        "trial:5 (sentence weblog-7): 2 columns instead of 10; separate columns by one tab"
    )
    assert "\n" not in str(caught.value)


def test_a_sentence_without_an_id_is_called_by_its_number():
    with pytest.raises(TreebankError, match=r"^trial:4 \(sentence 2\): 2 columns instead of 10; "):
        sentences_of(f"{WORD}\n# comment\n1\tnow\n\n{WORD}")


def test_the_sentences_before_a_problem_are_given_out():
    sentences = read_text([WORD, "\n", WORD, "\n", "2\tbad\n"])
    assert len(next(sentences)) == len(next(sentences)) == 1
    with pytest.raises(TreebankError):
        next(sentences)


def test_a_sentence_of_5000_words_reads_and_checks_quickly():
    n = 5_000
    chain = Sentence.from_columns(["x"] * n, heads=range(n), deprels=["dep"] * n)
    begin = time.process_time()
    (sentence,) = read_text(chain.lines, heads="gold")
    assert sentence.heads == tuple(range(n))
    assert time.process_time() - begin < 1.0
