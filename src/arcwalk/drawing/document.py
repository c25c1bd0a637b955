"""The frame of all HTML pages: one file without scripts or external resources, light and dark, on paper too."""

from html import escape

from arcwalk.drawing.display_text import printable
from arcwalk.drawing.palette import FONT, GROUND, LINE, MUTED, TEXT

_BACKGROUND = ("#f4f6f8", "#0d1117")

STYLE = f"""
:root {{ color-scheme: light dark; }}
body {{ margin: 2rem auto; max-width: 76rem; padding: 0 1.5rem; background: {_BACKGROUND[0]}; color: {TEXT[0]};
  font: 1rem/1.5 {FONT}; overflow-wrap: break-word; }}
h1 {{ font-size: 1.5rem; font-weight: 600; }}
figure {{ margin: 0 0 2.5rem; }}
figcaption {{ margin-bottom: 0.5rem; }}
.id {{ display: block; }}
.id, .note {{ font-size: 0.8rem; color: {MUTED[0]}; }}
.text {{ margin: 0; font-size: 1.1rem; }}
.tree {{ overflow-x: auto; background: {GROUND[0]}; border: 1px solid {LINE[0]}; border-radius: 8px; }}
.tree svg {{ display: block; margin: 0 auto; }}
.legend {{ display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin: 0 0 1.5rem; padding: 0; font-size: 0.9rem;
  list-style: none; }}
.legend svg {{ vertical-align: middle; margin-inline-end: 0.4rem; }}
@media (prefers-color-scheme: dark) {{
  body {{ background: {_BACKGROUND[1]}; color: {TEXT[1]}; }}
  .id, .note {{ color: {MUTED[1]}; }}
  .tree {{ background: {GROUND[1]}; border-color: {LINE[1]}; }}
}}
@media (max-width: 40rem) {{ body {{ margin: 1rem auto; padding: 0 0.75rem; }} }}
@media print {{
  body {{ margin: 0; padding: 0; background: none; }}
  figure {{ break-inside: avoid; }}
  .tree svg {{ max-width: 100%; height: auto; }}
}}
"""


def document(title: str, body: str, style: str = "") -> str:
    """A page with a title and a body, which is HTML; `style` adds to the style of all pages."""
    heading = escape(printable(title))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{heading}</title>
<style>{STYLE}{style}</style>
</head>
<body>
<h1>{heading}</h1>
{body}
</body>
</html>
"""
