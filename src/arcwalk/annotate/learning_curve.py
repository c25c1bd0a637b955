"""How good guesses are after so many sentences, and what the next ones would bring."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from arcwalk.evaluation import evaluate
from arcwalk.systems.parser import Parser
from arcwalk.treebank.sentence import Sentence

NEXT = 50  # sentences
_LEAST = 3  # scores


@dataclass(frozen=True)
class Score:
    """How well a parser, trained on so many sentences, guessed the sentences that were accepted afterwards."""

    sentences: int
    uas: float
    las: float
    words: int  # that were scored
    system: str

    @classmethod
    def of(cls, parser: Parser, trained_on: int, accepted: Sequence[Sentence]) -> "Score | None":
        """Score a parser on sentences that are new to it; None if there is nothing to score."""
        scores = evaluate(accepted, parser.parse(accepted))
        if not scores.words:
            return None
        return cls(trained_on, scores.uas, scores.las, scores.words, parser.system.name)

    @classmethod
    def restore(cls, values: object) -> "Score | None":
        """The score in an entry of a journal; None if there is none that makes sense."""
        kinds: dict[str, type | tuple[type, ...]]
        kinds = {"sentences": int, "uas": (int, float), "las": (int, float), "words": int, "system": str}
        if not isinstance(values, dict) or set(values) != set(kinds):
            return None
        return cls(**values) if all(isinstance(values[name], kind) for name, kind in kinds.items()) else None

    def rounded(self) -> dict[str, Any]:
        """As JSON."""
        return {**asdict(self), "uas": round(self.uas, 2), "las": round(self.las, 2)}


def pooled_las(scores: Sequence[Score]) -> float:
    """The LAS on all words of several scores together."""
    return sum(score.las * score.words for score in scores) / sum(score.words for score in scores)


def forecast(scores: Sequence[Score], done: int) -> dict[str, float] | None:
    """The LAS to expect after the next sentences, if errors go on to fall as a power of the number of sentences.

    None as long as there are not enough scores to tell.
    """
    points = [score for score in scores if score.sentences > 0]
    if len({score.sentences for score in points}) < _LEAST:
        return None
    sizes = np.log([score.sentences for score in points])
    errors = np.log([max(100.0 - score.las, 0.1) for score in points])
    weights = np.sqrt([score.words for score in points])
    slope, start = np.polyfit(sizes, errors, 1, w=weights)
    slope = min(slope, 0.0)

    def las(size: int) -> float:
        return 100.0 - float(np.exp(start + slope * np.log(size)))

    then = done + NEXT
    return {"sentences": then, "las": round(las(then), 2), "gain": round(las(then) - las(max(done, 1)), 2)}
