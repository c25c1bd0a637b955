"""Drawings of dependency trees: in a terminal, as SVG, and as an HTML page."""

from arcwalk.drawing.page import html_page
from arcwalk.drawing.stack import svg_trees
from arcwalk.drawing.svg import svg_tree
from arcwalk.drawing.terminal import terminal_tree

__all__ = ["html_page", "svg_tree", "svg_trees", "terminal_tree"]
