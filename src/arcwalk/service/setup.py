"""What all requests share."""

from dataclasses import dataclass, field

from arcwalk.service.limits import Limits
from arcwalk.service.models import Models


@dataclass(frozen=True)
class Setup:
    """The models, the limits, and the language of raw text unless a request names another."""

    models: Models
    limits: Limits = field(default_factory=Limits)
    language: str = ""  # for spaCy's rules; "": models find words and sentences
