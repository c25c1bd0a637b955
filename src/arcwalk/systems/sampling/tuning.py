"""What the paper tunes by hand: the step size and the number of epochs, chosen on held-out sentences."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from random import Random

import numpy as np

from arcwalk.arrays import Booleans, Weights
from arcwalk.models.options import MOST
from arcwalk.systems.sampling.candidates import HeldOut
from arcwalk.systems.sampling.learner import TreeLearner, TreeProblem
from arcwalk.systems.sampling.options import MAX_VIOLATION, SAMPLERANK, SamplingOptions
from arcwalk.training.checkpoint import Packed, StageResult
from arcwalk.training.held_out import clearly_better, percent
from arcwalk.training.setting import Setting
from arcwalk.training.stage import Stage
from arcwalk.treebank.words import is_punctuation

AGGRESSIVENESS = {  # for the full set of templates; SampleRank takes many more steps, so smaller ones
    (MAX_VIOLATION, "adaptive"): (0.004, 0.002),
    (MAX_VIOLATION, "mira"): (0.003, 0.001),
    (SAMPLERANK, "adaptive"): (0.0005, 0.00025),
    (SAMPLERANK, "mira"): (0.001, 0.0002),
}
MOST_EPOCHS = 4


@dataclass(frozen=True)
class Tuned:
    """How to learn trees."""

    aggressiveness: float
    epochs: int

    def applied_to(self, options: SamplingOptions) -> SamplingOptions:
        """The options with these values."""
        return replace(options, aggressiveness=self.aggressiveness, epochs=self.epochs)

    def pack(self) -> Packed:
        """For a checkpoint."""
        return {"aggressiveness": self.aggressiveness, "epochs": self.epochs}, {}

    @classmethod
    def unpack(cls, result: StageResult) -> "Tuned":
        """From a checkpoint."""
        metadata = result.metadata
        return cls(metadata.number("aggressiveness", 0, MOST), metadata.whole("epochs", 1, MOST))


def tune(
    problem: TreeProblem,
    options: SamplingOptions,
    chosen: Sequence[int],
    held_out: Sequence[HeldOut],
    setting: Setting,
) -> Tuned:
    """Choose what options leave open: learn from the chosen sentences, and parse those that are held out.

    Long training with the larger step size is hard to beat, and a few hundred words say little: so it is chosen unless
    something else is clearly better at heads and labels. Tags are not corrected here.
    """
    sizes, most = _step_sizes(problem, options), options.epochs or MOST_EPOCHS
    best = Tuned(sizes[0], most)
    if not held_out:
        return best
    right: dict[Tuned, Booleans] = {}
    progress, words = setting.progress, problem.treebank.words_seen(chosen)

    def report(size: float, epoch: int, weights: Weights, error: float) -> None:
        tried = Tuned(size, epoch)
        right[tried] = correct_arcs(problem, weights, held_out)
        progress.note(
            f"held-out {_in_words(right[tried])}; step size {size}, epoch {epoch}",
            step_size=size,
            epoch=epoch,
            cost_per_word=error / words,
            **_scores(right[tried]),
        )

    def learner(size: float) -> TreeLearner:
        trial = replace(options, aggressiveness=size, epochs=most)
        return TreeLearner(problem=problem, options=trial, chosen=chosen, report=partial(report, size))

    tasks = [partial(learner(size), Random(f"{setting.seed}/tune")) for size in sizes]
    Stage(tasks=tasks, steps=len(sizes) * most, value=list).run("choosing step size and epochs", setting)
    for size, epochs in product(sizes, [most] if options.epochs else range(most, 0, -1)):
        if clearly_better(right[Tuned(size, epochs)].ravel(), right[best].ravel()):
            best = Tuned(size, epochs)
    plural = "" if best.epochs == 1 else "s"
    progress.say(
        f"step size {best.aggressiveness}, {best.epochs} epoch{plural}: {_in_words(right[best])} "
        f"on {len(held_out)} held-out sentences",
        step_size=best.aggressiveness,
        epochs=best.epochs,
        **_scores(right[best]),
    )
    return best


def correct_arcs(problem: TreeProblem, weights: Weights, held_out: Sequence[HeldOut]) -> Booleans:
    """For every word but punctuation, whether its head is right, and whether head and label are."""
    model, labels = problem.model(weights), problem.treebank.label_set.names
    right = []
    for sentence, codes, candidates in held_out:
        with problem.features.own.errors():
            heads, label_codes = problem.search.best(model, codes, candidates)
        gold = zip(sentence.forms, sentence.heads, sentence.deprels, strict=True)
        for m, (form, head, label) in enumerate(gold, 1):
            if not is_punctuation(form):
                is_right = heads[m] == head
                right.append((is_right, is_right and labels[label_codes[m]] == label))
    return np.array(right, dtype=np.bool_).reshape(-1, 2)


def _step_sizes(problem: TreeProblem, options: SamplingOptions) -> list[float]:
    """The sizes to try."""
    if options.aggressiveness:
        return [options.aggressiveness]
    sizes = AGGRESSIVENESS[options.learner, options.update]
    return [float(f"{problem.features.step_scale * size:.2g}") for size in sizes]


def _scores(right: Booleans) -> dict[str, float]:
    return {"uas": percent(right[:, 0]), "las": percent(right[:, 1])}


def _in_words(right: Booleans) -> str:
    return ", ".join(f"{value:.2f} {name.upper()}" for name, value in _scores(right).items())
