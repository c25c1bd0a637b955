"""Functions with a memory."""

from arcwalk.remembered import LONGEST, remembered


def test_values_are_found_once_while_there_is_room() -> None:
    asked: list[str] = []

    @remembered(2)
    def length(text: str) -> int:
        asked.append(text)
        return len(text)

    assert [length(text) for text in ("a", "bb", "a", "bb")] == [1, 2, 1, 2]
    assert asked == ["a", "bb"]
    assert [length(text) for text in ("ccc", "ccc", "a")] == [3, 3, 1]
    assert asked == ["a", "bb", "ccc", "a"]


def test_long_texts_are_not_kept() -> None:
    asked: list[str] = []

    @remembered(10)
    def first(text: str) -> str:
        asked.append(text)
        return text[0]

    for _ in range(2):
        first("a" * LONGEST)
        first("b" * (LONGEST + 1))
    assert [text[0] for text in asked] == ["a", "b", "b"]
