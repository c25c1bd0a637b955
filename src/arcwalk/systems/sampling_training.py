"""Training for `--system sampling`: pruners, candidates, what the paper tunes, then the final runs."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from random import Random

import numpy as np

from arcwalk.arrays import Booleans, Codes, Weights
from arcwalk.features.feature_sets import complete_templates, template_text
from arcwalk.features.scorer import Model
from arcwalk.features.templates import Template, properties_of, shipped
from arcwalk.features.user import load_features, require
from arcwalk.features.weights import rounded
from arcwalk.learning.bayes_point import all_of, average, in_parallel, shuffle_random
from arcwalk.systems import mst
from arcwalk.systems.checkpoint import TrainingStopped
from arcwalk.systems.convention import find_convention
from arcwalk.systems.held_out import clearly_better, hold_out, percent
from arcwalk.systems.jackknife import Jackknife, sentence_of
from arcwalk.systems.mst import MstOptions
from arcwalk.systems.mst_training import FOLD_SHUFFLES, MstTraining
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress
from arcwalk.systems.pruner import Pruner
from arcwalk.systems.pruner_training import PrunerLearner, calibrate, train_pruners
from arcwalk.systems.readings import TagChoices
from arcwalk.systems.sampling import SamplingOptions, SamplingParser, make_model, search_of
from arcwalk.systems.tag_examples import TagExample, make_tag_example
from arcwalk.systems.training_facts import (
    PROJECTIVE_SHARE,
    has_single_roots,
    labels_of,
    lexical_columns,
    projective_share,
)
from arcwalk.systems.tree_learner import Example, Report, TreeLearner
from arcwalk.systems.two_ways import as_read, both_ways
from arcwalk.treebank.corpus import encode_corpus
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.words import is_punctuation
from arcwalk.trees.pruning import Candidates, gold_choices

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
    tag_choices: TagChoices | None = None,
) -> SamplingParser:
    """Learn from annotated sentences; `dev` is only scored on, and what is to be chosen is chosen there.

    With `tag_choices`, the parser learns to correct the tags of the sentences.
    """
    run = TrainingRun(sentences, options, setting, progress, tag_choices)
    try:
        if options.epochs == 0 or options.aggressiveness == 0:
            options = run.tune(dev)
        progress.stage(f"trees, {options.shuffles} shuffles", options.shuffles * options.epochs)
        everything = range(len(sentences))
        tasks = [
            (run.learner(options, everything, _run_name(shuffle)), shuffle_random(setting.seed, shuffle))
            for shuffle in range(options.shuffles)
        ]
        weights = average(in_parallel(tasks, setting.jobs, progress.advance))
    except KeyboardInterrupt:
        learned = run.learned_so_far(options)
        if learned is None:
            raise
        raise TrainingStopped(run.parser(options, learned)) from None
    return run.parser(options, weights)


class TrainingRun:
    """Everything that is fixed once sentences and options are: codes, templates, pruners, candidates."""

    def __init__(
        self,
        sentences: Sequence[Sentence],
        options: SamplingOptions,
        setting: Setting,
        progress: Progress,
        tag_choices: TagChoices | None,
    ) -> None:
        self.sentences, self.options, self.setting, self.progress = sentences, options, setting, progress
        self.tag_choices = tag_choices
        self.text = template_text(options.features)
        if tag_choices is not None:
            self.text += f"\n{shipped('joint')}"
        self.templates = complete_templates(self.text, options.features)
        properties = properties_of([template for group in self.templates.values() for template in group])
        features = load_features(options.features_from) if options.features_from else []
        self.features = require([feature.name for feature in features])
        self.base = self._base_training(properties) if options.base == mst.NAME else None
        names = self.base.encoder.properties if self.base else sorted(properties)
        self.encoder = Encoder.fit(sentences, names, options.backoff, hashed=bool(self.features.names))
        self.labels = labels_of(sentences)
        self.corpus = encode_corpus(sentences, self.encoder, self.labels)
        self.lexical = lexical_columns(self.encoder)
        self.convention = find_convention(sentences, self.labels)
        self.pruner, self.examples, self.unseen = self._prune()
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

    def _tag_example(self, i: int) -> TagExample | None:
        """How the words of a sentence may be read, if there is anything to choose."""
        if self.tag_choices is None or all(len(own) == 1 for own in self.tag_choices.readings[i]):
            return None
        return make_tag_example(self.encoder, self.sentences[i], self.tag_choices, i)

    def _read(self, i: int, tags: TagExample | None) -> Codes:
        """The codes of a sentence, in both ways if it can be read in two."""
        codes, _, _ = sentence_of(self.corpus, i)
        return codes if tags is None else both_ways(codes, tags.readings, tags.readings.start[:-1])

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
        tags = [self._tag_example(i) for i in range(len(self.corpus))]
        read = [self._read(i, own) for i, own in enumerate(tags)]
        pruner, jackknife, recall = calibrate(pruner, jackknife, self.corpus, read, options.recall)
        if self.base:
            pruner, jackknife = self._lean(self.base, pruner, jackknife)
        examples, unseen = [], []
        _, held_out = hold_out(range(len(self.corpus)))
        arcs = choices = 0
        for i in range(len(self.corpus)):
            _, heads, labels = sentence_of(self.corpus, i)
            seen = jackknife.codes(i, read[i])
            found = jackknife.model(i).candidates(seen, gold=heads, gold_labels=labels)
            if i in held_out:
                unseen.append((self.sentences[i], as_read(seen), jackknife.model(i).candidates(seen)))
            right = gold_choices(found.choices, heads, labels, options.label_cost)
            examples.append(Example(found, *right, tags[i]))
            arcs, choices = arcs + len(found.head), choices + len(found.prior)
        words = self.words(range(len(self.sentences)))
        progress.say(
            f"pruner: {100 * recall:.2f}% of gold heads kept on unseen sentences, "
            f"{arcs / words:.1f} heads and {choices / words:.1f} heads with labels a word"
        )
        return pruner, examples, unseen

    def _base_training(self, properties: set[str]) -> MstTraining:
        options = MstOptions(
            forget=self.options.forget,
            projective=self.options.projective,
            folds=self.options.folds,
            table_bits=min(self.options.table_bits, MstOptions().table_bits),
            backoff=self.options.backoff,
        )
        return MstTraining(self.sentences, options, self.setting, self.progress, properties)

    def _lean(
        self, base: MstTraining, pruner: Pruner, jackknife: Jackknife[Pruner]
    ) -> tuple[Pruner, Jackknife[Pruner]]:
        """The pruner with mst as its base; those of the folds get parsers that have not seen them either."""
        folds, advance = jackknife.folds, self.progress.advance
        self.progress.stage(f"mst, {len(folds)} folds", len(folds) * base.steps(FOLD_SHUFFLES))
        tasks = [partial(base.parser_without, fold, FOLD_SHUFFLES) for fold in range(len(folds))]
        parsers = all_of(tasks, self.setting.jobs, advance)
        leaning = [replace(fold, base=parser) for fold, parser in zip(folds, parsers, strict=True)]
        self.progress.stage("mst", base.steps(base.options.shuffles))
        return replace(pruner, base=base.parser()), Jackknife(leaning, jackknife.known)


def _scores(right: Booleans) -> str:
    return f"{percent(right[:, 0]):.2f} UAS, {percent(right[:, 1]):.2f} LAS"


def _count(templates: dict[str, list[Template]]) -> int:
    return sum(map(len, templates.values()))


def _run_name(shuffle: int) -> str:
    return f"shuffle {shuffle}"
