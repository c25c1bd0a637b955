"""How good is a parse: scores, breakdowns, significance, calibration."""

from arcwalk.evaluation.attachment import CONVENTIONS, Convention, Scores, evaluate

__all__ = ["CONVENTIONS", "Convention", "Scores", "evaluate"]
