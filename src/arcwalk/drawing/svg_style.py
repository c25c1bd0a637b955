"""The style of trees as images, in light and dark; it is part of every image, which so looks the same everywhere."""

from arcwalk.drawing.arc_marks import LABEL_MARKS
from arcwalk.drawing.palette import BLUE, FONT, GROUND, MUTED, ORANGE, TEXT

WORD, TAG, LABEL, MULTIWORD = 17, 11, 12, 14  # font sizes in pixels

_TEXTS = {"word": TEXT, "tag": MUTED, "label": BLUE, "multiword": MUTED}
_LINE = ("#8b98a9", "#6c7a8c")
_MARKS = {  # of arcs; a later one overrides an earlier one
    "": _LINE,
    "root": ORANGE,
    "unsure": ("#a3508f", "#d79bc8"),
    "doubtful": ("#a80f86", "#ff7fdc"),
    "unsure-label": ("#a3508f", "#d79bc8"),
    "doubtful-label": ("#a80f86", "#ff7fdc"),
    "wrong": ("#cf222e", "#ff7b72"),
    "gold": ("#1a7f37", "#56d364"),
    "fixed": ("#0b57d0", "#a8c7fa"),
}


def _colors(shade: int) -> str:
    """The rules that give light (0) or dark (1) colors."""
    rules = [f".arcwalk .ground {{ fill: {GROUND[shade]}; }}", f".arcwalk .bracket {{ stroke: {_LINE[shade]}; }}"]
    rules += [f".arcwalk .{kind} {{ fill: {colors[shade]}; }}" for kind, colors in _TEXTS.items()]
    for mark, colors in _MARKS.items():
        line, *letters = ("frame", "label") if mark in LABEL_MARKS else ("arc", "arrow", *["label"] * bool(mark))
        stroked, *filled = (f".arcwalk .{part}.{mark}".rstrip(".") for part in (line, *letters))
        rules.append(f"{stroked} {{ stroke: {colors[shade]}; }}")
        rules.append(f"{', '.join(filled)} {{ fill: {colors[shade]}; }}")
    return "\n".join(rules)


# Lines and letters differ too, for those who do not see colors.
STYLE = f"""
.arcwalk {{ font-family: {FONT}; }}
.arcwalk text {{ text-anchor: middle; }}
.arcwalk .word {{ font-size: {WORD}px; }}
.arcwalk .tag {{ font-size: {TAG}px; letter-spacing: 0.04em; }}
.arcwalk .label {{ font-size: {LABEL}px; }}
.arcwalk .multiword {{ font-size: {MULTIWORD}px; font-style: italic; }}
.arcwalk .bracket {{ fill: none; stroke-width: 1.5; }}
.arcwalk .arc {{ fill: none; stroke-width: 1.5; }}
.arcwalk .arc.unsure {{ stroke-width: 2; stroke-dasharray: 2 3; }}
.arcwalk .arc.doubtful {{ stroke-width: 2.5; stroke-dasharray: 2.5 4.5; }}
.arcwalk .label.doubtful, .arcwalk .label.doubtful-label {{ font-style: italic; }}
.arcwalk .frame {{ fill: none; stroke-width: 1.5; stroke-dasharray: 1.5 2.5; }}
.arcwalk .frame.doubtful-label {{ stroke-width: 2; stroke-dasharray: 2.5 3.5; }}
.arcwalk .arc.wrong {{ stroke-width: 2.5; stroke-dasharray: none; }}
.arcwalk .label.wrong {{ text-decoration: line-through; }}
.arcwalk .arc.gold {{ stroke-width: 2; stroke-dasharray: 8 4; }}
.arcwalk .arc.fixed {{ stroke-width: 3.5; stroke-dasharray: none; }}
.arcwalk .label.fixed {{ font-style: normal; text-decoration: underline; }}
{_colors(0)}
@media (prefers-color-scheme: dark) {{
{_colors(1)}
}}
"""
