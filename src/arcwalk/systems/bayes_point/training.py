"""Training `--system bayes-point`: choose the decoder, average the shuffles, learn the labels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from arcwalk.arrays import Weights
from arcwalk.components.labeler.labeler import label_properties, shipped_label_templates
from arcwalk.components.labeler.training import LabelerTraining
from arcwalk.features.arc_templates import arc_table, arc_templates
from arcwalk.features.feature_sets import own_templates
from arcwalk.features.kernels.arc_features import ArcTable
from arcwalk.features.templates import properties_of, shipped
from arcwalk.features.weights import rounded
from arcwalk.learning.arc_learner import ArcLearner
from arcwalk.learning.parallel import average, shuffle_random
from arcwalk.models.options import AUTO
from arcwalk.models.treebank_statistics import projective_share
from arcwalk.systems.bayes_point.first_order_model import FirstOrderModel
from arcwalk.systems.bayes_point.options import BayesPointOptions
from arcwalk.systems.bayes_point.parser import BayesPointParser
from arcwalk.systems.training_task import TrainingTask
from arcwalk.training.averaged_runs import AveragedRuns, AveragedWeights, averages_of, each_of, shuffles
from arcwalk.training.encoded_treebank import EncodedTreebank
from arcwalk.training.held_out import clearly_better, correct_heads, hold_out, percent
from arcwalk.training.setting import Setting
from arcwalk.training.stage import Stage
from arcwalk.treebank.sentence import Sentence


def train_bayes_point(task: TrainingTask[BayesPointOptions]) -> BayesPointParser:
    """Learn from annotated sentences; the decoder is tuned on `task.dev`, or else on held-out sentences."""
    options, setting = task.options, task.setting
    if options.projective == AUTO:
        chosen = setting.checkpoint.get_or_compute("decoder", lambda: ({"projective": _is_projective_best(task)}, {}))
        options = replace(options, projective=chosen.metadata.flag("projective"))
    training = FirstOrderTraining.of(task.sentences, options, setting)
    members = training.arc_weights(setting).run(f"arcs, {options.shuffles} shuffles", setting)
    labels = training.label_weights(setting).run("labels", setting)
    parser = BayesPointParser(options, training.model(average(members)), training.labels.labeler(labels[0]))
    if task.dev:
        _report_members(training, parser.trees, members, task)
    return parser


@dataclass(frozen=True, kw_only=True)
class FirstOrderTraining:
    """The treebank, the templates, and what learns the weights of arcs and labels."""

    options: BayesPointOptions
    treebank: EncodedTreebank
    templates: str
    table: ArcTable
    learner: ArcLearner
    labels: LabelerTraining

    @classmethod
    def of(
        cls, sentences: Sequence[Sentence], options: BayesPointOptions, setting: Setting | None = None
    ) -> "FirstOrderTraining":
        """The training that options ask for."""
        words = setting.words if setting else None
        clusters = words is not None
        text = own_templates(options.features) if options.features else shipped("arc", clusters=clusters)
        templates = arc_templates(text, options.features or "arc.templates")
        label_text = shipped_label_templates(clusters=clusters)
        properties = properties_of(templates) | label_properties(label_text)
        treebank = EncodedTreebank.of(sentences, properties, words, backoff=options.backoff)
        is_mira = options.learner == "mira"
        learner = ArcLearner(
            projective=options.projective is True,
            single_root=treebank.single_root,
            epochs=options.epochs,
            table_bits=options.table_bits,
            margin=1.0 if is_mira else options.margin * len(templates),
            aggressiveness=options.aggressiveness if is_mira else 0.0,
            word_dropout=options.word_dropout,
        )
        return cls(
            options=options,
            treebank=treebank,
            templates=text,
            table=arc_table(templates, treebank.encoder.columns),
            learner=learner,
            labels=LabelerTraining(treebank.corpus, treebank.label_set, treebank.encoder, label_text, options.epochs),
        )

    def learn_arcs(self, random: Random, after_epoch: Callable[[], None]) -> Weights:
        """One member of the Bayes point."""
        return self.learner.train(self.treebank.corpus, self.table, self.treebank.lexical, random, after_epoch)

    def arc_weights(self, setting: Setting) -> Stage[list[Weights]]:
        """All members of the Bayes point."""
        runs = AveragedRuns(
            name="arcs",
            learner=self.learn_arcs,
            randoms=shuffles(setting.seed, self.options.shuffles),
            epochs=self.options.epochs,
            table_bits=self.options.table_bits,
            unit=self.unit,
        )
        return each_of(runs, setting.checkpoint)

    def label_weights(self, setting: Setting) -> Stage[AveragedWeights]:
        """The weights of labels, averaged over as many shuffles as those of arcs."""
        runs = self.labels.runs("labels", shuffles(setting.seed, self.options.shuffles))
        return averages_of([runs], setting.checkpoint)

    @property
    def unit(self) -> float:
        """The unit of the weights in a model file."""
        return self.learner.margin or len(self.table.row_group)

    def model(self, weights: Weights) -> FirstOrderModel:
        """The model with these weights, rounded as in a model file."""
        return FirstOrderModel(
            templates=self.templates,
            encoder=self.treebank.encoder,
            weights=rounded(weights, self.unit),
            projective=self.learner.projective,
            single_root=self.treebank.single_root,
        )


def _is_projective_best(task: TrainingTask[BayesPointOptions]) -> bool:
    """Projective trees, unless non-projective ones do clearly better: the paper chooses by language."""
    options, setting = task.options, task.setting
    if projective_share(task.sentences) == 1:
        return True
    rest, held_out = (task.sentences, task.dev) if task.dev else hold_out(task.sentences)
    if not held_out:
        return True
    kinds = [replace(options, projective=projective) for projective in (True, False)]
    runs = [FirstOrderTraining.of(rest, kind, setting) for kind in kinds]
    tasks = [partial(run.learn_arcs, shuffle_random(setting.seed, 0)) for run in runs]
    learned = Stage(tasks=tasks, steps=len(runs) * options.epochs, value=list).run("choosing the decoder", setting)
    models = [run.model(weights) for run, weights in zip(runs, learned, strict=True)]
    projective, nonprojective = [correct_heads(model.find_heads, model.encoder, held_out) for model in models]
    is_best = not clearly_better(nonprojective, projective)
    decoder = "eisner" if is_best else "chu-liu-edmonds"
    leads = is_best and percent(nonprojective) > percent(projective)
    reason = "; a lead within chance, so trees stay projective" if leads else ""
    setting.progress.say(
        f"decoder {decoder}: {percent(projective):.2f} UAS with projective trees, {percent(nonprojective):.2f} with "
        f"non-projective ones, for one perceptron on {len(held_out)} held-out sentences{reason}",
        decoder=decoder,
        projective_uas=percent(projective),
        nonprojective_uas=percent(nonprojective),
    )
    return is_best


def _report_members(
    training: FirstOrderTraining,
    bayes_point: FirstOrderModel,
    members: Sequence[Weights],
    task: TrainingTask[BayesPointOptions],
) -> None:
    """The Bayes point against its best and its worst member on the development file (the paper's Table 4)."""
    models = [bayes_point, *(training.model(weights) for weights in members)]
    point, *singles = [percent(correct_heads(model.find_heads, model.encoder, task.dev)) for model in models]
    task.setting.progress.say(
        f"UAS on {len(task.dev)} development sentences: Bayes point {point:.2f}, "
        f"best perceptron {max(singles):.2f}, worst {min(singles):.2f}",
        uas=point,
        best_uas=max(singles),
        worst_uas=min(singles),
    )
