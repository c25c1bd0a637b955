"""Training for `--system sampling`: pruners, candidates, what the paper tunes, then the final runs."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np

from arcwalk.arrays import Booleans, Codes, Numbers, Scores, Weights
from arcwalk.features.feature_sets import complete_templates, template_text
from arcwalk.features.python_features import load_features, require
from arcwalk.features.templates import Template, properties_of
from arcwalk.features.weights import rounded
from arcwalk.learning.parallel import average, in_parallel, shuffle_random
from arcwalk.scoring.choices import Candidates, gold_choices
from arcwalk.scoring.model import make_model
from arcwalk.scoring.scorer import Model
from arcwalk.systems.checkpoint import TrainingStopped
from arcwalk.systems.convention import find_convention
from arcwalk.systems.folds import sentence_of
from arcwalk.systems.held_out import clearly_better, hold_out, percent
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress
from arcwalk.systems.pruner.pruner import Pruner
from arcwalk.systems.pruner.training import PrunerLearner, calibrate, train_pruners
from arcwalk.systems.sampling.learner import Example, Report, TreeLearner
from arcwalk.systems.sampling.options import SamplingOptions
from arcwalk.systems.sampling.parser import SamplingParser, search_of
from arcwalk.systems.treebank_statistics import (
    PROJECTIVE_SHARE,
    has_single_roots,
    labels_of,
    lexical_columns,
    projective_share,
)
from arcwalk.treebank.corpus import encode_corpus
from arcwalk.treebank.encoding import Encoder, first_analysis
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.words import is_punctuation

AGGRESSIVENESS = {  # for the full set of templates; SampleRank takes many more steps, so smaller ones
    ("violation", "adaptive"): (0.004, 0.002),
    ("violation", "mira"): (0.003, 0.001),
    ("samplerank", "adaptive"): (0.0005, 0.00025),
    ("samplerank", "mira"): (0.001, 0.0002),
}
MOST_EPOCHS = 4

Unseen = tuple[Sentence, Codes, Candidates]


def train_sampling(
    sentences: Sequence[Sentence],
    dev: Sequence[Sentence] | None,
    options: SamplingOptions,
    setting: Setting,
    progress: Progress,
) -> SamplingParser:
    """Learn from annotated sentences; `dev` is only scored on, and what is to be chosen is chosen there."""
    return TrainingRun(sentences, options, setting, progress).train(dev)


class TrainingRun:
    """Everything that is fixed once sentences and options are: codes, templates, pruners, candidates."""

    parser_class: type[SamplingParser] = SamplingParser

    def __init__(
        self,
        sentences: Sequence[Sentence],
        options: SamplingOptions,
        setting: Setting,
        progress: Progress,
    ) -> None:
        self.sentences, self.options, self.setting, self.progress = sentences, options, setting, progress
        self.text = self.template_text()
        self.templates = complete_templates(self.text, options.features)
        properties = properties_of([template for group in self.templates.values() for template in group])
        features = load_features(options.features_from) if options.features_from else []
        self.features = require([feature.name for feature in features])
        self.encoder = Encoder.fit(sentences, sorted(properties), options.backoff, hashed=bool(self.features.names))
        self.labels = labels_of(sentences)
        self.corpus = encode_corpus(sentences, self.encoder, self.labels)
        self.lexical = lexical_columns(self.encoder)
        self.convention = find_convention(sentences, self.labels)
        self.pruner, self.examples, self.unseen = self._prune()
        self.search = search_of(options, self.pruner, setting.seed)

    def train(self, dev: Sequence[Sentence] | None) -> SamplingParser:
        """Choose what the paper tunes, then learn from all sentences; an interrupted run gives what it has learned."""
        options, setting, progress = self.options, self.setting, self.progress
        try:
            if options.epochs == 0 or options.aggressiveness == 0:
                options = self.tune(dev)
            progress.stage(f"trees, {options.shuffles} shuffles", options.shuffles * options.epochs)
            everything = range(len(self.sentences))
            tasks = [
                (self.learner(options, everything, _run_name(shuffle)), shuffle_random(setting.seed, shuffle))
                for shuffle in range(options.shuffles)
            ]
            weights = average(in_parallel(tasks, setting.jobs, progress.advance))
        except KeyboardInterrupt:
            learned = self.learned_so_far(options)
            if learned is None:
                raise
            raise TrainingStopped(self.parser(options, learned)) from None
        return self.parser(options, weights)

    def template_text(self) -> str:
        """The templates that trees are scored by."""
        return template_text(self.options.features)

    def codes(self, i: int) -> Codes:
        """Sentence i as the pruner sees it."""
        return sentence_of(self.corpus, i)[0]

    def example(self, i: int, candidates: Candidates, gold: Numbers, errors: Scores) -> Example:  # noqa: ARG002
        """Sentence i as it is learned from."""
        return Example(candidates, gold, errors)

    def parser(self, options: SamplingOptions, weights: Weights) -> SamplingParser:
        """The parser with these weights, as precise as a file can keep them."""
        return self.parser_class(
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

    def learned_so_far(self, options: SamplingOptions) -> Weights | None:
        """The average of what the final runs have learned, if the first epoch of any has ended."""
        states = [self.setting.checkpoint.found(_run_name(shuffle)) for shuffle in range(options.shuffles)]
        found = [arrays["average"] for _, arrays in filter(None, states)]
        return average(found) if found else None

    def learner(
        self, options: SamplingOptions, chosen: Sequence[int], name: str = "", report: Report | None = None
    ) -> TreeLearner:
        """Something that learns from the chosen sentences, see `TreeLearner`."""
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

    def tune(self, dev: Sequence[Sentence] | None) -> SamplingOptions:
        """Choose how large steps may be and how many epochs to train, on sentences that are not trained on.

        Long training with the larger steps is hard to beat, and a few hundred words say little: so that is what is
        chosen unless something else is better at heads and labels by more than chance would have it.

        The jackknifed candidates of held-out sentences are as good as new, so no pruner is trained again. Tags are
        left as they are here.
        """
        if kept := self.setting.checkpoint.found("tuning"):
            return replace(self.options, **kept[0])
        everything = range(len(self.sentences))
        if dev:
            rest: Sequence[int] = everything
            codes = [self.encoder.encode(sentence) for sentence in dev]
            todo = list(zip(dev, codes, map(self.pruner.candidates, codes), strict=True))
        else:
            rest, _ = hold_out(everything)
            todo = self.unseen
        grid = [self.options.aggressiveness] if self.options.aggressiveness else self._step_sizes()
        most = self.options.epochs or MOST_EPOCHS
        if not todo:
            return replace(self.options, aggressiveness=grid[0], epochs=most)
        right: dict[tuple[float, int], Booleans] = {}
        words = self.words(rest)
        self.progress.stage("choosing step size and epochs", len(grid) * most)

        def task(size: float) -> TreeLearner:
            def report(epoch: int, weights: Weights, error: float) -> None:
                right[size, epoch] = self.attached(weights, todo)
                self.progress.note(
                    f"step size {size}, epoch {epoch}: error {error / words:.3f} a word, "
                    f"held-out {_scores(right[size, epoch])}"
                )

            return self.learner(replace(self.options, aggressiveness=size, epochs=most), rest, report=report)

        tasks = [(task(size), Random(f"{self.setting.seed}/tune")) for size in grid]
        in_parallel(tasks, self.setting.jobs, self.progress.advance)
        best = (grid[0], most)
        for other in product(grid, [most] if self.options.epochs else range(most, 0, -1)):
            if clearly_better(right[other].ravel(), right[best].ravel()):
                best = other
        size, epochs = best
        self.progress.say(
            f"step size {size} and {epochs} epochs: {_scores(right[best])} on {len(todo)} sentences not trained on"
        )
        self.setting.checkpoint.keep("tuning", {"aggressiveness": size, "epochs": epochs})
        return replace(self.options, aggressiveness=size, epochs=epochs)

    def _step_sizes(self) -> list[float]:
        """The sizes to try: with fewer templates, each has more to say, and steps must be larger."""
        full = complete_templates(template_text("full"), "full")
        scale = _count(full) / _count(self.templates)
        sizes = AGGRESSIVENESS[self.options.learner, self.options.steps]
        return [float(f"{scale * size:.2g}") for size in sizes]

    def words(self, chosen: Sequence[int]) -> int:
        """How many words the chosen sentences have."""
        return sum(len(self.sentences[i]) for i in chosen)

    def attached(self, weights: Weights, todo: Sequence[Unseen]) -> Booleans:
        """For every word but punctuation, whether its head is found, and whether its head and its label are."""
        model = self.model(weights)
        right = []
        for sentence, codes, candidates in todo:
            with self.features.errors():
                heads, labels = self.search.best(model, codes, candidates)
            gold = zip(sentence.forms, sentence.heads, sentence.deprels, strict=True)
            for m, (form, head, label) in enumerate(gold, 1):
                if not is_punctuation(form):
                    found = heads[m] == head
                    right.append((found, found and self.labels[labels[m]] == label))
        return np.array(right, dtype=np.bool_).reshape(-1, 2)

    def _prune(self) -> tuple[Pruner, list[Example], list[Unseen]]:
        """The pruner, and the sentences with candidates that pruners give who have not seen them.

        Of those that can be held out, also the candidates without what is right.
        """
        options, progress = self.options, self.progress
        mostly = projective_share(self.sentences) >= PROJECTIVE_SHARE
        learner = PrunerLearner(
            encoder=self.encoder,
            templates=self.templates,
            labels=len(self.labels),
            lexical=self.lexical,
            shuffles=options.pruner_shuffles,
            forget=options.forget,
            trust=options.trust,
            projective=mostly if options.projective == "auto" else options.projective == "yes",
            single_root=has_single_roots(self.sentences),
        )
        folds = min(options.folds, len(self.sentences))
        progress.stage(f"pruners, {folds} folds and all", (folds + 1) * learner.steps())
        pruner, jackknife = train_pruners(learner, self.corpus, folds, self.setting, progress.advance)
        codes = [self.codes(i) for i in range(len(self.corpus))]
        pruner, jackknife, recall = calibrate(pruner, jackknife, self.corpus, codes, options.recall)
        examples, unseen = [], []
        _, held_out = hold_out(range(len(self.corpus)))
        arcs = choices = 0
        for i in range(len(self.corpus)):
            _, heads, labels = sentence_of(self.corpus, i)
            seen = jackknife.codes(i, codes[i])
            found = jackknife.model(i).candidates(seen, gold=heads, gold_labels=labels)
            if i in held_out:
                unseen.append((self.sentences[i], first_analysis(seen), jackknife.model(i).candidates(seen)))
            right = gold_choices(found.choices, heads, labels, options.label_cost)
            examples.append(self.example(i, found, *right))
            arcs, choices = arcs + len(found.head), choices + len(found.prior)
        words = self.words(range(len(self.sentences)))
        progress.say(
            f"pruner: {100 * recall:.2f}% of gold heads kept on unseen sentences, "
            f"{arcs / words:.1f} heads and {choices / words:.1f} heads with labels a word"
        )
        return pruner, examples, unseen


def _scores(right: Booleans) -> str:
    return f"{percent(right[:, 0]):.2f} UAS, {percent(right[:, 1]):.2f} LAS"


def _count(templates: dict[str, list[Template]]) -> int:
    return sum(map(len, templates.values()))


def _run_name(shuffle: int) -> str:
    return f"shuffle {shuffle}"
