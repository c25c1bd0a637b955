"""The page of an evaluation: tables, plots, a confusion matrix, and the worst trees."""

from arcwalk.drawing.report.page import report_page

__all__ = ["report_page"]
