"""One training run of the sampling parser: epochs over shuffled sentences, with a state that can be resumed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Codes, Numbers, Scores, Weights
from arcwalk.features.weights import USED, pack, take_weights
from arcwalk.learning.averaging import averaged
from arcwalk.learning.kernels.max_violation import learn_from_worst
from arcwalk.learning.kernels.samplerank import SampleRank, learn_from_samples
from arcwalk.learning.random_state import kept_random, resume_random
from arcwalk.learning.word_dropout import word_dropout
from arcwalk.scoring.choices import Candidates
from arcwalk.scoring.model import make_model
from arcwalk.scoring.part_kinds import Convention
from arcwalk.scoring.scorer import Model
from arcwalk.systems.sampling.options import MAX_VIOLATION, WALK, SamplingOptions
from arcwalk.systems.sampling.search import Search
from arcwalk.systems.sampling.tree_features import TreeFeatures
from arcwalk.training.checkpoint import Checkpoint, StageResult
from arcwalk.training.encoded_treebank import EncodedTreebank

_TABLES, _AVERAGE = ("weights", "totals", "squares"), "average"

Report = Callable[[int, Weights, float], None]
"""Gets the number of an epoch, the average of the weights up to its end, and the errors made in it."""


class RunState:
    """The state of a run after some epochs. Its arrays change as the run continues."""

    def __init__(self, options: SamplingOptions, order: Sequence[int], samples: Numbers, random: Random) -> None:
        size = 1 << options.table_bits
        self.random, self.order, self.step, self.epochs = random, list(order), 0, 0
        self.arrays: dict[str, NDArray[Any]] = {
            "weights": np.zeros(size, dtype=np.float32),
            "totals": np.zeros(size, dtype=np.float32),
            "squares": np.zeros(size if options.update == "adaptive" else 0, dtype=np.float32),
            "generator": np.array([random.getrandbits(64)], dtype=np.uint64),
            "samples": samples,
        }

    def average(self) -> Weights:
        """The average of the weights after every step so far."""
        return averaged(self.arrays["weights"], self.arrays["totals"], self.step)

    def keep(self, checkpoint: Checkpoint, name: str, *, finished: bool) -> None:
        """Keep everything but zeros; of a finished run, only the average."""
        metadata = {"order": self.order.copy(), "step": self.step, "epochs": self.epochs} | kept_random(self.random)
        if finished:
            average = averaged(self.arrays["weights"], self.arrays["totals"], self.step, out=self.arrays["totals"])
            checkpoint.keep(name, metadata, **pack(average, _AVERAGE, np.float32))
            return
        arrays = {key: array.copy() for key, array in self.arrays.items() if key not in _TABLES}
        for key in _TABLES:
            arrays |= pack(self.arrays[key], key, np.float32)
        checkpoint.keep(name, metadata, **arrays)

    def resume(self, kept: StageResult, limits: tuple[Numbers, Numbers]) -> None:
        """Go back to the state that was kept; `limits` are those of samples."""
        self.order = kept.metadata.permutation("order", self.order)
        self.step, self.epochs = kept.metadata.whole("step", 0), kept.metadata.whole("epochs", 0)
        resume_random(self.random, kept.metadata)
        for key, array in self.arrays.items():
            if key in _TABLES:
                array[:] = take_weights(kept.arrays, key, len(array), np.float32)
            else:
                bounds = limits if key == "samples" else ()
                array[:] = kept.arrays.take(key, array.dtype, array.shape, *bounds)


def learned(kept: StageResult, size: int) -> Weights:
    """What a run had learned when it was kept: the average of its weights."""
    if f"{_AVERAGE}{USED}" in kept.arrays:
        return take_weights(kept.arrays, _AVERAGE, size, np.float32)
    weights, totals = (take_weights(kept.arrays, key, size, np.float32) for key in ("weights", "totals"))
    return averaged(weights, totals, kept.metadata.whole("step", 0))


@dataclass(frozen=True, kw_only=True)
class TreeProblem:
    """What trees are learned from, whatever the options of learning."""

    treebank: EncodedTreebank
    examples: Sequence["Example"]
    search: Search
    features: TreeFeatures
    convention: Convention

    def model(self, weights: Weights) -> Model:
        """The weights as kernels read them."""
        encoder, labels = self.treebank.encoder, self.treebank.label_set.names
        return make_model(self.features.templates, encoder, labels, self.convention, weights, self.features.own)


@dataclass(frozen=True, kw_only=True)
class TreeLearner:
    """Learns from the chosen sentences of a treebank; every call is a run of its own.

    A run with a name is kept in the checkpoint after each epoch.
    """

    problem: TreeProblem
    options: SamplingOptions
    chosen: Sequence[int]
    checkpoint: Checkpoint = field(default_factory=Checkpoint)
    name: str = ""
    report: Report | None = None

    def __call__(self, random: Random, after_epoch: Callable[[], None]) -> None:
        """One run, whose result is kept in the checkpoint; every random choice is drawn from `random`."""
        kept = self.checkpoint.get(self.name)
        finished = kept.metadata.whole("epochs", 0, self.options.epochs) if kept else 0
        if kept and finished == self.options.epochs:
            return
        examples, corpus, features = self.problem.examples, self.problem.treebank.corpus, self.problem.features.own
        starts = [examples[i].first_sample for i in self.chosen]
        places = dict(zip(self.chosen, np.cumsum([0, *map(len, starts)]), strict=False))
        run = RunState(self.options, corpus.order(self.chosen), np.concatenate(starts), random)
        if kept:
            run.resume(kept, self._limits())
        model = self.problem.model(run.arrays["weights"])
        drop = word_dropout(corpus, self.problem.treebank.lexical, self.options.word_dropout, random)
        while run.epochs < self.options.epochs:
            random.shuffle(run.order)
            codes, error = drop(), 0.0
            with features.errors():
                for i in run.order:
                    sentence = codes[corpus.rows[i] : corpus.rows[i + 1]]
                    sample = run.arrays["samples"][places[i] : places[i] + len(examples[i].first_sample)]
                    error += examples[i].learn(sentence, model, self, run, sample)
                    run.step += 1
            run.epochs += 1
            if self.report:
                self.report(run.epochs, run.average(), error)
            if self.name:
                run.keep(self.checkpoint, self.name, finished=run.epochs == self.options.epochs)
            after_epoch()

    def _limits(self) -> tuple[Numbers, Numbers]:
        """The least and the largest values of samples, one after another."""
        first, last = zip(*(self.problem.examples[i].limits for i in self.chosen), strict=True)
        return np.concatenate(first), np.concatenate(last)


@dataclass(frozen=True)
class Example:
    """A training sentence: its candidates, the gold ones, and what each costs."""

    candidates: Candidates
    gold: Numbers
    errors: Scores

    @property
    def first_sample(self) -> Numbers:
        """Where sampling starts: what each word chooses; -1 for the root."""
        return self.candidates.chosen

    @property
    def limits(self) -> tuple[Numbers, Numbers]:
        """The first and the last choice of every word; -1 for the root."""
        return first_and_last(self.candidates.choices.start, -1)

    def learn(self, sentence: Codes, model: Model, learner: TreeLearner, run: RunState, sample: Numbers) -> float:
        """Update the weights and return the cost of the tree that was found; samples start from `sample`."""
        options = learner.options
        task = (
            sentence,
            model,
            self.candidates,
            self.gold,
            self.errors,
            *learner.problem.search.shape(self.candidates),
        )
        state = (options.aggressiveness, run.step)
        squares, totals = run.arrays["squares"], run.arrays["totals"]
        if options.learner == MAX_VIOLATION:
            return learn_from_worst(*task, *state, squares, totals)
        sampling = sampling_of(options)
        return learn_from_samples(*task, sampling, *state, run.arrays["generator"], sample, squares, totals)


def first_and_last(start: Numbers, of_root: int) -> tuple[Numbers, Numbers]:
    """The first and the last of what each word has to choose from; `of_root` for the root."""
    first, last = start[:-1].copy(), start[1:] - 1
    first[0] = last[0] = of_root
    return first, last


def sampling_of(options: SamplingOptions) -> SampleRank:
    """What options say of SampleRank, as kernels read it."""
    return SampleRank(
        by_walk=options.proposals == WALK,
        words_to_change=options.walk_words,
        temperature=options.temperature,
        sweeps=options.sweeps,
        neighbor_constraint=options.constraints != "gold",
        gold_constraint=options.constraints != "neighbor",
    )
