"""arcwalk: dependency parsing for people with a treebank and a CPU.

import arcwalk

parser = arcwalk.Parser.train("train.conllu")
parser.save("language.arcwalk")
for sentence in arcwalk.load("language.arcwalk").parse(arcwalk.read("input.conllu")):
    print(sentence.heads, sentence.deprels)
"""

from typing import TYPE_CHECKING

from arcwalk.errors import ArcwalkError
from arcwalk.treebank import Sentence, read, write

if TYPE_CHECKING:
    from os import PathLike

    from arcwalk.features.kernels.python_calls import emit
    from arcwalk.features.python_features import feature
    from arcwalk.systems.parser import Parser
    from arcwalk.systems.tagger.tagger import Tagger
    from arcwalk.treebank.codes import code

__version__ = "0.1.0"
__all__ = ["ArcwalkError", "Parser", "Sentence", "Tagger", "code", "emit", "feature", "load", "read", "write"]


def load(
    path: "str | PathLike[str]", *, features_from: "str | PathLike[str]" = "", **options: object
) -> "Parser | Tagger":
    """The parser or the tagger in a model file that `arcwalk train`, `Parser.save` or `Tagger.save` wrote.

    `features_from` names the Python file with features of your own that it was trained with, if any. Options
    are those of `arcwalk parse --set`; a tagger has none.
    """
    from arcwalk.systems.model_file import read_model
    from arcwalk.systems.parser import Parser
    from arcwalk.systems.tagger.options import NAME as TAGGER
    from arcwalk.systems.tagger.tagger import Tagger

    model = read_model(path)
    if model.system != TAGGER:
        return Parser.restore(model, features_from=features_from, **options)
    if features_from or options:
        raise ArcwalkError(f"{path}: this model is a tagger, which has nothing to set once it is trained")
    return Tagger.restore(model)


def __getattr__(name: str) -> object:
    """Bring in parser and tagger, and with them the compiled kernels, only when asked for."""
    if name == "Parser":
        from arcwalk.systems.parser import Parser

        return Parser
    if name == "Tagger":
        from arcwalk.systems.tagger.tagger import Tagger

        return Tagger
    if name in ("code", "emit", "feature"):
        from arcwalk.features import python_features

        return getattr(python_features, name)
    raise AttributeError(f"module 'arcwalk' has no attribute {name!r}")
