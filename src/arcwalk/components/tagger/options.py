"""Options of `--system tagger`."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from arcwalk.errors import ArcwalkError
from arcwalk.models.options import option, switch, weight_table
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_text import LEMMA, TAG_COLUMNS

NAME = "tagger"
AUTO = "auto"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggerOptions:
    """Options of `Tagger.train`."""

    columns: str = option(
        AUTO,
        "columns to fill, e.g. upos,xpos,feats,lemma; later ones use the tags of earlier ones; "
        "auto: upos, and lemma if the treebank has lemmas",
    )
    shuffles: int = option(5, "training runs to average, each on its own shuffle; fewer is faster", least=1)
    epochs: int = option(10, "passes over the treebank on each shuffle; fewer is faster", least=1)
    margin: float = option(0.5, "margin per template for gold tags; larger regularizes more", least=1e-3)
    word_dropout: float = option(
        1.0, "α of word dropout: a word seen c times is replaced by UNK with probability α/(α+c)"
    )
    network: bool = switch(
        True, "two small neural networks beside the perceptron of the first column; no: faster, less accurate"
    )
    segmenter: bool = switch(True, "learn to find words and sentences in raw text, too")
    table_bits: int = weight_table(22, "log2 of the size of the weight table; lower is smaller and faster")

    def __post_init__(self) -> None:
        check_columns("columns", self.columns)

    @property
    def column_names(self) -> list[str]:
        """The columns to fill, in order."""
        return self.columns.split(",")

    def for_treebank(self, sentences: Iterable[Sentence]) -> "TaggerOptions":
        """The same options with the columns that `auto` stands for."""
        if self.columns != AUTO:
            return self
        return replace(self, columns=f"upos,{LEMMA}" if has_lemmas(sentences) else "upos")


def check_columns(option: str, columns: str) -> None:
    """Raise for a value of an option that does not name columns a tagger can fill."""
    names, known, given = columns.split(","), (*TAG_COLUMNS, LEMMA), f"option {option}={columns}"
    if columns != AUTO and (not set(known).issuperset(names) or len(set(names)) < len(names)):
        raise ArcwalkError(f"{given}: choose from {', '.join(known)}, each once")
    if LEMMA in names[:-1] or names == [LEMMA]:
        raise ArcwalkError(f"{given}: lemmas depend on tags", f"name {LEMMA} after other columns")


def has_lemmas(sentences: Iterable[Sentence]) -> bool:
    """Whether some word has a lemma."""
    return any(lemma != "_" for sentence in sentences for lemma in sentence.lemmas)


def filled_columns(sentences: Iterable[Sentence]) -> list[str]:
    """The columns of tags in which some word has a value."""
    filled: set[str] = set()
    for sentence in sentences:
        filled.update(name for name in TAG_COLUMNS if any(tag != "_" for tag in sentence.tags(name)))
        if len(filled) == len(TAG_COLUMNS):
            break
    return [name for name in TAG_COLUMNS if name in filled]
