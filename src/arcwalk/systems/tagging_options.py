"""Where a parser gets its tags from, and what can be set for it; loads no kernels."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from arcwalk.systems.options import option
from arcwalk.systems.tagger.options import TaggerOptions

GOLD, PREDICTED, JOINT = "gold", "predicted", "joint"
TAGS = (GOLD, PREDICTED, JOINT)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggingOptions:
    """What can be set for `--tags predicted` and `--tags joint`, besides the options of the parser's system."""

    tag_columns: str = option("auto", "what to tag, see columns of tagger; auto: all that the treebank has")
    tag_folds: int = option(10, "parts of the treebank that are tagged by a tagger trained on the others", least=2)
    tag_shuffles: int = option(TaggerOptions().shuffles, "perceptrons to average in the tagger", least=1)
    tag_epochs: int = option(
        TaggerOptions().epochs, "passes over the treebank for each of them, and in each fold", least=1
    )
    tag_doubt: float = option(0.05, "joint: how probable a tag must be to be considered", least=1e-6, most=0.5)
    tag_trust: float = option(2.0, "joint: how much the tagger's own doubts count", least=0)
    tag_cost: float = option(1.0, "joint: what wrong tags cost in training, where a wrong head costs 1", least=0)
    lemmas: str = option("hidden", "whether sentences to parse will have LEMMA", choices=("hidden", "given"))

    def __post_init__(self) -> None:
        if self.tag_columns != "auto":
            TaggerOptions(columns=self.tag_columns)  # says so where they are wrong


def split_options(tags: str, options: Mapping[str, object]) -> tuple[dict[str, object], dict[str, object]]:
    """The options for tagging, which gold tags do not have, and those for the system of the parser."""
    names = set() if tags == GOLD else {item.name for item in fields(TaggingOptions)}
    own = {name: value for name, value in options.items() if name in names}
    return own, {name: value for name, value in options.items() if name not in names}
