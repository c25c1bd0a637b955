"""Grids of cached parses, by language and system, and the pages written from them."""

from collections.abc import Callable, Iterable

from kept_parses import KeptParse, comparison, make_all

Grid = dict[str, dict[str, KeptParse]]  # by language, then by system


def parses_in(grid: Grid) -> list[KeptParse]:
    """All of them, language by language."""
    return [parse for parses in grid.values() for parse in parses.values()]


def make_and_write(parses: Iterable[KeptParse], jobs: int, write_page: Callable[[], None]) -> None:
    """Make the parses that are missing, and write the page after each and at the end."""

    def done(parse: KeptParse) -> None:
        print(f"{parse.path.name}: UAS {parse.scores.uas:.2f}, LAS {parse.scores.las:.2f}", flush=True)
        write_page()

    make_all(parses, jobs, done)
    write_page()


def complete_rows(grid: Grid) -> Grid:
    """The languages that every system has parsed so far."""
    return {name: parses for name, parses in grid.items() if all(parse.exists for parse in parses.values())}


def against(grid: Grid, system: str, other: str, words: str = "words") -> list[str]:
    """A section with the paired tests of two systems, pooled over the languages that both have parsed."""
    names = {system, other}
    both = [parses for parses in grid.values() if names <= parses.keys() and all(parses[name].exists for name in names)]
    if not both:
        return []
    first, second = ([parses[name] for parses in both] for name in (system, other))
    languages = f"{len(both)} languages together" if len(both) > 1 else "one language"
    title = f"## {system.capitalize()} against {other}, {words} of {languages}"
    return [title, comparison(first, second, (system, other))]
