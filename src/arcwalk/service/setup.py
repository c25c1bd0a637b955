"""What all requests share."""

from dataclasses import dataclass, field

from arcwalk.service.limits import Limits
from arcwalk.service.models import Models
from arcwalk.treebank.raw_text import ANY_LANGUAGE


@dataclass(frozen=True)
class Setup:
    """The models, the limits, and the language of raw text unless a request names another."""

    models: Models
    limits: Limits = field(default_factory=Limits)
    language: str = ANY_LANGUAGE
