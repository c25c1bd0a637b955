"""The columns FEATS and MISC: `Key=Value` items separated by bars, or `_` for none."""

from collections.abc import Iterator, Mapping


class KeyValues(Mapping[str, str]):
    """FEATS or MISC of a word as a read-only mapping; `str()` gives the column as it appears in the file.

    An item without `=`, as CoNLL-X has them, is a key with an empty value. Where a key is repeated, its first value
    counts.
    """

    __slots__ = ("_text", "_values")

    def __init__(self, text: str) -> None:
        self._text = text
        self._values: dict[str, str] = {}
        for item in _items(text):
            key, _, value = item.partition("=")
            self._values.setdefault(key, value)

    def __getitem__(self, key: str) -> str:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return repr(dict(self))


def with_value(column: str, key: str, value: str) -> str:
    """The column with `key` set, where it already is or else at the end; an empty value removes it."""
    if not key or "=" in key or "|" in key + value:
        raise ValueError(f"{key!r}, {value!r} cannot be an item of MISC: '=' and '|' separate keys, values and items")
    new = [f"{key}={value}"] if value else []
    items = []
    for item in _items(column):
        if item.partition("=")[0] != key:
            items.append(item)
        else:
            items += new
            new = []
    return "|".join(items + new) or "_"


def _items(column: str) -> list[str]:
    return column.split("|") if column not in ("_", "") else []
