"""spaCy pipelines with a parser of ours."""

from pathlib import Path

import spacy
from spacy.language import Language


def pipeline(model: Path, **config: object) -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe("arcwalk", config={"model": str(model), **config})
    return nlp
