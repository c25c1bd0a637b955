"""Training `--system sampling`: pruners, out-of-fold candidates, what the paper tunes, then the final runs."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from random import Random
from typing import Any

import numpy as np

from arcwalk.arrays import Booleans, Codes, Numbers, Scores, Weights
from arcwalk.features.feature_sets import complete_templates, template_text
from arcwalk.features.python_features import load_features, require
from arcwalk.features.templates import Template, properties_of
from arcwalk.features.weights import rounded
from arcwalk.learning.parallel import all_of, average, shuffle_random
from arcwalk.scoring.choices import Candidates, gold_choices
from arcwalk.scoring.model import make_model
from arcwalk.scoring.scorer import Model
from arcwalk.systems.annotation_convention import find_convention
from arcwalk.systems.averaged_shuffles import Task
from arcwalk.systems.checkpoint import Kept, TrainingStopped
from arcwalk.systems.folds import EVERYTHING, OutOfFold
from arcwalk.systems.held_out import clearly_better, hold_out, percent
from arcwalk.systems.label_set import require_room
from arcwalk.systems.neural_scorer.training import enough_epochs, train_scorer, trained_scorer
from arcwalk.systems.options import MOST, Setting
from arcwalk.systems.progress import Progress
from arcwalk.systems.pruner.pruner import Pruner
from arcwalk.systems.pruner.training import PrunerTraining
from arcwalk.systems.sampling.learner import Example, Report, TreeLearner, learned
from arcwalk.systems.sampling.options import MAX_VIOLATION, SAMPLERANK, SamplingOptions
from arcwalk.systems.sampling.parser import SamplingParser, search_of
from arcwalk.systems.training_run import TrainingRun
from arcwalk.treebank.encoding import first_analysis
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.words import is_punctuation

AGGRESSIVENESS = {  # for the full set of templates; SampleRank takes many more steps, so smaller ones
    (MAX_VIOLATION, "adaptive"): (0.004, 0.002),
    (MAX_VIOLATION, "mira"): (0.003, 0.001),
    (SAMPLERANK, "adaptive"): (0.0005, 0.00025),
    (SAMPLERANK, "mira"): (0.001, 0.0002),
}
MOST_EPOCHS = 4
LABEL_COST = 0.5  # of a wrong label, where a wrong head costs 1
PRUNER_TABLE_BITS = 22

HeldOut = tuple[Sentence, Codes, Candidates]
"""A sentence to tune on, with candidates as for a new sentence."""


def train_sampling(
    sentences: Sequence[Sentence],
    dev: Sequence[Sentence] | None,
    options: SamplingOptions,
    setting: Setting,
    progress: Progress,
) -> SamplingParser:
    """Learn from annotated sentences; options are tuned on `dev`, or else on held-out sentences."""
    return SamplingTraining(sentences, options, setting, progress).train(dev)


class SamplingTraining(TrainingRun):
    """Templates, pruners and candidates for one treebank."""

    parser_class: type[SamplingParser] = SamplingParser

    def __init__(
        self, sentences: Sequence[Sentence], options: SamplingOptions, setting: Setting, progress: Progress
    ) -> None:
        self.options = options
        self.setting = setting
        self.text = self.template_text()
        self.templates = complete_templates(self.text, options.features)
        properties = properties_of([template for group in self.templates.values() for template in group])
        features = load_features(options.features_from) if options.features_from else []
        self.features = require([feature.name for feature in features])
        hashed = bool(self.features.names)
        super().__init__(sentences, properties, setting, progress, backoff=options.backoff, hashed=hashed)
        require_room(options.table_bits, len(self.label_set), "labels")
        self.convention = find_convention(sentences, self.label_set.names)
        self.pruners, self.examples, self.held_out = self._prune()
        self.search = search_of(options, self.pruner(), setting.seed)

    def train(self, dev: Sequence[Sentence] | None) -> SamplingParser:
        """Tune, then learn from all sentences; if interrupted, `TrainingStopped` has what was learned so far."""
        options, setting, progress = self.options, self.setting, self.progress
        try:
            if options.epochs == 0 or options.aggressiveness == 0:
                tuned = setting.checkpoint.once("tuning", lambda: self.tune(dev))
                options = replace(
                    options,
                    aggressiveness=tuned.number("aggressiveness", 0, MOST),
                    epochs=tuned.whole("epochs", 1, MOST),
                )
            progress.stage(f"trees, {options.shuffles} shuffles", options.shuffles * options.epochs)
            everything = range(len(self.sentences))
            tasks = [
                partial(self.learner(options, everything, _run_name(shuffle)), shuffle_random(setting.seed, shuffle))
                for shuffle in range(options.shuffles)
            ]
            all_of(tasks, setting.jobs, progress.advance)
        except KeyboardInterrupt:
            if not (runs := self.runs(options)):
                raise
            raise TrainingStopped(self.parser(options, runs)) from None
        return self.parser(options, self.runs(options))

    def network_training(self) -> dict[Task, int]:
        """How to train the neural scorer, and its epochs; empty if there is none."""
        if self.options.neural == "no":
            return {}
        epochs = self.options.neural_epochs or enough_epochs(self.words(range(len(self.sentences))))
        return {partial(train_scorer, self, epochs, self.options.word_dropout): epochs}

    def template_text(self) -> str:
        """The templates that trees are scored by."""
        return template_text(self.options.features, clusters=self.setting.words is not None)

    def pruner(self) -> Pruner:
        """The pruner trained on all sentences. Its weights are laid out anew, as training has little use for them."""
        return self.pruners.model(EVERYTHING)

    def codes(self, i: int) -> Codes:
        """Sentence i as the pruner sees it."""
        return self.corpus.sentence(i)[0]

    def example(self, i: int, candidates: Candidates, gold: Numbers, errors: Scores) -> Example:  # noqa: ARG002
        """Sentence i as it is learned from."""
        return Example(candidates, gold, errors)

    def parser(self, options: SamplingOptions, runs: Sequence[Kept]) -> SamplingParser:
        """The parser with the average of some final runs, rounded as in a model file."""
        weights = average(learned(kept, 1 << options.table_bits) for kept in runs)
        return self.parser_class(
            options,
            self.encoder,
            self.text,
            self.label_set,
            self.convention,
            self.pruner(),
            rounded(weights, 1.0),
            self.features,
            trained_scorer(self),
            self.setting.seed,
        )

    def model(self, weights: Weights) -> Model:
        """The weights as kernels read them."""
        return make_model(self.templates, self.encoder, self.label_set.names, self.convention, weights, self.features)

    def runs(self, options: SamplingOptions) -> list[Kept]:
        """What was kept of the final runs that have finished at least one epoch."""
        kept = [self.setting.checkpoint.found(_run_name(shuffle)) for shuffle in range(options.shuffles)]
        return [run for run in kept if run]

    def learner(
        self, options: SamplingOptions, chosen: Sequence[int], name: str = "", report: Report | None = None
    ) -> TreeLearner:
        """A learner from the chosen sentences, see `TreeLearner`."""
        return TreeLearner(
            options=options,
            corpus=self.corpus,
            lexical=self.lexical,
            examples=self.examples,
            chosen=chosen,
            search=self.search,
            features=self.features,
            model=self.model,
            checkpoint=self.setting.checkpoint,
            name=name,
            report=report,
        )

    def tune(self, dev: Sequence[Sentence] | None) -> dict[str, Any]:
        """Choose the step size and the number of epochs on `dev` or held-out sentences.

        Long training with the larger step size is hard to beat, and a few hundred words say little: so it is chosen
        unless something else is clearly better at heads and labels. Held-out sentences have out-of-fold candidates, so
        no pruner is trained again. Tags are not corrected here.
        """
        everything = range(len(self.sentences))
        if dev:
            rest: Sequence[int] = everything
            codes = [self.encoder.encode(sentence) for sentence in dev]
            todo = list(zip(dev, codes, map(self.pruner().candidates, codes), strict=True))
        else:
            rest, _ = hold_out(everything)
            todo = self.held_out
        grid = [self.options.aggressiveness] if self.options.aggressiveness else self._step_sizes()
        most = self.options.epochs or MOST_EPOCHS
        if not todo:
            return {"aggressiveness": grid[0], "epochs": most}
        right: dict[tuple[float, int], Booleans] = {}
        words = self.words(rest)
        self.progress.stage("choosing step size and epochs", len(grid) * most)

        def task(size: float) -> TreeLearner:
            def report(epoch: int, weights: Weights, error: float) -> None:
                right[size, epoch] = self.attached(weights, todo)
                found = _scores(right[size, epoch])
                self.progress.note(
                    f"held-out {_in_words(found)}; step size {size}, epoch {epoch}",
                    step_size=size,
                    epoch=epoch,
                    cost_per_word=error / words,
                    **found,
                )

            return self.learner(replace(self.options, aggressiveness=size, epochs=most), rest, report=report)

        tasks = [partial(task(size), Random(f"{self.setting.seed}/tune")) for size in grid]
        all_of(tasks, self.setting.jobs, self.progress.advance)
        best = (grid[0], most)
        for other in product(grid, [most] if self.options.epochs else range(most, 0, -1)):
            if clearly_better(right[other].ravel(), right[best].ravel()):
                best = other
        size, epochs = best
        plural, found = "" if epochs == 1 else "s", _scores(right[best])
        self.progress.say(
            f"step size {size}, {epochs} epoch{plural}: {_in_words(found)} on {len(todo)} held-out sentences",
            step_size=size,
            epochs=epochs,
            **found,
        )
        return {"aggressiveness": size, "epochs": epochs}

    def _step_sizes(self) -> list[float]:
        """The sizes to try: with fewer templates, each weighs more, and steps must be larger."""
        full = complete_templates(template_text("full"), "full")
        scale = _count(full) / _count(self.templates)
        sizes = AGGRESSIVENESS[self.options.learner, self.options.update]
        return [float(f"{scale * size:.2g}") for size in sizes]

    def words(self, chosen: Sequence[int]) -> int:
        """The number of words in the chosen sentences."""
        return sum(len(self.sentences[i]) for i in chosen)

    def attached(self, weights: Weights, todo: Sequence[HeldOut]) -> Booleans:
        """For every word but punctuation, whether its head is right, and whether head and label are."""
        model = self.model(weights)
        right = []
        for sentence, codes, candidates in todo:
            with self.features.errors():
                heads, labels = self.search.best(model, codes, candidates)
            gold = zip(sentence.forms, sentence.heads, sentence.deprels, strict=True)
            for m, (form, head, label) in enumerate(gold, 1):
                if not is_punctuation(form):
                    found = heads[m] == head
                    right.append((found, found and self.label_set.names[labels[m]] == label))
        return np.array(right, dtype=np.bool_).reshape(-1, 2)

    def _prune(self) -> tuple[OutOfFold[Pruner], list[Example], list[HeldOut]]:
        """Pruners, all sentences with out-of-fold candidates, and those to tune on, with no gold ones added."""
        options = self.options
        training = PrunerTraining(
            run=self,
            corpus=self.corpus,
            templates=self.templates,
            folds=min(options.folds, len(self.sentences)),
            shuffles=options.pruner_shuffles,
            table_bits=PRUNER_TABLE_BITS,
            word_dropout=options.word_dropout,
            projective=self.is_projective(options.projective),
            alongside=self.network_training(),
        )
        codes = [self.codes(i) for i in range(len(self.corpus))]
        pruners, recall = training.with_labels(training.heads(codes, options.pruner_recall), codes)
        examples: dict[int, Example] = {}
        held_out: dict[int, HeldOut] = {}
        everything = range(len(self.corpus))
        _, to_hold_out = hold_out(everything)
        arcs = choices = 0
        for i, model in pruners.in_turn(len(self.corpus)):
            _, heads, labels = self.corpus.sentence(i)
            seen = pruners.codes(i, codes[i])
            found = model.candidates(seen, gold=heads, gold_labels=labels)
            if i in to_hold_out:
                held_out[i] = (self.sentences[i], first_analysis(seen), model.candidates(seen))
            right = gold_choices(found.choices, heads, labels, LABEL_COST)
            examples[i] = self.example(i, found, *right)
            arcs, choices = arcs + len(found.head), choices + len(found.prior)
        words = self.words(everything)
        self.progress.say(
            f"pruner: {100 * recall:.2f}% of gold heads kept on out-of-fold sentences, "
            f"{arcs / words:.1f} heads and {choices / words:.1f} head–label candidates per word",
            recall=100 * recall,
            heads_per_word=arcs / words,
            candidates_per_word=choices / words,
        )
        return pruners, [examples[i] for i in everything], [held_out[i] for i in to_hold_out]


def _scores(right: Booleans) -> dict[str, float]:
    return {"uas": percent(right[:, 0]), "las": percent(right[:, 1])}


def _in_words(scores: dict[str, float]) -> str:
    return ", ".join(f"{value:.2f} {name.upper()}" for name, value in scores.items())


def _count(templates: dict[str, list[Template]]) -> int:
    return sum(map(len, templates.values()))


def _run_name(shuffle: int) -> str:
    return f"shuffle {shuffle}"
