"""The page of annotate: where two annotators differ, and how."""

from pathlib import Path

from annotating import FRENCH, annotating
from browsing import needs_browser, open_page
from playwright.sync_api import BrowserContext, expect

from arcwalk.annotate.differences import differing
from arcwalk.annotate.project import Project

pytestmark = needs_browser


def test_where_two_annotators_differ(browser: BrowserContext, tmp_path: Path) -> None:
    same = FRENCH.split("\n\n")[2].replace("f3", "f4") + "\n\n"
    for name, label in (("anna", "nsubj"), ("ole", "expl")):
        text = FRENCH.replace("2\tnsubj\t2:nsubj", f"2\t{label}\t2:nsubj") + same
        (tmp_path / f"{name}.conllu").write_text(text, encoding="utf-8")
    with annotating(tmp_path) as address, open_page(browser, address) as page:
        page.get_by_role("combobox", name="State").select_option("Differs between files")
        items = page.locator(".list button")
        expect(items).to_have_count(2)
        items.last.click()
        page.get_by_role("button", name="Compare with anna.conllu").click()
        comparison = page.locator(".comparison")
        expect(comparison.locator("svg.arcwalk")).to_have_count(2)
        assert comparison.locator("tbody tr").all_text_contents() == ["1 Ilslabelexplnsubj"]
        expect(comparison.locator("path.arc.changed")).to_have_count(2)


def test_only_what_somebody_has_decided_can_differ(tmp_path: Path) -> None:
    for name, form in (("a", "Elle"), ("b", "Il")):
        (tmp_path / f"{name}.conllu").write_text(FRENCH.replace("\tElle\t", f"\t{form}\t"), encoding="utf-8")
    project = Project([tmp_path])
    assert differing(project.items()) == []
    project.close()
