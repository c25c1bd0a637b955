"""Pictures of dependency trees: for a terminal, as SVG, and as a page of several."""

from arcwalk.drawing.page import html_page
from arcwalk.drawing.svg import svg_tree
from arcwalk.drawing.terminal import terminal_tree

__all__ = ["html_page", "svg_tree", "terminal_tree"]
