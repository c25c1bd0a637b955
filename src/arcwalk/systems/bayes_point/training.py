"""Training `--system bayes-point`: choose the decoder, average the shuffles, learn the labels."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from arcwalk.arrays import Weights
from arcwalk.features.arc_templates import arc_table, arc_templates
from arcwalk.features.feature_sets import own_templates
from arcwalk.features.templates import properties_of, shipped
from arcwalk.features.weights import rounded
from arcwalk.learning.arc_learner import ArcLearner
from arcwalk.learning.parallel import average, in_parallel, shuffle_random
from arcwalk.systems.averaged_shuffles import AveragedRuns, train_each
from arcwalk.systems.bayes_point.first_order_model import FirstOrderModel
from arcwalk.systems.bayes_point.options import BayesPointOptions
from arcwalk.systems.bayes_point.parser import BayesPointParser
from arcwalk.systems.held_out import attached, clearly_better, hold_out, percent
from arcwalk.systems.labeler.labeler import Labeler, label_properties, shipped_label_templates
from arcwalk.systems.labeler.training import TABLE_BITS, LabelerTraining
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress, Silence
from arcwalk.systems.training_run import TrainingRun
from arcwalk.systems.treebank_statistics import projective_share
from arcwalk.treebank.sentence import Sentence

_DECODERS = ("eisner", "chu-liu-edmonds")


def train_bayes_point(
    sentences: Sequence[Sentence],
    dev: Sequence[Sentence] | None,
    options: BayesPointOptions,
    setting: Setting,
    progress: Progress,
) -> BayesPointParser:
    """Learn from annotated sentences; the decoder is tuned on `dev`, or else on held-out sentences."""
    if options.decoder == "auto":
        choose = partial(_choose_decoder, sentences, dev, options, setting, progress)
        chosen = setting.checkpoint.once("decoder", lambda: {"decoder": choose()})
        options = replace(options, decoder=chosen.text("decoder", _DECODERS))
    run = BayesPointTraining(sentences, options, setting, progress)
    progress.stage(f"arcs, {options.shuffles} shuffles", options.shuffles * options.epochs)
    runs = AveragedRuns.of(
        "arcs",
        run.learn_arcs,
        shuffles=options.shuffles,
        epochs=options.epochs,
        table_bits=options.table_bits,
        setting=setting,
    )
    members = train_each(runs, setting, progress.advance)
    parser = BayesPointParser(options, run.model(average(members)), run.learn_labels())
    if dev:
        _report_members(run, parser.trees, members, dev)
    return parser


class BayesPointTraining(TrainingRun):
    """Templates and learner for one treebank."""

    def __init__(
        self,
        sentences: Sequence[Sentence],
        options: BayesPointOptions,
        setting: Setting | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.options = options
        setting = setting or Setting()
        clusters = setting.words is not None
        self.text = own_templates(options.features) if options.features else shipped("arc", clusters=clusters)
        templates = arc_templates(self.text, options.features or "arc.templates")
        self.label_text = shipped_label_templates(clusters=clusters)
        properties = properties_of(templates) | label_properties(self.label_text)
        super().__init__(sentences, properties, setting, progress or Silence(), backoff=options.backoff)
        self.table = arc_table(templates, self.encoder.columns)
        is_mira = options.learner == "mira"
        self.learner = ArcLearner(
            projective=options.decoder == "eisner",
            single_root=self.single_root,
            epochs=options.epochs,
            table_bits=options.table_bits,
            margin=1.0 if is_mira else options.margin * len(templates),
            aggressiveness=options.aggressiveness if is_mira else 0.0,
            word_dropout=options.word_dropout,
        )

    def learn_arcs(self, random: Random, after_epoch: Callable[[], None]) -> Weights:
        """One member of the Bayes point."""
        return self.learner.train(self.corpus, self.table, self.lexical, random, after_epoch)

    def learn_labels(self) -> Labeler:
        """The labeler, averaged over as many shuffles as the arcs."""
        shuffles, epochs = self.options.shuffles, self.options.epochs
        self.progress.stage("labels", shuffles * epochs)
        labels = LabelerTraining(self.corpus, self.label_set, self.encoder, self.label_text, epochs)
        weights = self.average(
            "labels",
            labels.learn,
            shuffles=shuffles,
            epochs=epochs,
            table_bits=TABLE_BITS,
            unit=labels.margin,
        )
        return labels.labeler(weights)

    def model(self, weights: Weights) -> FirstOrderModel:
        """The model with these weights, rounded as in a model file."""
        unit = self.learner.margin or len(self.table.row_group)
        return FirstOrderModel(
            templates=self.text,
            encoder=self.encoder,
            weights=rounded(weights, unit),
            projective=self.learner.projective,
            single_root=self.single_root,
        )


def _choose_decoder(
    sentences: Sequence[Sentence],
    dev: Sequence[Sentence] | None,
    options: BayesPointOptions,
    setting: Setting,
    progress: Progress,
) -> str:
    """Projective trees, unless non-projective ones do clearly better: the paper chooses by language."""
    if projective_share(sentences) == 1:
        return "eisner"
    rest, held_out = (sentences, dev) if dev else hold_out(sentences)
    if not held_out:
        return "eisner"
    progress.stage("choosing the decoder", len(_DECODERS) * options.epochs)
    alone = Setting(words=setting.words)
    runs = [BayesPointTraining(rest, replace(options, decoder=decoder), alone) for decoder in _DECODERS]
    tasks = [(run.learn_arcs, shuffle_random(setting.seed, 0)) for run in runs]
    found = in_parallel(tasks, setting.jobs, progress.advance)
    models = [run.model(weights) for run, weights in zip(runs, found, strict=True)]
    projective, nonprojective = [attached(model.find_heads, model.encoder, held_out) for model in models]
    chosen = clearly_better(nonprojective, projective)
    decoder = _DECODERS[chosen]
    leads = not chosen and percent(nonprojective) > percent(projective)
    reason = "; a lead within chance, so trees stay projective" if leads else ""
    progress.say(
        f"decoder {decoder}: {percent(projective):.2f} UAS with projective trees, {percent(nonprojective):.2f} with "
        f"non-projective ones, for one perceptron on {len(held_out)} held-out sentences{reason}",
        decoder=decoder,
        projective_uas=percent(projective),
        nonprojective_uas=percent(nonprojective),
    )
    return decoder


def _report_members(
    run: BayesPointTraining, bayes_point: FirstOrderModel, members: Sequence[Weights], dev: Sequence[Sentence]
) -> None:
    """The Bayes point against its best and its worst member on the development file (the paper's Table 4)."""
    models = [bayes_point, *(run.model(weights) for weights in members)]
    point, *singles = [percent(attached(model.find_heads, model.encoder, dev)) for model in models]
    run.progress.say(
        f"UAS on {len(dev)} development sentences: Bayes point {point:.2f}, "
        f"best perceptron {max(singles):.2f}, worst {min(singles):.2f}",
        uas=point,
        best_uas=max(singles),
        worst_uas=min(singles),
    )
