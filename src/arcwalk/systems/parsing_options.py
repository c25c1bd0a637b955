"""Parsing options that all systems share."""

from dataclasses import dataclass

from arcwalk.systems.options import option


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsingOptions:
    """Parsing options that all systems share."""

    longest: int = option(0, "parse sentences longer than this many words in pieces; 0: never", most=1_000_000)
