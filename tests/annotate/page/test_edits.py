"""Edits of words and sentences, as the browser does them, against a reading of lines where words have names."""

from typing import Any

import pytest
from browsing import needs_browser
from playwright.sync_api import Page

from arcwalk import Sentence

pytestmark = needs_browser

STEPS = 400

# Random edits one after the other; each as [what was done, its arguments, the lines before, the lines after].
RANDOM_EDITS = """async ([start, steps]) => {
    const tokens = await import("/page/tokens.js");
    const sentences = await import("/page/sentences.js");
    let seed = 1;
    const random = (count) => {
        seed = (seed * 48271) % 2147483647;
        return seed % count;
    };
    const done = [];
    let lines = start;
    let fresh = 0;
    for (let step = 0; step < steps; step++) {
        const words = lines.filter((line) => /^\\d+\\t/.test(line)).length;
        const id = 1 + random(words);
        const names = [`n${++fresh}`, `n${++fresh}`];
        const [kind, edit] = [
            ["split", () => tokens.splitWord(lines, id, names)],
            ["expand", () => tokens.splitMultiword(lines, id, names)],
            ["join", () => tokens.joinWords(lines, id)],
            ["enclose", () => tokens.makeMultiword(lines, id, Math.min(words, id + 1 + random(2)), names[0])],
            ["open", () => tokens.undoMultiword(lines, id)],
            ["rename", () => tokens.renameWord(lines, id, names[0])],
            ["cut and join", () => sentences.joinSentences(...sentences.splitSentence(lines, id))],
        ][random(7)];
        if ((kind === "join" && words < 4) || (kind !== "join" && words > 14)) continue;
        let after;
        try {
            after = edit();
        } catch (error) {
            if (!/multiword token|no word after/.test(error.message) && id < words) throw error;
            continue;
        }
        done.push([kind, id, names, lines, after]);
        lines = after;
    }
    return done;
}"""

START = """\
# sent_id = s
# text = a b cd e f.
0.1\tz\t_\t_\t_\t_\t_\t_\t2:x\t_
1\ta\t_\t_\t_\t_\t2\tnsubj\t0.1:y|2:nsubj\tHeadConfidence=0.5|PredictedArc=2:nsubj
2\tb\t_\t_\t_\t_\t0\troot\t0:root\t_
2.1\ty\t_\t_\t_\t_\t_\t_\t2:conj\t_
3-4\tcd\t_\t_\t_\t_\t_\t_\t_\t_
3\tc\t_\t_\t_\t_\t5\tcase\t5:case\t_
4\td\t_\t_\t_\t_\t5\tdet\t5:det\t_
5\te\t_\t_\t_\t_\t2\tobl\t2:obl:c|2.1:obl\tGloss=e
6\tf\t_\t_\t_\t_\t5\tflat\t5:flat\tSpaceAfter=No
7\t.\t_\t_\t_\t_\t2\tpunct\t2:punct\tPredictedArc=2:punct|HeadConfidence=0.7
"""


@pytest.fixture
def edits(page: Page) -> list[Any]:
    lines = [*START.splitlines(), ""]
    return list(page.evaluate(RANDOM_EDITS, [lines, STEPS]))


def test_random_edits(edits: list[Any]) -> None:
    kinds = {kind for kind, *_ in edits}
    assert kinds == {"split", "expand", "join", "enclose", "open", "rename", "cut and join"}
    for kind, id, names, before, after in edits:
        text = "\n".join(after) + "\n"
        sentence = Sentence.from_conllu(text)
        assert str(sentence) == text
        check_text(sentence.text, after)
        old, new = arcs_by_name(before), arcs_by_name(after)
        own = words(before)[id - 1][1]
        called = {"split": {own: names[0]}, "expand": {own: names[0]}, "rename": {own: names[0]}}.get(kind, {})
        if kind == "join":
            joined = words(after)[id - 1][1]
            called = {own: joined, words(before)[id][1]: joined}
        expected = {called.get(name, name): renamed(arcs, called) for name, arcs in old.items()}
        for name, arcs in expected.items():
            if kind == "join" and name == joined:
                assert new[name][0] in {renamed(old[part], called)[0] for part in called} | {("_", "_")}
            elif kind == "cut and join":
                assert new[name][0] in (arcs[0], ("_", "_"))
                assert new[name][1] <= arcs[1]
            else:
                assert new[name] == arcs, (kind, name)


def check_text(text: str, lines: list[str]) -> None:
    """The text is that of the tokens."""
    ranges = [(*map(int, row[0].split("-")), row) for row in map(columns, lines) if "-" in row[0] and len(row) == 10]
    tokens = {first: row for first, _, row in ranges}
    inside = {number for first, last, _ in ranges for number in range(first, last + 1)}
    tokens |= {int(row[0]): row for row in words(lines) if int(row[0]) not in inside}
    written = [row[1] + ("" if "SpaceAfter=No" in row[9] else " ") for _, row in sorted(tokens.items())]
    assert text == "".join(written).strip()


def columns(line: str) -> list[str]:
    return line.split("\t")


def words(lines: list[str]) -> list[list[str]]:
    return [columns(line) for line in lines if line.split("\t")[0].isdigit()]


def arcs_by_name(lines: list[str]) -> dict[str, Any]:
    """Of each word and empty node, by its form: its head and label, and the entries of DEPS, with forms for numbers."""
    rows = [row for row in map(columns, lines) if len(row) == 10 and "-" not in row[0]]
    names = {"0": "root", "_": "_", **{row[0]: row[1] for row in rows}}
    assert [row[0] for row in rows if row[0].isdigit()] == [str(number) for number in range(1, len(words(lines)) + 1)]
    found = {}
    for row in rows:
        entries = frozenset(
            (names[head], label) for head, _, label in (entry.partition(":") for entry in row[8].split("|")) if label
        )
        predicted = row[9].partition("PredictedArc=")[2].split("|")[0]
        assert not predicted or predicted.split(":")[0] == row[6]
        found[row[1]] = ((names[row[6]], row[7]), entries)
    return found


def renamed(arcs: Any, called: dict[str, str]) -> Any:
    (head, label), entries = arcs
    own = frozenset((called.get(name, name), each) for name, each in entries)
    return (called.get(head, head), label), own
