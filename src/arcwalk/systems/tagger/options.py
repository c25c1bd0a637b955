"""Options of `--system tagger`."""

from dataclasses import dataclass

from arcwalk.errors import ArcwalkError
from arcwalk.systems.options import option
from arcwalk.treebank.sentence_text import TAG_COLUMNS

NAME = "tagger"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggerOptions:
    """Options of `--system tagger`."""

    columns: str = option("upos", "columns to fill, e.g. upos,xpos,feats; later ones use the tags of earlier ones")
    shuffles: int = option(5, "training runs to average, each on its own shuffle; fewer is faster", least=1)
    epochs: int = option(10, "passes over the treebank on each shuffle; fewer is faster", least=1)
    margin: float = option(0.5, "margin per template for gold tags; larger regularizes more", least=1e-3)
    word_dropout: float = option(
        1.0, "α of word dropout: a word seen c times is replaced by UNK with probability α/(α+c)", least=0
    )
    table_bits: int = option(22, "log2 of the size of the weight table; lower is smaller and faster", least=10, most=28)

    def __post_init__(self) -> None:
        names = self.column_names
        wrong = [name for name in names if name not in TAG_COLUMNS]
        if wrong or len(set(names)) < len(names):
            raise ArcwalkError(f"option columns={self.columns}: choose from {', '.join(TAG_COLUMNS)}, each once")

    @property
    def column_names(self) -> list[str]:
        """The columns to fill, in order."""
        return self.columns.split(",")
