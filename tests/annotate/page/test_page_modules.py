"""The page of annotate, module by module: what is hard to bring about from outside."""

from typing import Any

import pytest
from browsing import needs_browser
from playwright.sync_api import Page

pytestmark = needs_browser

PROJECT = """async () => {
    const { Project } = await import("/page/project.js");
    const sentence = (id, text, version) => ({ id, file: 0, sent_id: "", text, version, state: "untouched" });
    const sentences = [sentence(1, "Oui.", "a"), sentence(2, "Oui.", "a"), sentence(3, "Non.", "b")];
    window.sentence = sentence;
    const files = [{ name: "f", key: "k" }];
    window.project = new Project({ files, sentences, values: {}, training: {}, at: 1, who: [] });
}"""


@pytest.fixture(scope="module")
def modules(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A page on which the modules can be imported, with a project of three sentences, two of them equal."""
    from annotating import FRENCH, annotating
    from browsing import open_page

    path = tmp_path_factory.mktemp("modules") / "french.conllu"
    path.write_text(FRENCH, encoding="utf-8")
    with annotating(path) as address, open_page(browser, address) as page:
        page.wait_for_selector(".words button")
        page.evaluate(PROJECT)
        yield page


def test_equal_sentences_are_told_apart(modules: Page) -> None:
    found = "() => [1, 2, 3].map((id) => window.project.find({ ...window.project.entry(id) }).id)"
    assert modules.evaluate(found) == [1, 2, 3]
    renumbered = "() => window.project.find({ ...window.project.entry(3), id: 9 }).id"
    assert modules.evaluate(renumbered) == 3


def test_equal_sentences_have_a_draft_each(modules: Page) -> None:
    drafts = """async () => {
        const { draftOf, forgetDraft, keepDraft } = await import("/page/drafts.js");
        const { project } = window;
        const passage = { entry: project.entry(2), entries: [project.entry(2)], conllu: ["mine"], isUnsaved: true };
        const isKept = keepDraft(project, passage);
        const found = [1, 2, 3].map((id) => draftOf(project, project.entry(id))?.conllu[0] ?? null);
        const isFull = !keepDraft(project, { ...passage, conllu: ["x".repeat(20_000_000)] });
        forgetDraft(project, project.entry(2));
        return [isKept, found, isFull, draftOf(project, project.entry(2))];
    }"""
    assert modules.evaluate(drafts) == [True, [None, "mine", None], True, None]


def test_a_draft_belongs_to_one_file_wherever_it_is(modules: Page) -> None:
    drafts = """async () => {
        const { draftOf, forgetDraft, keepDraft } = await import("/page/drafts.js");
        const { Project } = await import("/page/project.js");
        const entry = window.project.entry(3);
        keepDraft(window.project, { entry, entries: [entry], conllu: ["mine"], isUnsaved: true });
        const other = (name, key) => new Project({ files: [{ name, key }], sentences: [entry], values: {} });
        const found = [other("f", "other"), other("renamed", "k")].map((own) => draftOf(own, entry)?.conllu[0] ?? null);
        forgetDraft(window.project, entry);
        return found;
    }"""
    assert modules.evaluate(drafts) == [None, "mine"]


def test_which_labels_are_offered(modules: Page) -> None:
    labels = """async ([deprel, parser]) => {
        const { Offers } = await import("/page/offers.js");
        return new Offers({ deprel, upos: [], xpos: [], feats: {} }).labels(parser);
    }"""
    universal = modules.evaluate(labels, [[], []])
    assert len(universal) == 37
    found = modules.evaluate(labels, [["nsubj", "obl:tmod"], ["nsubj", "own"]])
    assert found == sorted([*universal, "obl:tmod", "own"])
    assert modules.evaluate(labels, [["SB", "OA", "punct"], ["NK"]]) == ["NK", "OA", "SB", "punct"]


def test_attributes_take_no_place_of_records(modules: Page) -> None:
    changed = """async ([misc, attributes]) => {
        const { attributesOf, flawOf, withAttributes } = await import("/page/misc.js");
        const line = (id, own) => [id, ..."abcdefgh", own].join("\\t");
        const [, row] = withAttributes([line(1, misc), line(2, misc)], 2, attributes).map((own) => own.split("\\t"));
        return [row[9], attributesOf(row), flawOf(attributes + "\\n"), flawOf(attributes)];
    }"""
    for misc, attributes, expected in (
        ("Gloss=a|SpaceAfter=No|Ref=1", "Gloss=b|Ref=2", "Gloss=b|SpaceAfter=No|Ref=2"),
        ("Gloss=a|PredictedArc=2:x|Ref=1", "Ref=2", "Ref=2|PredictedArc=2:x"),
        ("PredictedUPOS=X", "Gloss=b|c", "PredictedUPOS=X|Gloss=b|c"),
        ("Gloss=a", "", "_"),
        ("_", "Note=a=b", "Note=a=b"),
    ):
        found = [expected, attributes, "There is a tab or a line break: write spaces, or |.", ""]
        assert modules.evaluate(changed, [misc, attributes]) == found


@pytest.mark.parametrize(
    ("attributes", "flaw"),
    [
        ("NoSpaceAfter=Yes", "Whether a space follows is read off the text."),
        ("spaceafter=No", "SpaceAfter is kept by arcwalk, and stays as it is."),
        ("gloss=a", "Write Gloss instead of gloss."),
        ("Gloss=a|Gloss=b", "Gloss occurs more than once."),
    ],
)
def test_attributes_that_would_not_be_valid_are_refused(modules: Page, attributes: str, flaw: str) -> None:
    asked = "async (attributes) => (await import('/page/misc.js')).flawOf(attributes)"
    assert modules.evaluate(asked, attributes) == flaw


def test_what_is_kept_of_two_sentences_is_written_once(modules: Page) -> None:
    overwritten = """async () => {
        const { Passage } = await import("/page/passage.js");
        const { sentence } = await import("/page/annotate_api.js");
        const passage = new Passage(await sentence(1), { model: { labels: [] } });
        const current = (id) => ({ entry: { id, version: "new" } });
        const results = [];
        for (const others of [[2], [1, 2], [7]]) {
            passage.entries = [{ id: 1, version: "old" }, { id: 2, version: "old" }];
            passage.overwrite(others.map(current));
            results.push(passage.entries.map(({ id, version }) => `${id} ${version}`));
        }
        return results;
    }"""
    assert modules.evaluate(overwritten) == [["1 old", "2 new"], ["1 new", "2 new"], ["7 new"]]


def test_mine_is_not_offered_where_words_would_be_written_twice(modules: Page) -> None:
    offered = """async ([mine, theirs]) => {
        const { conflictView } = await import("/page/conflict.js");
        const { sentence } = await import("/page/annotate_api.js");
        const { entry, parsed } = await sentence(3);
        const as = (text) => ({ ...parsed, text });
        const conflict = { problem: "p", current: [{ entry, parsed: as(theirs) }], yours: mine.map(as) };
        const act = { keepMine() {}, takeTheirs() {} };
        return !conflictView(conflict, { language: "fr" }, act).querySelector("button").hidden;
    }"""
    assert modules.evaluate(offered, [["Il va."], "Il va."])
    assert modules.evaluate(offered, [["Il", "va."], "Il va."])
    assert modules.evaluate(offered, [["Il vas."], "Il va."])
    assert not modules.evaluate(offered, [["Il va."], "Il"])
    assert not modules.evaluate(offered, [["Il va."], "Il va. Non."])


def test_a_draft_of_two_sentences_keeps_the_versions_it_was_made_of(modules: Page) -> None:
    restored = """async () => {
        const { Passage } = await import("/page/passage.js");
        const { sentence } = await import("/page/annotate_api.js");
        const first = await sentence(1);
        const passage = new Passage(first, { model: { labels: [] } });
        const draft = { versions: [first.entry.version, "old"], conllu: [first.parsed.conllu] };
        await passage.restore(draft, () => sentence(2));
        return [passage.entries[0].version === first.entry.version, passage.entries[1].version];
    }"""
    assert modules.evaluate(restored) == [True, "old"]


def test_nothing_is_done_while_a_save_is_on_its_way(modules: Page) -> None:
    order = """async () => {
        const { Passage } = await import("/page/passage.js");
        const { sentence } = await import("/page/annotate_api.js");
        const passage = new Passage(await sentence(1), { model: { labels: [] } });
        passage.entries[0].version = "old"; // so that it is refused
        passage.sentences[0].accept();
        const done = [];
        const saved = passage.save("Zoé").catch((error) => done.push(error.conflict ? "refused" : error.message));
        const joined = passage.join(() => (done.push("joined"), sentence(2)));
        await Promise.all([saved, joined]);
        return [done, passage.entries.length, passage.isUnsaved];
    }"""
    assert modules.evaluate(order) == [["refused", "joined"], 2, True]
