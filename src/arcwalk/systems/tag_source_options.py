"""Where the tags of a parser come from, and the options for that."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal, get_args

from arcwalk.components.tagger.options import AUTO, TaggerOptions, check_columns
from arcwalk.errors import ArcwalkError, Argument, Wording
from arcwalk.models.options import option, switch
from arcwalk.treebank.sentence_text import LEMMA

Tags = Literal["gold", "predicted", "joint"]
"""Tags from the input; from the parser's own tagger; from its tagger, corrected together with the tree."""

TAGS: tuple[Tags, ...] = get_args(Tags)
GOLD, PREDICTED, JOINT = TAGS
PREDICT_TAGS = Wording("train the parser with ", Argument("tags", PREDICTED))  # if the input need not have tags

LEMMAS_PREDICTED, LEMMAS_GIVEN, LEMMAS_HIDDEN = "predicted", "given", "hidden"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggingOptions:
    """Options of any parser with `tags="predicted"` or `tags="joint"`."""

    tag_columns: str = option(AUTO, "columns to tag, as those of a tagger; auto: all that the treebank has")
    tag_folds: int = option(10, "folds for out-of-fold tags; fewer is faster", least=2)
    tag_shuffles: int = option(TaggerOptions().shuffles, "training runs to average in the tagger", least=1)
    tag_epochs: int = option(
        TaggerOptions().epochs,
        "passes over the treebank per run, also in folds (of the first column, beside networks, at most 6)",
        least=1,
    )
    tag_network: bool = switch(True, "two small neural networks in the tagger; no: faster, less accurate")
    segmenter: bool = switch(True, "learn to find words and sentences in raw text, too")
    tag_doubt: float = option(0.05, "joint: minimum probability for a tag to be considered", least=1e-6, most=0.5)
    lemmas: str = option(
        LEMMAS_PREDICTED,
        "predicted: the parser lemmatizes; given: it relies on LEMMA in the input; hidden: it does without lemmas",
        choices=(LEMMAS_PREDICTED, LEMMAS_GIVEN, LEMMAS_HIDDEN),
    )

    def __post_init__(self) -> None:
        if LEMMA in self.tag_columns.split(","):
            raise ArcwalkError(f"option tag_columns={self.tag_columns}: {LEMMA} is no tag", "use option lemmas")
        check_columns("tag_columns", self.tag_columns)


def split_options(tags: str, options: Mapping[str, object]) -> tuple[dict[str, object], dict[str, object]]:
    """Split options into those for tagging, of which gold tags have none, and those of the system."""
    names = set() if tags == GOLD else {item.name for item in fields(TaggingOptions)}
    own = {name: value for name, value in options.items() if name in names}
    return own, {name: value for name, value in options.items() if name not in names}
