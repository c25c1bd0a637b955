"""Addresses of pages and mailboxes, which stay whole even if the treebank has none to learn from."""

import re

_WIDE = r"\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"  # no space has to follow an address
_ADDRESS = re.compile(
    rf"""(?<![a-z0-9])(?:[a-z][a-z0-9+.-]{{1,15}}://|www\.)[^\s<>"'“”«»{_WIDE}]{{1,2000}}  # https://..., www...
    | [\w.+-]{{1,64}}@[\w-]{{1,63}}(?:\.[\w-]{{1,63}}){{1,8}}  # somebody@example.org
    """,
    re.IGNORECASE | re.VERBOSE,
)
_NOT_LAST = ".,;:!?)]}…"


def inside_addresses(text: str) -> list[tuple[int, int]]:
    """Where addresses start and end in a text, without punctuation after them."""
    if "://" not in text and "@" not in text and "www." not in text.lower():
        return []
    spans = []
    for match in _ADDRESS.finditer(text):
        address = match[0].rstrip(_NOT_LAST)
        if address.count("(") > address.count(")") and match[0].startswith(f"{address})"):
            address += ")"
        spans.append((match.start(), match.start() + len(address)))
    return spans
