"""arcwalk: dependency parsing for people with a treebank and a CPU.

import arcwalk

parser = arcwalk.Parser.train("train.conllu")
parser.save("language.arcwalk")

parser = arcwalk.load("language.arcwalk")
for sentence in parser.parse(arcwalk.read("input.conllu")):
    for token in sentence:
        print(token.id, token.form, token.upos, token.head_id, token.deprel)

print(arcwalk.evaluate("gold.conllu", "parsed.conllu").las)
"""

from importlib import import_module

from arcwalk.numba_settings import ignore_settings_file
from arcwalk.sample import sample

TYPE_CHECKING = False  # not from `typing`, which takes longer to import than all of this
if TYPE_CHECKING:
    from os import PathLike

    from arcwalk.components.tagger.options import TaggerOptions
    from arcwalk.components.tagger.tagger import Tagger
    from arcwalk.consistency.review import Suspect, review
    from arcwalk.engine.api import FilesFailed, parse_files, tag_files, tokenize_files
    from arcwalk.errors import ArcwalkError, Finding, TreebankError
    from arcwalk.evaluation.aligned.agreement import Agreement, agreement
    from arcwalk.evaluation.aligned.conll_2018 import AlignedScores, evaluate_aligned
    from arcwalk.evaluation.attachment import AttachmentScores, evaluate
    from arcwalk.evaluation.significance import Comparison, compare
    from arcwalk.evaluation.systems import SystemsComparison, compare_systems
    from arcwalk.features.kernels.python_calls import SentenceView, TreeView, emit
    from arcwalk.features.python_features import feature
    from arcwalk.selection.choice import select
    from arcwalk.systems.bayes_point.options import BayesPointOptions
    from arcwalk.systems.mst.options import MstOptions
    from arcwalk.systems.parser import Parser
    from arcwalk.systems.rerank.options import RerankOptions
    from arcwalk.systems.sampling.options import SamplingOptions
    from arcwalk.systems.tag_source_options import TaggingOptions
    from arcwalk.systems.vine.options import VineOptions
    from arcwalk.treebank import Sentence, Token, read, write
    from arcwalk.treebank.check_file import FileReport, check_file
    from arcwalk.treebank.codes import code
    from arcwalk.treebank.raw_text import read_raw

ignore_settings_file()

__version__ = "0.1.0"
__all__ = [
    "Agreement",
    "AlignedScores",
    "ArcwalkError",
    "AttachmentScores",
    "BayesPointOptions",
    "Comparison",
    "FileReport",
    "FilesFailed",
    "Finding",
    "MstOptions",
    "Parser",
    "RerankOptions",
    "SamplingOptions",
    "Sentence",
    "SentenceView",
    "Suspect",
    "SystemsComparison",
    "Tagger",
    "TaggerOptions",
    "TaggingOptions",
    "Token",
    "TreeView",
    "TreebankError",
    "VineOptions",
    "agreement",
    "check_file",
    "code",
    "compare",
    "compare_systems",
    "draw",
    "emit",
    "evaluate",
    "evaluate_aligned",
    "feature",
    "load",
    "parse_files",
    "read",
    "read_raw",
    "review",
    "sample",
    "select",
    "tag_files",
    "tokenize_files",
    "write",
]

# Imported on first use: `import arcwalk` waits for nothing, and the command can take its signals at once.
_MODULES = {
    "Agreement": "evaluation.aligned.agreement",
    "AlignedScores": "evaluation.aligned.conll_2018",
    "ArcwalkError": "errors",
    "BayesPointOptions": "systems.bayes_point.options",
    "Comparison": "evaluation.significance",
    "FileReport": "treebank.check_file",
    "FilesFailed": "engine.api",
    "Finding": "errors",
    "MstOptions": "systems.mst.options",
    "Parser": "systems.parser",
    "RerankOptions": "systems.rerank.options",
    "SamplingOptions": "systems.sampling.options",
    "AttachmentScores": "evaluation.attachment",
    "Sentence": "treebank",
    "SentenceView": "features.kernels.python_calls",
    "Suspect": "consistency.review",
    "SystemsComparison": "evaluation.systems",
    "Tagger": "components.tagger.tagger",
    "TaggerOptions": "components.tagger.options",
    "TaggingOptions": "systems.tag_source_options",
    "Token": "treebank",
    "TreeView": "features.kernels.python_calls",
    "TreebankError": "errors",
    "VineOptions": "systems.vine.options",
    "agreement": "evaluation.aligned.agreement",
    "check_file": "treebank.check_file",
    "code": "treebank.codes",
    "compare": "evaluation.significance",
    "compare_systems": "evaluation.systems",
    "emit": "features.kernels.python_calls",
    "evaluate": "evaluation.attachment",
    "evaluate_aligned": "evaluation.aligned.conll_2018",
    "feature": "features.python_features",
    "parse_files": "engine.api",
    "read": "treebank",
    "read_raw": "treebank.raw_text",
    "review": "consistency.review",
    "select": "selection.choice",
    "tag_files": "engine.api",
    "tokenize_files": "engine.api",
    "write": "treebank",
}


def load(path: "str | PathLike[str]", *, features_from: "str | PathLike[str]" = "", **options: object) -> "Parser":
    """Read a parser from a model file, see `Parser.load`; for a tagger, use `Tagger.load`."""
    from arcwalk.systems.parser import Parser

    return Parser.load(path, features_from=features_from, **options)


def draw(sentence: "Sentence", gold: "Sentence | None" = None, *, language: str = "") -> str:
    """The tree of a sentence as an SVG image; doubtful arcs are marked, and wrong ones if the `gold` tree is given.

    The image names the language of its words, by which browsers choose fonts and screen readers a voice: `language`, a
    code such as `da`, or else the one that the script suggests (Tamil, Hebrew, Hangul, ..., but not Latin).
    """
    from arcwalk.drawing import svg_tree

    return svg_tree(sentence, gold=gold, language=language)


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module 'arcwalk' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"arcwalk.{_MODULES[name]}"), name)
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
