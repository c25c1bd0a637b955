"""What stands in the column MISC of a word: `Key=Value` items with bars between them, or `_` for none."""


def value_in(misc: str, key: str) -> str:
    """The value of `key`, or nothing where it is absent."""
    for item in _items(misc):
        name, _, value = item.partition("=")
        if name == key:
            return value
    return ""


def with_value(misc: str, key: str, value: str) -> str:
    """The column with `key` set where it stands, or at the end if it is new; an empty value takes it out."""
    if not key or "=" in key or "|" in key + value:
        raise ValueError(f"{key!r} and {value!r} cannot be an item of MISC; = and | part keys, values and items")
    new = [f"{key}={value}"] if value else []
    items = []
    for item in _items(misc):
        if item.partition("=")[0] != key:
            items.append(item)
        else:
            items += new
            new = []
    return "|".join(items + new) or "_"


def _items(misc: str) -> list[str]:
    return misc.split("|") if misc not in ("_", "") else []
