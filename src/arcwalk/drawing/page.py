"""An HTML page with the trees of several sentences."""

from collections.abc import Iterable
from html import escape

from arcwalk.drawing.display_text import is_right_to_left, printable
from arcwalk.drawing.svg import svg_tree
from arcwalk.treebank.sentence import Sentence

STYLE = """
:root { color-scheme: light dark; }
body { margin: 2rem auto; max-width: 76rem; padding: 0 1.5rem; background: #f4f6f8; color: #1b2330;
  font: 1rem/1.5 "Noto Sans", "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
h1 { font-size: 1.5rem; font-weight: 600; }
figure { margin: 0 0 2.5rem; }
figcaption { margin-bottom: 0.5rem; }
.id { display: block; font-size: 0.8rem; color: #6b7685; }
.text { margin: 0; font-size: 1.1rem; }
.tree { overflow-x: auto; background: #ffffff; border: 1px solid #dde3ea; border-radius: 8px; }
.tree svg { display: block; margin: 0 auto; }
@media (prefers-color-scheme: dark) {
  body { background: #0d1117; color: #e8edf3; }
  .id { color: #93a0b0; }
  .tree { background: #161b22; border-color: #2b333e; }
}
@media print { figure { break-inside: avoid; } }
"""


def html_page(sentences: Iterable[Sentence], title: str) -> str:
    """A self-contained page with one tree per sentence, under its id and text."""
    heading = escape(printable(title))
    figures = "\n".join(map(_figure, sentences))
    return f"""<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{heading}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>{heading}</h1>
{figures}
</body>
</html>
"""


def _figure(sentence: Sentence) -> str:
    direction = "rtl" if is_right_to_left(sentence.forms) else "ltr"
    id, text = escape(printable(sentence.id)), escape(printable(sentence.text))
    return f"""<figure dir="{direction}">
<figcaption><span class="id">{id}</span><p class="text">{text}</p></figcaption>
<div class="tree">
{svg_tree(sentence)}</div>
</figure>"""
