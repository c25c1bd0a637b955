"""Training for `--system bayes-point`: choose the decoder, train the shuffles, average, learn the labels."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from arcwalk.arrays import Weights
from arcwalk.features.arc_templates import arc_table, arc_templates
from arcwalk.features.feature_sets import own_templates
from arcwalk.features.templates import properties_of, shipped
from arcwalk.features.weights import rounded
from arcwalk.learning.arc_learner import ArcLearner
from arcwalk.learning.parallel import average, in_parallel, shuffle_random, train_shuffles
from arcwalk.systems.bayes_point.first_order import FirstOrderModel
from arcwalk.systems.bayes_point.options import BayesPointOptions
from arcwalk.systems.bayes_point.parser import BayesPointParser
from arcwalk.systems.held_out import attached, clearly_better, hold_out, percent
from arcwalk.systems.labeler.labeler import Labeler, label_properties
from arcwalk.systems.labeler.training import train_labeler
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress
from arcwalk.systems.treebank_statistics import has_single_roots, labels_of, lexical_columns, projective_share
from arcwalk.treebank.corpus import encode_corpus
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence

_DECODERS = ("eisner", "chu-liu-edmonds")


def train_bayes_point(
    sentences: Sequence[Sentence],
    dev: Sequence[Sentence] | None,
    options: BayesPointOptions,
    setting: Setting,
    progress: Progress,
) -> BayesPointParser:
    """Learn from annotated sentences; `dev` is only scored on, and what is to be chosen is chosen there."""
    if options.decoder == "auto":
        options = replace(options, decoder=_choose_decoder(sentences, dev, options, setting, progress))
    run = TrainingRun(sentences, options)
    progress.stage(f"arcs, {options.shuffles} shuffles", options.shuffles * options.epochs)
    members = train_shuffles(
        run.learn_arcs, shuffles=options.shuffles, seed=setting.seed, jobs=setting.jobs, advance=progress.advance
    )
    parser = BayesPointParser(options, run.model(average(members)), labeler=run.learn_labels(setting, progress))
    if dev:
        _report_members(run, parser.arcs, members, dev, progress)
    return parser


class TrainingRun:
    """Everything that is fixed once sentences and options are: codes, templates, learner."""

    def __init__(self, sentences: Sequence[Sentence], options: BayesPointOptions) -> None:
        self.options = options
        self.templates = own_templates(options.features) if options.features else shipped("arc")
        templates = arc_templates(self.templates, options.features or "arc.templates")
        properties = sorted(properties_of(templates) | label_properties())
        self.encoder = Encoder.fit(sentences, properties, options.backoff)
        self.labels = labels_of(sentences)
        self.corpus = encode_corpus(sentences, self.encoder, self.labels)
        self.table = arc_table(templates, self.encoder.columns)
        is_mira = options.learner == "mira"
        self.learner = ArcLearner(
            projective=options.decoder == "eisner",
            single_root=has_single_roots(sentences),
            epochs=options.epochs,
            table_bits=options.table_bits,
            margin=1.0 if is_mira else options.margin * len(templates),
            aggressiveness=options.aggressiveness if is_mira else 0.0,
            word_dropout=options.forget,
        )

    def learn_arcs(self, random: Random, after_epoch: Callable[[], None]) -> Weights:
        """One member of the Bayes point."""
        return self.learner.train(self.corpus, self.table, lexical_columns(self.encoder), random, after_epoch)

    def learn_labels(self, setting: Setting, progress: Progress) -> Labeler:
        """The labeler, averaged over as many shuffles as the arcs."""
        progress.stage("labels", self.options.shuffles * self.options.epochs)
        return train_labeler(
            self.corpus,
            self.labels,
            self.encoder,
            epochs=self.options.epochs,
            shuffles=self.options.shuffles,
            seed=setting.seed,
            jobs=setting.jobs,
            advance=progress.advance,
        )

    def model(self, weights: Weights) -> FirstOrderModel:
        """The model with these weights, as precise as a file can keep them."""
        unit = self.learner.margin or len(self.table.row_group)
        return FirstOrderModel(
            self.templates, self.encoder, rounded(weights, unit), self.learner.projective, self.learner.single_root
        )


def _choose_decoder(
    sentences: Sequence[Sentence],
    dev: Sequence[Sentence] | None,
    options: BayesPointOptions,
    setting: Setting,
    progress: Progress,
) -> str:
    """Projective trees, unless all trees do clearly better on held-out sentences: the paper's choice by language."""
    if projective_share(sentences) == 1:
        return "eisner"
    rest, held_out = (sentences, dev) if dev else hold_out(sentences)
    if not held_out:
        return "eisner"
    progress.stage("choosing the decoder", len(_DECODERS) * options.epochs)
    runs = [TrainingRun(rest, replace(options, decoder=decoder)) for decoder in _DECODERS]
    tasks = [(run.learn_arcs, shuffle_random(setting.seed, 0)) for run in runs]
    found = in_parallel(tasks, setting.jobs, progress.advance)
    models = [run.model(weights) for run, weights in zip(runs, found, strict=True)]
    projective, nonprojective = [attached(model.find_heads, model.encoder, held_out) for model in models]
    decoder = _DECODERS[clearly_better(nonprojective, projective)]
    progress.say(
        f"one perceptron on {len(held_out)} sentences not trained on: {percent(projective):.2f} UAS with projective "
        f"trees, {percent(nonprojective):.2f} with all trees; decoder: {decoder}"
    )
    return decoder


def _report_members(
    run: TrainingRun,
    bayes_point: FirstOrderModel,
    members: Sequence[Weights],
    dev: Sequence[Sentence],
    progress: Progress,
) -> None:
    """The Bayes point against its best and its worst member on the development file (the paper's Table 4)."""
    models = [bayes_point, *(run.model(weights) for weights in members)]
    point, *singles = [percent(attached(model.find_heads, model.encoder, dev)) for model in models]
    progress.say(
        f"UAS on {len(dev)} development sentences: Bayes point {point:.2f}, "
        f"best perceptron {max(singles):.2f}, worst {min(singles):.2f}"
    )
