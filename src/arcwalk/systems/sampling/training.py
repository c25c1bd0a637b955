"""Training `--system sampling`: from a treebank to a parser, stage by stage."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from arcwalk.arrays import Weights
from arcwalk.components.neural_scorer.scorer import NeuralScorer
from arcwalk.components.neural_scorer.training import FIRST, enough_epochs, scorer_of
from arcwalk.components.pruner.pruner import Pruner
from arcwalk.components.pruner.training import PrunerTraining, TrainedPruners
from arcwalk.features.weights import rounded
from arcwalk.learning.parallel import average
from arcwalk.models.label_set import require_room
from arcwalk.systems.sampling.candidates import (
    GivenTags,
    HeldOut,
    SentenceReader,
    TrainingCandidates,
    find_candidates,
)
from arcwalk.systems.sampling.learner import TreeLearner, TreeProblem, learned
from arcwalk.systems.sampling.options import SAMPLERANK, SamplingOptions
from arcwalk.systems.sampling.parser import SamplingParser, search_of
from arcwalk.systems.sampling.search_space import search_space
from arcwalk.systems.sampling.tree_features import TreeFeatures
from arcwalk.systems.sampling.tuning import Tuned, tune
from arcwalk.systems.training_task import TrainingTask
from arcwalk.training.annotation_convention import find_convention
from arcwalk.training.averaged_runs import shuffles
from arcwalk.training.checkpoint import StageResult, TrainingStopped
from arcwalk.training.encoded_treebank import EncodedTreebank
from arcwalk.training.folds import Folds
from arcwalk.training.held_out import hold_out
from arcwalk.training.kept_results import epochs_kept
from arcwalk.training.setting import Setting
from arcwalk.training.stage import Stage, nothing

PRUNER_TABLE_BITS = 22

Task = TrainingTask[SamplingOptions]


@dataclass(frozen=True)
class ParserKind:
    """What a kind of sampling parser has of its own: its class, templates besides those of trees, how it reads."""

    parser: type[SamplingParser]
    templates: str
    reader: Callable[[Task, EncodedTreebank], SentenceReader]


GIVEN_TAGS = ParserKind(SamplingParser, "", lambda _, treebank: GivenTags(treebank))


def train_sampling(task: Task) -> SamplingParser:
    """Learn from annotated sentences; step size and epochs are tuned on `task.dev`, or else on held-out sentences."""
    return train_trees(task, GIVEN_TAGS)


def train_trees(task: Task, kind: ParserKind) -> SamplingParser:
    """Encode, train pruners and network, find candidates, tune, learn, average.

    If interrupted while it learns trees, `TrainingStopped` has the parser so far.
    """
    options, setting = task.options, task.setting
    features = TreeFeatures.of(options, clusters=setting.words is not None, more=kind.templates)
    treebank = encode(task, features)
    reader = kind.reader(task, treebank)
    network, pruners = train_network_and_pruners(task, treebank, features, reader)
    first = network.alone(FIRST) if network and _holds_out(task) else None
    candidates = find_candidates(treebank, reader, pruners, first, setting.progress)
    problem = TreeProblem(
        treebank=treebank,
        examples=candidates.examples,
        search=search_of(options, pruners.full, setting.seed),
        features=features,
        convention=find_convention(task.sentences, treebank.label_set.names),
    )
    options = tuned(task, problem, candidates, pruners, network)
    trees = learn_trees(problem, options, setting)

    def parser(weights: Weights) -> SamplingParser:
        return kind.parser(
            options,
            treebank.encoder,
            features.text,
            treebank.label_set,
            problem.convention,
            pruners.full,
            rounded(weights, 1.0),
            features.own,
            network,
            setting.seed,
        )

    try:
        return parser(trees.run(f"trees, {options.shuffles} shuffles", setting))
    except KeyboardInterrupt:
        if not (runs := _runs_so_far(options, setting)):
            raise
        raise TrainingStopped(parser(_average(runs, options))) from None


def encode(task: Task, features: TreeFeatures) -> EncodedTreebank:
    """The treebank with the properties of words that the templates name."""
    options = task.options
    treebank = EncodedTreebank.of(
        task.sentences,
        features.properties,
        task.setting.words,
        backoff=options.backoff,
        hashed=bool(features.own.names),
    )
    require_room(options.table_bits, len(treebank.label_set), "labels")
    return treebank


def train_network_and_pruners(
    task: Task, treebank: EncodedTreebank, features: TreeFeatures, reader: SentenceReader
) -> tuple[NeuralScorer | None, TrainedPruners[Pruner]]:
    """Neither needs the other: while one core is busy with the network, the others train pruners of heads."""
    options, setting = task.options, task.setting
    training = PrunerTraining(
        treebank=treebank,
        corpus=treebank.corpus,
        codes=[reader.codes(i) for i in range(len(treebank))],
        templates=features.templates,
        folds=Folds.of(options.folds, len(treebank)),
        shuffles=options.pruner_shuffles,
        table_bits=PRUNER_TABLE_BITS,
        word_dropout=options.word_dropout,
        projective=treebank.is_projective(options.projective),
        by_samplerank=options.pruner == SAMPLERANK,
        has_prior=options.pruner_scores,
        setting=setting,
    )
    scorer: Stage[NeuralScorer] | Stage[None] = nothing()
    if options.neural:
        everything = range(len(treebank))
        held_out = hold_out(everything)[1] if _holds_out(task) else ()
        epochs = options.neural_epochs or enough_epochs(treebank.words_seen(everything))
        scorer = scorer_of(treebank, held_out, epochs, options.word_dropout, setting)
    beside = " and network" if scorer.tasks else ""
    folds = f"{training.folds.count} folds"
    network, learned_heads = scorer.beside(training.head_weights()).run(f"pruner heads{beside}, {folds}", setting)
    heads = training.heads(learned_heads, options.pruner_recall)
    learned_labels = training.label_weights().run(f"pruner labels, {folds}", setting)
    return network, training.with_labels(heads, learned_labels)


def _holds_out(task: Task) -> bool:
    """Whether sentences of the treebank are held out to tune on."""
    return needs_tuning(task.options) and not task.dev


def needs_tuning(options: SamplingOptions) -> bool:
    """Whether step size or epochs are to be chosen on held-out sentences."""
    return not (options.epochs and options.aggressiveness)


def tuned(
    task: Task,
    problem: TreeProblem,
    candidates: TrainingCandidates,
    pruners: TrainedPruners[Pruner],
    network: NeuralScorer | None,
) -> SamplingOptions:
    """The options with step size and epochs filled in.

    Held-out sentences have out-of-fold candidates, so no pruner is trained again.
    """
    options, setting, everything = task.options, task.setting, range(len(problem.treebank))
    if not needs_tuning(options):
        return options

    def choose() -> Tuned:
        if not task.dev:
            return tune(problem, options, hold_out(everything)[0], candidates.held_out, setting)
        codes = [problem.treebank.encoder.encode(sentence) for sentence in task.dev]
        pruner = pruners.full
        dev_candidates = (search_space(pruner, network, own) for own in codes)
        return tune(problem, options, everything, list(map(HeldOut, task.dev, codes, dev_candidates)), setting)

    result = setting.checkpoint.get_or_compute("tuning", lambda: choose().pack())
    return Tuned.unpack(result).applied_to(options)


def learn_trees(problem: TreeProblem, options: SamplingOptions, setting: Setting) -> Stage[Weights]:
    """The average of several runs over all sentences, each on its own shuffle."""

    def learner(shuffle: int) -> TreeLearner:
        return TreeLearner(
            problem=problem,
            options=options,
            chosen=range(len(problem.treebank)),
            checkpoint=setting.checkpoint,
            name=_run_name(shuffle),
        )

    return Stage(
        tasks=[partial(learner(i), random) for i, random in enumerate(shuffles(setting.seed, options.shuffles))],
        steps=options.shuffles * options.epochs,
        value=lambda _: _average(_runs_so_far(options, setting), options),
        done=epochs_kept(map(_run_name, range(options.shuffles)), setting.checkpoint),
    )


def _runs_so_far(options: SamplingOptions, setting: Setting) -> list[StageResult]:
    """What was kept of the runs that have finished at least one epoch."""
    kept = [setting.checkpoint.get(_run_name(shuffle)) for shuffle in range(options.shuffles)]
    return [run for run in kept if run]


def _average(runs: list[StageResult], options: SamplingOptions) -> Weights:
    return average(learned(run, 1 << options.table_bits) for run in runs)


def _run_name(shuffle: int) -> str:
    return f"shuffle {shuffle}"
