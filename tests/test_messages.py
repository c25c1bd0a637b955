"""Text of others in messages."""

import pytest

from arcwalk.messages import one_line, printable

ORDERS = ["\x1b[31m", "\x1b]0;title\x07", "\x9b2J", "\x7f", "\u202e", "\u2066", "\udce9", "\x00"]


@pytest.mark.parametrize("order", ORDERS)
def test_a_terminal_gets_no_orders(order: str) -> None:
    for shown in (printable(f"a{order}b"), one_line(f"a{order}b")):
        assert order[0] not in shown
        assert shown.startswith("a\ufffd")
        shown.encode()


def test_other_writing_stays() -> None:
    for text in ("Größe", "שלום", "नमस्ते", "👩\u200d👧", "\u200fعربي", "a  b"):
        assert printable(text) == one_line(text) == text


def test_a_message_is_one_line() -> None:
    assert one_line("a\r\nb\u2028c\td\x85e") == "a b c d e"


@pytest.mark.parametrize("value", ["x" * 10_000_000, "x y " * 1_000_000])
def test_long_values_are_shortened_where_they_are(value: str) -> None:
    line = one_line(f"file.conllu:3: the form {value} is odd; correct it")
    assert len(line) < 2100
    assert line.startswith("file.conllu:3: the form x")
    assert line.endswith(" is odd; correct it")
    assert "…" in line


def test_paths_as_long_as_people_use_them_stay() -> None:
    path = "/".join(["folder"] * 40)
    assert one_line(f"{path}: no such file") == f"{path}: no such file"
