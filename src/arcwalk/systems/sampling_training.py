"""Training for `--system sampling`: pruners, candidates, what the paper tunes, then the final runs."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Numbers, Scores, Weights
from arcwalk.features.feature_sets import complete_templates, template_text
from arcwalk.features.scorer import Model
from arcwalk.features.templates import properties_of
from arcwalk.features.user import load_features, require
from arcwalk.features.weights import rounded
from arcwalk.learning.arcs import hidden_words
from arcwalk.learning.bayes_point import average, in_parallel
from arcwalk.learning.max_violation import learn_from_worst
from arcwalk.learning.samplerank import learn_from_samples
from arcwalk.systems.checkpoint import TrainingStopped
from arcwalk.systems.convention import find_convention
from arcwalk.systems.held_out import HELD_OUT
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress
from arcwalk.systems.pruner import Pruner
from arcwalk.systems.pruner_training import PrunerLearner, calibrate, sentence_of, train_pruners
from arcwalk.systems.sampling import SamplingOptions, SamplingParser, make_model, search_of
from arcwalk.treebank.corpus import encode_corpus
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.words import is_punctuation
from arcwalk.trees.pruning import Candidates, gold_choices
from arcwalk.trees.shape import is_projective

AGGRESSIVENESS = (0.02, 0.005)
MOST_EPOCHS = 4
PROJECTIVE_SHARE = 0.99
_LEXICAL = ("form", "lemma", "backoff")


class Example(NamedTuple):
    """A training sentence: what can be chosen, what is right, what each choice costs."""

    candidates: Candidates
    gold: Numbers
    errors: Scores


def train_sampling(
    sentences: Sequence[Sentence],
    dev: Sequence[Sentence] | None,
    options: SamplingOptions,
    setting: Setting,
    progress: Progress,
) -> SamplingParser:
    """Learn from annotated sentences; `dev` is only scored on, and what is to be chosen is chosen there."""
    run = TrainingRun(sentences, options, setting, progress)
    try:
        if options.epochs == 0 or options.aggressiveness == 0:
            options = run.tune(dev)
        progress.stage(f"trees, {options.shuffles} shuffles", options.shuffles * options.epochs)
        everything = range(len(sentences))
        tasks = [
            (run.learner(options, everything, f"shuffle {shuffle}"), Random(f"{setting.seed}/{shuffle}"))
            for shuffle in range(options.shuffles)
        ]
        weights = average(in_parallel(tasks, setting.jobs, progress.advance))
    except KeyboardInterrupt:
        raise TrainingStopped(run.parser(options, run.learned_so_far(options))) from None
    return run.parser(options, weights)


class TrainingRun:
    """Everything that is fixed once sentences and options are: codes, templates, pruners, candidates."""

    def __init__(
        self, sentences: Sequence[Sentence], options: SamplingOptions, setting: Setting, progress: Progress
    ) -> None:
        self.sentences, self.options, self.setting, self.progress = sentences, options, setting, progress
        self.text = template_text(options.features)
        self.templates = complete_templates(self.text, options.features)
        properties = properties_of([template for group in self.templates.values() for template in group])
        features = load_features(options.features_from) if options.features_from else []
        self.features = require([feature.name for feature in features])
        self.encoder = Encoder.fit(sentences, sorted(properties), options.backoff, hashed=bool(self.features.names))
        counts = Counter(label for sentence in sentences for label in sentence.deprels)
        self.labels = sorted(counts, key=lambda label: (-counts[label], label))
        self.corpus = encode_corpus(sentences, self.encoder, self.labels)
        self.lexical = [column for name, column in self.encoder.columns.items() if name in _LEXICAL]
        self.convention = find_convention(sentences, self.labels)
        self.pruner, self.examples = self._prune()
        self.search = search_of(options, self.pruner, setting.seed)

    def parser(self, options: SamplingOptions, weights: Weights) -> SamplingParser:
        """The parser with these weights, as precise as a file can keep them."""
        return SamplingParser(
            options,
            self.encoder,
            self.text,
            self.labels,
            self.convention,
            self.pruner,
            rounded(weights, 1.0),
            self.features,
            self.setting.seed,
        )

    def model(self, weights: Weights) -> Model:
        """The weights as kernels read them."""
        return make_model(self.templates, self.encoder, self.labels, self.convention, weights, self.features)

    def learned_so_far(self, options: SamplingOptions) -> Weights:
        """The average of what the final runs have learned; zero before the first epoch of any has ended."""
        states = [self.setting.checkpoint.found(f"shuffle {shuffle}") for shuffle in range(options.shuffles)]
        found = [
            _average_so_far(state[1]["weights"], state[1]["totals"], state[0]["step"]) for state in states if state
        ]
        return average(found) if found else np.zeros(1 << options.table_bits, dtype=np.float32)

    def learner(
        self,
        options: SamplingOptions,
        chosen: Sequence[int],
        name: str = "",
        report: Callable[[int, Weights, float], None] | None = None,
    ) -> Callable[[Random, Callable[[], None]], Weights]:
        """Something that learns from the chosen sentences; `report` gets the average after each epoch.

        With a name, it keeps its state in the checkpoint after each epoch, and goes on from there.
        """

        def learn(random: Random, after_epoch: Callable[[], None]) -> Weights:
            weights, totals = (np.zeros(1 << options.table_bits, dtype=np.float32) for _ in range(2))
            state = np.array([random.getrandbits(64)], dtype=np.uint64)
            starts = [self.examples[i].candidates.chosen for i in chosen]
            samples = np.concatenate(starts)
            places = dict(zip(chosen, np.cumsum([0, *(len(start) for start in starts)]), strict=False))
            order, step, done = list(chosen), 0, 0
            if name and (kept := self.setting.checkpoint.found(name)):
                facts, arrays = kept
                order, step, done = facts["order"], facts["step"], facts["epochs"]
                random.setstate((facts["random"][0], tuple(facts["random"][1]), facts["random"][2]))
                weights[:], totals[:], state[:], samples[:] = (
                    arrays[key] for key in ("weights", "totals", "state", "samples")
                )
            model = self.model(weights)
            hide = hidden_words(self.corpus, self.lexical, options.forget, random)
            for _ in range(done):
                after_epoch()
            for epoch in range(done, options.epochs or MOST_EPOCHS):
                random.shuffle(order)
                codes, loss = hide(), 0.0
                with self.features.errors():
                    for i in order:
                        sentence = codes[self.corpus.rows[i] : self.corpus.rows[i + 1]]
                        sample = samples[places[i] : places[i] + len(sentence) - 2]
                        loss += self._learn_from(sentence, i, model, options, step, state, sample, totals)
                        step += 1
                if report:
                    report(epoch, _average_so_far(weights, totals, step), loss)
                if name:
                    facts = {"order": order, "step": step, "epochs": epoch + 1, "random": random.getstate()}
                    self.setting.checkpoint.keep(
                        name, facts, weights=weights, totals=totals, state=state, samples=samples
                    )
                after_epoch()
            return _average_so_far(weights, totals, step)

        return learn

    def _learn_from(
        self,
        sentence: Codes,
        i: int,
        model: Model,
        options: SamplingOptions,
        step: int,
        state: np.ndarray,
        sample: Numbers,
        totals: Weights,
    ) -> float:
        shape = self.search.shape(self.examples[i].candidates)
        if options.learner == "violation":
            return learn_from_worst(sentence, model, *self.examples[i], *shape, options.aggressiveness, step, totals)
        constraints = (options.constraints != "gold", options.constraints != "neighbour")
        return learn_from_samples(
            sentence,
            model,
            *self.examples[i],
            *shape,
            *constraints,
            options.samples,
            options.aggressiveness,
            step,
            state,
            sample,
            totals,
        )

    def tune(self, dev: Sequence[Sentence] | None) -> SamplingOptions:
        """Choose how large steps may be and how many epochs to train, on sentences that are not trained on.

        The jackknifed candidates of held-out sentences are as good as new, so no pruner is trained again.
        """
        if kept := self.setting.checkpoint.found("tuning"):
            return replace(self.options, **kept[0])
        count = len(self.sentences)
        held_out = 0 if dev else min(HELD_OUT, count // 10)
        rest = range(count - held_out)
        if dev:
            targets = [(sentence, self.encoder.encode(sentence)) for sentence in dev]
            todo = [(sentence, codes, self.pruner.candidates(codes)) for sentence, codes in targets]
        else:
            todo = [self._as_new(i) for i in range(count - held_out, count)]
        grid = [self.options.aggressiveness] if self.options.aggressiveness else AGGRESSIVENESS
        if not todo:
            return replace(self.options, aggressiveness=grid[0], epochs=self.options.epochs or 3)
        scores: dict[tuple[float, int], tuple[float, float]] = {}
        words = self.words(rest)
        self.progress.stage("choosing step size and epochs", len(grid) * (self.options.epochs or MOST_EPOCHS))

        def task(size: float) -> Callable[[Random, Callable[[], None]], Weights]:
            def report(epoch: int, weights: Weights, loss: float) -> None:
                uas, las = self.attachment(weights, todo)
                scores[size, epoch + 1] = (uas, las)
                self.progress.note(
                    f"step size {size}, epoch {epoch + 1}: error {loss / words:.3f} a word, "
                    f"held-out {uas:.2f} UAS, {las:.2f} LAS"
                )

            return self.learner(replace(self.options, aggressiveness=size), rest, report=report)

        tasks = [(task(size), Random(f"{self.setting.seed}/tune")) for size in grid]
        in_parallel(tasks, self.setting.jobs, self.progress.advance)
        epochs = [self.options.epochs] if self.options.epochs else range(1, MOST_EPOCHS + 1)
        size, best = max(((size, epoch) for size in grid for epoch in epochs), key=lambda pair: sum(scores[pair]))
        uas, las = scores[size, best]
        self.progress.say(
            f"step size {size} and {best} epochs do best: {uas:.2f} UAS, {las:.2f} LAS "
            f"on {len(todo)} sentences not trained on"
        )
        self.setting.checkpoint.keep("tuning", {"aggressiveness": size, "epochs": best})
        return replace(self.options, aggressiveness=size, epochs=best)

    def words(self, chosen: Sequence[int]) -> int:
        """How many words the chosen sentences have."""
        return sum(len(self.sentences[i]) for i in chosen)

    def attachment(self, weights: Weights, todo: Sequence[tuple[Sentence, Codes, Candidates]]) -> tuple[float, float]:
        """UAS and LAS, in percent, without punctuation."""
        model = self.model(weights)
        total = heads_right = labels_right = 0
        for sentence, codes, candidates in todo:
            with self.features.errors():
                heads, labels = self.search.best(model, codes, candidates)
            for m, (form, head, label) in enumerate(
                zip(sentence.forms, sentence.heads, sentence.deprels, strict=True), 1
            ):
                if not is_punctuation(form):
                    right = heads[m] == head
                    total += 1
                    heads_right += right
                    labels_right += right and self.labels[labels[m]] == label
        return 100 * heads_right / max(total, 1), 100 * labels_right / max(total, 1)

    def _as_new(self, i: int) -> tuple[Sentence, Codes, Candidates]:
        codes, _, _ = sentence_of(self.corpus, i)
        seen = self.jackknife.codes(i, codes)
        return self.sentences[i], seen, self.jackknife.pruner(i).candidates(seen)

    def _prune(self) -> tuple[Pruner, list[Example]]:
        options, progress = self.options, self.progress
        shapes = [is_projective(np.array([-1, *sentence.heads], dtype=np.int32)) for sentence in self.sentences]
        mostly = sum(shapes) >= PROJECTIVE_SHARE * len(shapes)
        learner = PrunerLearner(
            encoder=self.encoder,
            templates=self.templates,
            labels=len(self.labels),
            lexical=self.lexical,
            shuffles=options.pruner_shuffles,
            forget=options.forget,
            trust=options.trust,
            projective=mostly if options.projective == "auto" else options.projective == "yes",
            single_root=all(sentence.heads.count(0) == 1 for sentence in self.sentences),
        )
        folds = min(options.folds, len(self.sentences))
        progress.stage(f"pruners, {folds} folds and all", (folds + 1) * learner.steps())
        pruner, jackknife = train_pruners(learner, self.corpus, folds, self.setting, progress.advance)
        pruner, self.jackknife, recall = calibrate(pruner, jackknife, self.corpus, options.recall)
        examples = []
        arcs = choices = 0
        for i in range(len(self.corpus)):
            codes, heads, labels = sentence_of(self.corpus, i)
            seen = self.jackknife.codes(i, codes)
            found = self.jackknife.pruner(i).candidates(seen, gold=heads, gold_labels=labels)
            examples.append(Example(found, *gold_choices(found.choices, heads, labels, options.label_cost)))
            arcs, choices = arcs + len(found.head), choices + len(found.prior)
        words = self.words(range(len(self.sentences)))
        progress.say(
            f"pruner: {100 * recall:.2f}% of gold heads kept on unseen sentences, "
            f"{arcs / words:.1f} heads and {choices / words:.1f} heads with labels a word"
        )
        return pruner, examples


def _average_so_far(weights: Weights, totals: Weights, step: int) -> Weights:
    return (weights - totals / max(step, 1)).astype(np.float32)
