import pytest

from arcwalk.components.labeler.labeler import label_templates, shipped_label_templates
from arcwalk.errors import ArcwalkError
from arcwalk.features.arc_templates import arc_templates
from arcwalk.features.templates import WordAtom, properties_of, read_templates, shipped

GROUPS = {"arc": "hm", "child": "hmo"}
OTHERS = {"dir", "dist", "between.pos"}


def parse(text: str) -> dict[str, list]:
    return read_templates(text, "my.templates", GROUPS, dict.fromkeys(GROUPS, OTHERS), alone="between.pos")


def test_groups_comments_and_blank_lines() -> None:
    groups = parse("# top\n\n[arc]  # one\nh.form   m.tag dist?  # two\n dir\n[ child ]\no.pos\n[arc]\nh.pos\n")
    assert [template.text for template in groups["arc"]] == ["arc: h.form m.tag dist?", "arc: dir", "arc: h.pos"]
    assert [template.text for template in groups["child"]] == ["child: o.pos"]


def test_atoms() -> None:
    (template,) = parse("[arc]\nh.form m-1.Case dist h+2.suffix3 dir?")["arc"]
    assert template.words == (WordAtom("h", 0, "form"), WordAtom("m", -1, "Case"), WordAtom("h", 2, "suffix3"))
    assert template.others == ("dist",)
    assert template.optional == ("dir",)
    assert properties_of([template]) == {"form", "Case", "suffix3"}


def test_a_line_written_twice_counts_once() -> None:
    assert len(parse("[arc]\nh.form  m.form\nh.form m.form # again\nm.form h.form\n")["arc"]) == 2


def test_salts_depend_on_the_group_and_the_line_only() -> None:
    first = parse("[arc]\nh.form\nm.form")["arc"]
    second = parse("\n\n[arc]\nm.form\n\n  h.form")["arc"]
    assert {t.text: t.salt for t in first} == {t.text: t.salt for t in second}
    assert parse("[child]\nh.form")["child"][0].salt != first[0].salt


@pytest.mark.parametrize(
    ("text", "line", "named"),
    [
        ("h.form", 1, ["[arc]"]),
        ("\n[tree]\nh.form", 2, ["[tree]", "arc", "child"]),
        ("[arc]\nh.form x.form", 2, ["'x.form'", "h.<property>", "m.<property>", "between.pos, dir, dist"]),
        ("[arc]\n\no.form", 3, ["'o.form'", "[arc]"]),
        ("[arc]\nform", 2, ["'form'", "h.<property>"]),
        ("[arc]\nh+10.form", 2, ["'h+10.form'"]),
        ("[arc]\nh.form?", 2, ["'h.form?'"]),
        ("[arc]\nh.fromm", 2, ["'fromm'", "form, lemma, pos, tag", "Case"]),
        ("[arc]\nh.prefix0", 2, ["'prefix0'", "prefix1-9"]),
        ("[arc]\nh.pos dist between.pos", 2, ["between.pos", "cannot be combined"]),
        ("[arc]\nh.pos dist? between.pos", 2, ["between.pos", "cannot be combined"]),
        ("[arc]\nh.pos between.pos?", 2, ["between.pos", "`?`"]),
    ],
)
def test_errors_name_the_line_and_the_choices(text: str, line: int, named: list[str]) -> None:
    with pytest.raises(ArcwalkError) as caught:
        parse(text)
    message = str(caught.value)
    assert message.startswith(f"my.templates:{line}: ")
    assert "\n" not in message
    for part in named:
        assert part in message


@pytest.mark.parametrize("text", ["", "# nothing\n", "[arc]\n# nothing\n"])
def test_arcs_need_templates(text: str) -> None:
    with pytest.raises(ArcwalkError, match=r"^my\.templates: no templates.*\[arc\]"):
        arc_templates(text, "my.templates")


def test_shipped_arc_templates() -> None:
    templates = arc_templates(shipped("arc"), "arc.templates")
    assert len({template.salt for template in templates}) == len(templates) > 50
    assert {"form", "lemma", "tag", "pos", "feats", "backoff", "Case", "prefix2", "suffix3"} <= properties_of(templates)


def test_shipped_label_templates() -> None:
    groups = label_templates(shipped_label_templates())
    assert set(groups) == {"arc", "child", "sibling", "transition"}
    templates = [template for group in groups.values() for template in group]
    assert len({template.salt for template in templates}) == len(templates)
    assert not any(template.optional for template in templates)  # `?` is for arcs only
