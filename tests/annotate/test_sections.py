"""Files as sections: byte for byte the file, and one can be replaced without touching the others."""

from random import Random

import pytest

from arcwalk import Sentence, TreebankError, sample
from arcwalk.annotate.sections import sections_in

ROWS = "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n2\tb\t_\t_\t_\t_\t1\tdep\t_\t_\n"
PLAIN = f"# sent_id = 1\n{ROWS}\n# sent_id = 2\n{ROWS}\n# sent_id = 3\n{ROWS}\n"
FILES = {
    "plain": PLAIN,
    "no blank line at the end": PLAIN[:-1],
    "no line break at the end": PLAIN[:-2],
    "carriage returns": PLAIN.replace("\n", "\r\n"),
    "byte order mark": "\ufeff" + PLAIN,
    "blank lines": "\n\n" + PLAIN.replace("\n\n", "\n\n\n\n"),
    "comments at the end": f"{PLAIN}# the end\n",
    "comments at the end without a line break": f"{PLAIN}\n# the end",
    "comments apart": PLAIN.replace("# sent_id = 2\n", "# newdoc\n\n# sent_id = 2\n"),
    "multiword tokens and empty nodes": PLAIN.replace("1\ta", "1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta").replace(
        "\n\n", "\n2.1\tc\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    ),
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_sections_are_the_file(text: str):
    sections = sections_in(text.encode(), "file")
    assert "".join(map(str, sections)) == text
    for number, section in enumerate(sections, 1):
        sentence = Sentence.from_conllu(section.text)
        assert sentence.id == str(number)
        assert section.text.endswith("_\n\n")
        assert "\r" not in section.text


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("count", [1, 2])
def test_a_section_is_replaced_and_the_others_stay(text: str, place: int, count: int):
    sections = sections_in(text.encode(), "file")
    new = [f"# sent_id = new\n{ROWS}\n", f"# sent_id = newer\n{ROWS}\n"][:count]
    changed = [*sections[:place], *sections[place].holding(new), *sections[place + 1 :]]
    data = "".join(map(str, changed)).encode()
    again = sections_in(data, "file")
    assert [own.text for own in again] == [own.text for own in changed]
    assert [own.text for own in again[place : place + count]] == new
    assert data.decode().startswith("".join(map(str, sections[:place])))
    assert data.decode().endswith("".join(map(str, sections[place + 1 :])))
    assert ("\r\n" in text) == (b"\r\n" in data)
    if "\r\n" in text:
        assert data.count(b"\n") == data.count(b"\r\n")


def test_replacing_a_sentence_by_itself_changes_nothing_but_a_missing_end():
    for text in FILES.values():
        sections = sections_in(text.encode(), "file")
        for place, section in enumerate(sections):
            same = [*sections[:place], *section.holding([section.text]), *sections[place + 1 :]]
            assert "".join(map(str, same)).startswith(text)
            assert "".join(map(str, same))[len(text) :].strip() == ""


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"1\ta\n\n", "file:1"),
        (ROWS.encode() + b"\n1\t\xff\t_\t_\t_\t_\t0\troot\t_\t_\n", "file:4: the line is not UTF-8"),
        (ROWS.replace("1\tdep", "2\tdep").encode(), "its own head"),
        (b"", "no sentences"),
        (b"# global.columns = ID FORM HEAD\n1\ta\t0\n", "only CoNLL-U"),
    ],
)
def test_what_cannot_be_annotated_is_refused(data: bytes, part: str):
    with pytest.raises(TreebankError, match=part):
        sections_in(data, "file")


def test_random_replacements_keep_all_other_bytes():
    random = Random(0)
    text = "".join(map(str, sample(30)))
    sections = sections_in(text.encode(), "file")
    for _ in range(50):
        first = random.randrange(len(sections))
        new = sections[first].holding([str(each) for each in sample(random.randint(1, 2), random.randrange(100))])
        before, after = sections[:first], sections[first + 1 :]
        sections = sections_in("".join(map(str, [*before, *new, *after])).encode(), "file")
        assert sections == [*before, *new, *after]
