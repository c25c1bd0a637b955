"""Evaluation: attachment scores, breakdowns, tagging accuracy, significance tests, calibration."""

from arcwalk.evaluation.attachment import CONVENTIONS, AttachmentScores, ScoringConvention, evaluate

__all__ = ["CONVENTIONS", "AttachmentScores", "ScoringConvention", "evaluate"]
