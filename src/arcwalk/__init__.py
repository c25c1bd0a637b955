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

    from arcwalk.features.user import feature
    from arcwalk.features.user_kernels import emit
    from arcwalk.systems.parser import Parser
    from arcwalk.treebank.encoding import code

__version__ = "0.1.0"
__all__ = ["ArcwalkError", "Parser", "Sentence", "code", "emit", "feature", "load", "read", "write"]


def load(path: "str | PathLike[str]", *, features_from: "str | PathLike[str]" = "", **options: object) -> "Parser":
    """The parser in a model file that `arcwalk train` or `Parser.save` wrote.

    `features_from` names the Python file with features of your own that it was trained with, if any. Options
    are those of `arcwalk parse --set`.
    """
    from arcwalk.systems.parser import Parser

    return Parser.load(path, features_from=features_from, **options)


def __getattr__(name: str) -> object:
    """Bring in the parser, and with it the compiled kernels, only when it is asked for."""
    if name == "Parser":
        from arcwalk.systems.parser import Parser

        return Parser
    if name in ("code", "emit", "feature"):
        from arcwalk.features import user

        return getattr(user, name)
    raise AttributeError(f"module 'arcwalk' has no attribute {name!r}")
