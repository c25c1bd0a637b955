"""The picture of a sampler's walk as SVG, light and dark: scores over steps, and the arcs of all trees on the way."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

import numpy as np

from arcwalk import Sentence
from arcwalk.arrays import Heads

# All in pixels.
WIDTH, MARGIN, AXIS = 960, 24, 44
PLOT_TOP, PLOT_HEIGHT = 46, 190
PANEL_GAP = 26
ARCS_TOP, ARC_STEP, WORD_LINE = 330, 15, 26
THICKEST = 7
CAPTION = "heads in the trees that the samplers visit: the thicker, the more often; in color, the best tree"
LEAST_SHARE = 0.01  # of the steps; rarer arcs are left out

STYLE = """
text { font: 13px "Noto Sans", "Segoe UI", "Helvetica Neue", Arial, sans-serif; fill: #5b6675; }
.title { font-size: 14px; font-weight: 600; fill: #1b2330; }
.word { font-size: 15px; fill: #1b2330; text-anchor: middle; }
.number { text-anchor: end; }
.ground { fill: #ffffff; }
.grid { stroke: #dfe4ea; }
.chain { fill: none; stroke-width: 1.4; stroke-linejoin: round; }
.c0 { stroke: #1f5fa8; } .c1 { stroke: #c2571a; } .c2 { stroke: #2e8555; } .c3 { stroke: #8a4fb0; }
.dot { stroke: none; }
.dot.c0 { fill: #1f5fa8; } .dot.c1 { fill: #c2571a; } .dot.c2 { fill: #2e8555; } .dot.c3 { fill: #8a4fb0; }
.visited { fill: none; stroke: #8b98a9; stroke-opacity: 0.75; }
.best { fill: none; stroke: #1f5fa8; stroke-opacity: 0.9; }
@media (prefers-color-scheme: dark) {
text { fill: #a3afbd; }
.title, .word { fill: #e8edf3; }
.ground { fill: #161b22; }
.grid { stroke: #2c3440; }
.c0 { stroke: #6fb0f5; } .c1 { stroke: #f0965a; } .c2 { stroke: #5fc48d; } .c3 { stroke: #c692ea; }
.dot.c0 { fill: #6fb0f5; } .dot.c1 { fill: #f0965a; } .dot.c2 { fill: #5fc48d; } .dot.c3 { fill: #c692ea; }
.visited { stroke: #74849a; }
.best { stroke: #6fb0f5; }
}
"""


class Panel(NamedTuple):
    """Searches of one kind: the score of the tree after each step, 0 for the best tree of all."""

    title: str
    chains: list[list[float]]


def walk_picture(sentence: Sentence, panels: Sequence[Panel], visited: Heads, best: Heads) -> str:
    """Panels of scores above, and below them the sentence with the heads `visited` (one tree a row) and the `best`."""
    arcs, height = _arcs(sentence, visited, best)
    body = [*_plots(panels), *arcs]
    text = f"Scores of trees during searches for the tree of: {sentence.text}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">\n'
        f"<title>{escape(text)}</title>\n<style>{STYLE}</style>\n"
        f'<rect class="ground" width="{WIDTH}" height="{height}" rx="8"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def _plots(panels: Sequence[Panel]) -> Iterator[str]:
    lowest = min(min(chain) for panel in panels for chain in panel.chains)
    unit = max(1, round(-lowest / 4))
    bottom = PLOT_TOP + PLOT_HEIGHT
    width = (WIDTH - 2 * MARGIN - AXIS - (len(panels) - 1) * PANEL_GAP) / len(panels)

    def down(score: float) -> float:
        return PLOT_TOP + 6 + score / lowest * (PLOT_HEIGHT - 12)

    levels = range(0, int(-lowest) + 1, unit)
    for level in levels:
        number = f"−{level}" if level else "0"
        yield f'<text class="number" x="{MARGIN + AXIS - 8}" y="{down(-level) + 4:.1f}">{number}</text>'
    for place, panel in enumerate(panels):
        left = MARGIN + AXIS + place * (width + PANEL_GAP)
        longest = max(map(len, panel.chains))
        yield f'<text class="title" x="{left:.1f}" y="{PLOT_TOP - 16}">{escape(panel.title)}</text>'
        for level in levels:
            yield f'<path class="grid" d="M{left:.1f} {down(-level):.1f}h{width:.1f}"/>'
        for color, chain in enumerate(panel.chains):
            points = [(left + step / (longest - 1) * width, down(score)) for step, score in enumerate(chain)]
            line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            yield f'<polyline class="chain c{color}" points="{line}"/>'
            for x, y in (points[0], points[-1]):
                yield f'<circle class="dot c{color}" cx="{x:.1f}" cy="{y:.1f}" r="3"/>'
        yield f'<text x="{left:.1f}" y="{bottom + 20}">0</text>'
        yield f'<text class="number" x="{left + width:.1f}" y="{bottom + 20}">{longest - 1} steps</text>'


def _arcs(sentence: Sentence, visited: Heads, best: Heads) -> tuple[list[str], int]:
    """The arcs of all trees, thicker the more of them have it, and the height of the picture."""
    n = len(sentence)
    place = MARGIN + (np.arange(n + 1) + 0.5) * (WIDTH - 2 * MARGIN) / (n + 1)  # the root comes first
    shares = {
        (int(head), m): float(np.mean(visited[:, m - 1] == head))
        for m in range(1, n + 1)
        for head in np.unique(visited[:, m - 1])
    }
    shown = {arc: share for arc, share in shares.items() if share >= LEAST_SHARE}
    ground = ARCS_TOP + ARC_STEP * max(abs(head - m) for head, m in shown)
    lines = [f'<text class="title" x="{MARGIN}" y="{ARCS_TOP - 34}">{CAPTION}</text>']
    for (head, m), share in sorted(shown.items(), key=lambda item: best[item[0][1] - 1] == item[0][0]):
        kind = "best" if best[m - 1] == head else "visited"
        from_x, to_x = place[head], place[m]
        top = ground - 10 - ARC_STEP * abs(head - m) * 4 / 3
        curve = f"M{from_x:.1f} {ground} C{from_x:.1f} {top:.1f} {to_x:.1f} {top:.1f} {to_x:.1f} {ground}"
        width = max(0.6, THICKEST * share)
        lines.append(f'<path class="{kind}" stroke-width="{width:.1f}" d="{curve}"><title>{share:.0%}</title></path>')
    for x, word in zip(place, ["root", *sentence.forms], strict=True):
        lines.append(f'<text class="word" x="{x:.1f}" y="{ground + WORD_LINE}">{escape(word)}</text>')
    return lines, ground + WORD_LINE + MARGIN
