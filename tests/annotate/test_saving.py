"""Saving: what is accepted or begun is in the file, and all other bytes stay."""

import re
from pathlib import Path
from typing import Any

import pytest

from annotate.conftest import GOLD, journal, journal_of_saves, save, without_tree
from arcwalk import Sentence, TreebankError, read
from arcwalk.annotate.project import Conflict, Draft, Project
from arcwalk.treebank.confidence import with_confidences


def halves(sentence: Sentence) -> list[Sentence]:
    """The sentence as two, with plain trees."""
    middle = len(sentence) // 2
    parts = [sentence.forms[:middle], sentence.forms[middle:]]
    return [
        Sentence.from_columns(
            forms, heads=list(range(len(forms))), deprels=["root", *["dep"] * (len(forms) - 1)], id=f"half {number}"
        )
        for number, forms in enumerate(parts)
    ]


def test_an_accepted_sentence_is_in_the_file_and_all_other_bytes_stay(project: Project, file: Path):
    before = list(read(file))
    item = project.items()[3]
    (saved,) = save(project, [item], GOLD[3]).items
    after = list(read(file))
    assert (after[3].heads, after[3].deprels) == (GOLD[3].heads, GOLD[3].deprels)
    assert "# annotation = done\n" in after[3].lines
    assert [own for own in after if own is not after[3]] == [own for own in before if own is not before[3]]
    assert (saved.id, saved.state, saved.who) == (item.id, "done", "Anna")
    assert saved.version != item.version
    (entry, end) = journal(file)
    assert end == {"written": entry["after"]}
    assert (entry["who"], entry["file"]) == ("Anna", "treebank.conllu")
    assert entry["replaces"] == [item.section.text]
    assert entry["sentences"] == [saved.section.text]


def test_what_is_accepted_has_no_records_left_and_what_is_begun_keeps_them(project: Project, file: Path):
    guess = with_confidences(GOLD[0], [0.5] * len(GOLD[0]))
    (begun,) = save(project, project.items()[:1], guess, state="begun").items
    assert begun.state == "begun"
    assert next(read(file)).misc("HeadConfidence") == ["0.50"] * len(GOLD[0])
    (done,) = save(project, [begun], guess).items
    assert done.state == "done"
    assert not any(next(read(file)).misc("HeadConfidence"))
    (reopened,) = save(project, [done], without_tree(GOLD[0]), state="untouched").items
    assert reopened.state == "untouched"
    assert next(read(file)) == without_tree(GOLD[0])


def test_there_is_one_comment_on_the_state(project: Project, file: Path):
    both = GOLD[0].with_comment("annotation", "begun").with_comment("note", "n")
    text = str(both).replace("# note", "# annotation = done\n# note")
    save(project, project.items()[:1], Sentence.from_conllu(text))
    assert re.findall("# (?:annotation|note).*", file.read_text()) == ["# note = n", "# annotation = done"]


@pytest.mark.parametrize(
    ("conllu", "state", "part"),
    [
        ("nothing", "done", "data:1"),
        (str(GOLD[0]) + str(GOLD[1]), "done", "more than one sentence"),
        (str(without_tree(GOLD[0])), "done", "no HEAD"),
        (str(GOLD[0]).replace("\t0\troot", "\t1\troot"), "begun", "no word is attached to the root|own head|cycle"),
        ("# global.columns = ID FORM\n1\ta\n", "begun", "not CoNLL-U"),
        ("1\ta\t\t_\t_\t_\t0\troot\t_\t_\n", "begun", "LEMMA is empty"),
        ("1\ta\t_\t_\t_\t_\t0\troot\t_\t\n", "begun", "MISC is empty"),
        ("1\ta\t_\t_\t_\t_\t0\troot\t_\tGloss=a\tb\n", "done", "11 columns"),
    ],
)
def test_what_is_no_sentence_is_not_saved(project: Project, file: Path, conllu: str, state: Any, part: str):
    before = file.read_bytes()
    (item, *_) = project.items()
    with pytest.raises(TreebankError, match=part):
        project.save("Anna", [(item.id, item.version)], [Draft(conllu, state)], {})
    assert file.read_bytes() == before


def test_a_save_whose_reply_was_lost_can_be_repeated(project: Project, file: Path):
    (item, *_) = project.items()
    first = save(project, [item], GOLD[0])
    assert save(project, [item], GOLD[0]).items == first.items
    assert len(journal_of_saves(file)) == 1


def test_a_repeated_split_or_join_is_done_once(project: Project, file: Path):
    items = project.items()
    parts = save(project, items[2:3], *halves(GOLD[2]))
    assert save(project, items[2:3], *halves(GOLD[2])).items == parts.items
    joined = save(project, parts.items, GOLD[2])
    assert save(project, parts.items, GOLD[2]).items == joined.items
    assert len(journal_of_saves(file)) == 2
    removed = save(project, joined.items + project.items()[3:4], GOLD[2])  # which is there, but is not all there is
    assert removed.removed == [items[3].id]


def test_sentences_are_split_and_joined(project: Project, file: Path):
    items = project.items()
    split = save(project, items[2:3], *halves(GOLD[2]))
    assert [own.id for own in split.items] == [items[2].id, len(items) + 1]
    assert [own.id for own in read(file)][2:4] == ["half 0", "half 1"]
    assert project.order()[1:5] == [items[1].id, items[2].id, len(items) + 1, items[3].id]
    joined = save(project, split.items, GOLD[2])
    assert joined.removed == [len(items) + 1]
    assert project.order() == [item.id for item in items]
    with pytest.raises(Conflict, match="split, joined or removed") as conflict:
        save(project, split.items[1:], GOLD[2])
    assert conflict.value.current == joined.items
    with pytest.raises(Conflict, match="neighbors"):
        save(project, [items[5], items[7]], GOLD[2])
