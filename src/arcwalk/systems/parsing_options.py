"""Parsing options that all systems share. They belong to a parser in use, not to its model file."""

from dataclasses import dataclass

from arcwalk.models.options import option


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsingOptions:
    """How any system parses."""

    longest: int = option(400, "parse sentences longer than this many words in pieces; 0: never", most=1_000_000)
