"""The page: DEPS does not keep an arc that was changed."""

from itertools import product

from browsing import downloaded, needs_browser, parse, word
from playwright.sync_api import Page, expect

from arcwalk import Sentence
from arcwalk.treebank.arcs.enhanced import with_basic_arc

pytestmark = needs_browser

DEPS = [
    *("_", "", "4", "1:nsubj", "3:obl:in", "3:obl:in|3:obl", "3:oblique", "1:nsubj|4:nsubj:xsubj", "8.1:obj"),
    *("1:nsubj|4:nsubj|8.1:nsubj", "10:conj|2:nsubj", "1:conj|2:nsubj", "1:a\\pb", f"{'9' * 50}:x", "x|1:nsubj"),
]
ARCS = [
    *(
        ("_", "_"),
        ("_", "nsubj"),
        ("1", "nsubj"),
        ("3", "obl"),
        ("2", "nsubj"),
        ("1", "a|b"),
        ("10", "c\\d"),
        ("8", ""),
    ),
]


def test_a_new_arc_takes_the_place_of_the_old_one_as_everywhere(page: Page) -> None:
    cases = [list(case) for case in product(DEPS, ARCS, ARCS)]
    found = page.evaluate(
        """async (cases) => {
            const { withBasicArc } = await import("/page/enhanced.js");
            const arc = ([head, label]) => ({ head, label });
            return cases.map(([deps, old, own]) => withBasicArc(deps, arc(old), arc(own)));
        }""",
        cases,
    )
    expected = [with_basic_arc(deps, old, new) for deps, old, new in product(DEPS, ARCS, ARCS)]
    assert [(*case, own) for case, own in zip(cases, found, strict=True)] == [
        (*case, own) for case, own in zip(cases, expected, strict=True)
    ]


def graph(text: str) -> list[str]:
    return [line.split("\t")[8] for line in text.splitlines() if line[:1].isdigit()]


def test_the_download_has_no_old_arcs_in_deps(page: Page) -> None:
    columns = [("the", "2", "det", "2:det"), ("dog", "0", "root", "0:root"), ("runs", "2", "acl", "1:x|2:acl:rel")]
    lines = ["\t".join([str(i), form, *"____", *arc, "_"]) for i, (form, *arc) in enumerate(columns, 1)]
    given = "\n".join(lines) + "\n\n"
    card = parse(page, given)
    assert graph(downloaded(page, "Download CoNLL-U").decode()) == graph(given)
    word(card, 1).focus()
    page.keyboard.press("r")
    expect(word(card, 1)).to_have_attribute("aria-label", "the, root, attached to the root, fixed")
    card.get_by_role("button", name="Accept tree").click()
    expect(card.locator("path.arc.fixed")).to_have_count(3)
    saved = downloaded(page, "Download CoNLL-U").decode()
    tree = Sentence.from_conllu(saved, heads="gold")
    assert graph(saved) == graph(str(Sentence.from_conllu(given).with_tree(tree.heads, tree.deprels)))
    assert graph(saved)[0] == "0:root"


def test_a_sentence_without_graph_gets_none(page: Page) -> None:
    parse(page, "1\tdog" + "\t_" * 8 + "\n\n")
    assert graph(downloaded(page, "Download CoNLL-U").decode()) == ["_"]
