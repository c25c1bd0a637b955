"""What can be set for `--system tagger`."""

from dataclasses import dataclass

from arcwalk.errors import ArcwalkError
from arcwalk.systems.options import option
from arcwalk.treebank.sentence_text import TAG_COLUMNS

NAME = "tagger"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggerOptions:
    """What can be set for `--system tagger`."""

    columns: str = option("upos", "what to fill, of upos, xpos and feats, with commas; each knows those before it")
    shuffles: int = option(5, "perceptrons to average, each on its own shuffle of the sentences", least=1)
    epochs: int = option(10, "passes over the treebank for each of them", least=1)
    margin: float = option(0.5, "lead per template that a right tag needs", least=1e-3)
    forget: float = option(1.0, "how readily a rare word counts as unknown in training, 0 never", least=0)
    frequent: int = option(4, "times a word must occur to bear only tags it was seen with", least=1)
    beam: int = option(12, "candidate tags of a word in the search, at most", least=1)
    reach: float = option(2.0, "how far below the best of its word a candidate may score alone", least=0)
    table_bits: int = option(22, "weights are hashed into a table of 2^this", least=10, most=28)

    def __post_init__(self) -> None:
        names = self.column_names
        wrong = [name for name in names if name not in TAG_COLUMNS]
        if wrong or len(set(names)) < len(names):
            raise ArcwalkError(f"option columns={self.columns}: name some of {', '.join(TAG_COLUMNS)}, each once")

    @property
    def column_names(self) -> list[str]:
        """The columns to fill, in their order."""
        return self.columns.split(",")
