"""What the first request should not wait for: kernels, and the rules of the language."""

from arcwalk.sample import sample
from arcwalk.service.setup import Setup
from arcwalk.treebank.raw_text import SpacyRules, sentences_in


def warm_up(setup: Setup) -> None:
    """Annotate a sentence with every model, in every way; raises if spaCy lacks the language of raw text."""
    if setup.language:
        sentences_in("One.", SpacyRules(setup.language))
    (sentence,) = sample(1)
    for model in setup.models:
        if model.segmenter:
            sentences_in("One.", model.segmenter)
        if model.tagger:
            model.tagger.tag(sentence)
        if model.parser:
            model.parser.parse(sentence, confidence=True)
            model.parser.parse(sentence)
            if model.has_k_best:
                model.parser.alternatives(sentence, 2)
