import re

from pages import DOCS

from arcwalk.errors import Finding
from arcwalk.treebank.validation.kinds import KINDS, graded


def test_the_documentation_lists_every_kind_at_its_level():
    page = (DOCS / "checking.md").read_text(encoding="utf-8")
    table = [line.split("|") for line in page.splitlines() if line.startswith("| ")]
    for level in (1, 2):
        listed = re.findall(r"`([\w-]+)`", " ".join(cells[level + 1] for cells in table))
        assert sorted(listed) == sorted(test for test, kind in KINDS.items() if kind.level == level)


def test_a_finding_of_an_unknown_kind_concerns_the_file():
    finding = Finding("file", 0, "", "unreadable", "cannot be read", "check it")
    assert graded(finding) == finding
