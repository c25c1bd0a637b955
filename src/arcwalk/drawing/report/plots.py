"""Plots of percentages as SVG: a few series of points joined by lines."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from arcwalk.drawing.display_text import printable
from arcwalk.drawing.palette import BLUE, GROUND, LINE, MUTED, ORANGE, TEXT

# All in pixels.
WIDTH, HEIGHT = 344, 260
LEFT, RIGHT, TOP, BOTTOM = 34, 16, 20, 52  # margins around the plane
TEXT_SIZE = 11
RADIUS = 4  # of a marker
LIFT, DROP = 9, 17  # from a point to the baseline of its value, above or below

_STEPS = (1, 2, 5, 10, 20)  # between lines of the grid
_MOST_LINES = 6
_SERIES = (BLUE, ORANGE)  # the second has dashes and squares


def _colors(shade: int) -> str:
    series = (
        f".plot .s{number} {{ stroke: {color[shade]}; }} .plot .m{number} {{ fill: {color[shade]}; }}"
        for number, color in enumerate(_SERIES)
    )
    return f"""
.plot text {{ fill: {TEXT[shade]}; }} .plot .tick {{ fill: {MUTED[shade]}; }}
.plot .value {{ stroke: {GROUND[shade]}; }}
.plot .grid {{ stroke: {LINE[shade]}; }} .plot .diagonal {{ stroke: {MUTED[shade]}; }}
{" ".join(series)}"""


STYLE = f"""
figure > .plot {{ display: block; }}
.plot {{ max-width: 100%; height: auto; font-size: {TEXT_SIZE}px; }}
.plot .grid {{ fill: none; stroke-width: 1; }}
.plot .s0, .plot .s1 {{ fill: none; stroke-width: 2; }}
.plot .s1 {{ stroke-dasharray: 6 3; }}
.plot .diagonal {{ stroke-dasharray: 2 3; }}
.plot .value {{ paint-order: stroke; stroke-width: 3; }}
.plot .middle {{ text-anchor: middle; }} .plot .end {{ text-anchor: end; }}
{_colors(0)}
@media (prefers-color-scheme: dark) {{ {_colors(1)} }}
"""


@dataclass(frozen=True, slots=True)
class Point:
    """A point, both coordinates from 0 to 100, and what it says to those who point at it or hear it."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Series:
    """Points with a name, from left to right."""

    name: str
    points: Sequence[Point]


@dataclass(frozen=True, slots=True)
class Tick:
    """A place on the x axis, from 0 to 100, and the lines of text below it."""

    x: float
    lines: Sequence[str]


def categories(names: Sequence[str], counts: Sequence[str]) -> list[Tick]:
    """Ticks at even distances for things that have a name and a count."""
    lines = zip(names, counts, strict=True)
    return [Tick(100 * (position + 0.5) / len(names), each) for position, each in enumerate(lines)]


@dataclass(frozen=True, slots=True)
class Plot:
    """Up to two series of percentages over an axis; values that are not numbers are left out.

    The plane begins just below the lowest value, and values are written out; or, with a diagonal, at 0.
    """

    title: str
    axis: str
    ticks: Sequence[Tick]
    series: Sequence[Series]
    has_diagonal: bool = False

    def html(self) -> str:
        """A legend and the plot, for a page that has `STYLE`."""
        items = (
            f'<li><svg class="plot" width="26" height="12" aria-hidden="true"><path class="s{number}" d="M0 6h26"/>'
            f"{_marker(number, 13, 6, '')}</svg>{escape(printable(each.name))}</li>\n"
            for number, each in enumerate(self.series)
        )
        return f'<ul class="legend">\n{"".join(items)}</ul>\n{self.svg()}\n'

    def svg(self) -> str:
        """The plot without its legend."""
        series = [Series(each.name, [point for point in each.points if point.y >= 0]) for each in self.series]
        low, step = (0, 20) if self.has_diagonal else _scale([point.y for each in series for point in each.points])
        plane = _Plane(low)
        parts = list(_grid(plane, step, self.ticks, self.axis))
        if self.has_diagonal:
            parts.append(f'<path class="grid diagonal" d="M{plane.x(0)} {plane.y(0)}L{plane.x(100)} {plane.y(100)}"/>')
        parts += [part for number, each in enumerate(series) for part in _line(plane, number, each)]
        parts += () if self.has_diagonal else _values(plane, series)
        described = (f"{each.name}: {', '.join(point.text for point in each.points)}" for each in series)
        return "\n".join(
            [
                f'<svg class="plot" role="img" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">',
                f"<title>{escape(printable(self.title))}</title>",
                f"<desc>{escape(printable('; '.join(described)))}</desc>",
                *parts,
                "</svg>",
            ]
        )


@dataclass(frozen=True, slots=True)
class _Plane:
    """Where points are in the image."""

    low: int

    def x(self, share: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * share / 100, 1)

    def y(self, value: float) -> float:
        height = HEIGHT - TOP - BOTTOM
        return round(TOP + height * (100 - value) / (100 - self.low), 1)


def _scale(values: Sequence[float]) -> tuple[int, int]:
    """The lowest line of a grid that ends at 100 and leaves room below all values, and the step between lines."""
    least = min(values, default=0.0)
    for step in _STEPS:
        low = step * math.floor((least - 0.5 * step) / step)
        if (100 - low) / step <= _MOST_LINES:
            break
    return max(0, low), step


def _grid(plane: _Plane, step: int, ticks: Sequence[Tick], axis: str) -> Iterator[str]:
    for value in range(plane.low, 101, step):
        y = plane.y(value)
        yield f'<path class="grid" d="M{LEFT} {y}H{WIDTH - RIGHT}"/>'
        yield _text("tick end", LEFT - 6, y + 4, str(value))
    below = HEIGHT - BOTTOM + 16
    for tick in ticks:
        for row, line in enumerate(tick.lines):
            yield _text("tick middle" if row else "middle", plane.x(tick.x), below + 14 * row, line)
    yield _text("middle", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 4, axis)


def _line(plane: _Plane, number: int, series: Series) -> Iterator[str]:
    places = [(plane.x(point.x), plane.y(point.y)) for point in series.points]
    if places:
        yield f'<path class="s{number}" d="M{"L".join(f"{x} {y}" for x, y in places)}"/>'
    for (x, y), point in zip(places, series.points, strict=True):
        yield _marker(number, x, y, f"{series.name}: {point.text}")


def _values(plane: _Plane, series: Sequence[Series]) -> Iterator[str]:
    """The values of points: above the higher of two points at a place, below the lower."""
    highest: dict[float, float] = {}
    for each in series:
        for point in each.points:
            highest[point.x] = max(point.y, highest.get(point.x, 0.0))
    seen = set[float]()
    for each in series:
        for point in each.points:
            is_above = point.y == highest[point.x] and point.x not in seen
            seen |= {point.x} if is_above else set()
            y = plane.y(point.y) + (-LIFT if is_above else DROP)
            yield _text("value middle", plane.x(point.x), y, f"{point.y:.1f}")


def _marker(number: int, x: float, y: float, text: str) -> str:
    """A circle or a square, which differ without colors."""
    title = f"<title>{escape(printable(text))}</title>" if text else ""
    if number == 0:
        return f'<circle class="m0" cx="{x}" cy="{y}" r="{RADIUS}">{title}</circle>'
    side = 2 * RADIUS - 1
    return f'<rect class="m1" x="{x - side / 2}" y="{y - side / 2}" width="{side}" height="{side}">{title}</rect>'


def _text(kind: str, x: float, y: float, text: str) -> str:
    return f'<text class="{kind}" x="{x}" y="{y}">{escape(printable(text))}</text>'
