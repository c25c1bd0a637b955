"""Hashes of strings, character by character."""

from arcwalk.compiled import inline

_SPREAD = 0x9E3779B1


@inline
def with_character(key: int, character: int) -> int:
    """The 32-bit hash of a string whose hash is `key` and one more character."""
    key = ((key ^ character) * _SPREAD) & 0xFFFFFFFF
    return key ^ (key >> 15)
