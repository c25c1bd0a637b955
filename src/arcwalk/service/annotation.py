"""What to do with each sentence of a request."""

from dataclasses import dataclass

from arcwalk.service.errors import Refusal
from arcwalk.service.models import Model
from arcwalk.systems.parser import Parser
from arcwalk.systems.sentence_parsing import Alternative
from arcwalk.treebank.arcs.prediction import RECORD
from arcwalk.treebank.confidence import without_confidences
from arcwalk.treebank.sentence import Sentence


@dataclass(frozen=True)
class Annotation:
    """Tag or parse with a model; raises at once if the model cannot."""

    model: Model
    tags: bool
    trees: bool
    keep: bool = False
    confidence: bool = False
    alternatives: int = 0

    def __post_init__(self) -> None:
        name = self.model.name
        if self.trees and self.model.parser is None:
            raise Refusal(400, f"model {name} is a tagger, not a parser; choose a model with a parser, see /models")
        if self.tags and self.model.tagger is None:
            remedy = "omit tagger and send tagged CoNLL-U, or choose a model with a tagger, see /models"
            raise Refusal(400, f"model {name} has no tagger; {remedy}")

    def best(self, sentence: Sentence) -> Sentence:
        """The sentence with what was asked for, and every other column as it was."""
        if not self.trees:
            return self.model.tagger.tag(sentence) if self.tags and self.model.tagger else sentence
        return self._with_tags(self._parser.parse(sentence, keep=self.keep, confidence=self.confidence), sentence)

    def k_best(self, sentence: Sentence) -> list[Alternative]:
        """The k-best list of the sentence."""
        alternatives = self._parser.alternatives(sentence, self.alternatives, keep=self.keep)
        return [(self._with_tags(tree, sentence), score) for tree, score in alternatives]

    @property
    def _parser(self) -> Parser:
        assert self.model.parser is not None
        return self.model.parser

    def _with_tags(self, parsed: Sentence, given: Sentence) -> Sentence:
        """The tags of the parser's own tagger, or those that were given if nobody asked for others."""
        if self.tags or self.model.tagger is None:
            return parsed
        tree = without_confidences(given).with_tree(parsed.heads, parsed.deprels)
        for key in RECORD if self.confidence else ():
            tree = tree.with_misc(key, parsed.misc(key))
        return tree
