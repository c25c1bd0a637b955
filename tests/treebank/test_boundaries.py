"""Where documents and paragraphs begin."""

from arcwalk import Sentence
from arcwalk.treebank.boundaries import beginning, begins_paragraph, not_beginning

PLAIN = Sentence.from_columns(["One", "."], id="1", text="One.")


def test_comments_come_first_and_words_stay() -> None:
    first, next_one = beginning(PLAIN, document=True), beginning(PLAIN, document=False)
    assert str(first) == "# newdoc\n# newpar\n" + str(PLAIN)
    assert str(next_one) == "# newpar\n" + str(PLAIN)
    assert first.with_misc("a", ["b", ""])[0].misc == {"a": "b"}
    assert [begins_paragraph(each) for each in (PLAIN, first, next_one)] == [False, True, True]


def test_any_form_of_the_comments_is_known() -> None:
    text = "# newdoc id = a\n#newpar\n# newparty = no\n1\tnewpar" + "\t_" * 8 + "\n\n"
    sentence = Sentence.from_conllu(text)
    assert begins_paragraph(sentence)
    inner = not_beginning(sentence)
    assert inner.lines[0] == "# newparty = no\n"
    assert not begins_paragraph(inner)
    assert inner.with_misc("a", ["b"])[0].misc == {"a": "b"}


def test_comments_below_the_words_stay() -> None:
    text = "# newpar\n1\ta" + "\t_" * 7 + "\tkey=value\n\n# newpar\n"
    inner = not_beginning(Sentence.from_conllu(text))
    assert str(inner) == text.removeprefix("# newpar\n")
    assert inner[0].misc == {"key": "value"}
