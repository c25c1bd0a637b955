"""Training `--system mst`: pruners, then trees and labels, each averaged over shuffles."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random

import numpy as np

from arcwalk.arrays import Heads, Numbers, Weights
from arcwalk.components.labeler.labeler import label_properties, shipped_label_templates
from arcwalk.components.labeler.training import LabelerTraining
from arcwalk.components.pruner.head_pruner import HeadPruner
from arcwalk.components.pruner.training import PrunerTraining, TrainedPruners
from arcwalk.features.feature_sets import own_templates
from arcwalk.features.templates import properties_of
from arcwalk.learning.averaging import OnlineLearner
from arcwalk.learning.word_dropout import word_dropout
from arcwalk.systems.mst.chart import SecondOrderModel
from arcwalk.systems.mst.kernels.second_order_update import PrunedTreebank, Update, second_order_epoch
from arcwalk.systems.mst.kernels.sibling_parts import SecondOrderTable
from arcwalk.systems.mst.options import MstOptions
from arcwalk.systems.mst.parser import MstParser
from arcwalk.systems.mst.templates import ARC, second_order_table, second_order_templates, shipped_second_order
from arcwalk.systems.training_task import TrainingTask
from arcwalk.training.averaged_runs import AveragedRuns, averages_of, shuffles
from arcwalk.training.encoded_treebank import EncodedTreebank
from arcwalk.training.folds import FULL_TREEBANK, Folds, OutOfFold
from arcwalk.training.progress import Progress
from arcwalk.training.setting import Setting
from arcwalk.treebank.corpus import Corpus
from arcwalk.trees.shape import projectivized

LABEL_EPOCHS = 4
PRUNER_SHUFFLES, PRUNER_TABLE_BITS = 2, 20


def train_mst(task: TrainingTask[MstOptions]) -> MstParser:
    """Learn from annotated sentences; nothing is tuned."""
    return MstTraining.of(task).parser("trees and labels")


@dataclass(frozen=True, kw_only=True)
class MstTraining:
    """What second-order parsers of one treebank, or of all folds but one, are learned from."""

    options: MstOptions  # with a decision for `projective`
    setting: Setting
    treebank: EncodedTreebank
    trees: Corpus  # to learn, projective if only such trees are searched
    templates: str
    label_templates: str
    table: SecondOrderTable
    update: Update
    unit: float
    pruners: OutOfFold[HeadPruner]
    pruned: PrunedTreebank

    @classmethod
    def of(cls, task: TrainingTask[MstOptions], properties: Collection[str] = ()) -> "MstTraining":
        """Encode, with `properties` for other users of the encoder, and train pruners."""
        options, setting = task.options, task.setting
        clusters = setting.words is not None
        text = own_templates(options.features) if options.features else shipped_second_order(clusters=clusters)
        templates = second_order_templates(text, options.features or "the templates")
        label_text = shipped_label_templates(clusters=clusters)
        own = properties_of([template for group in templates.values() for template in group])
        needed = own | label_properties(label_text) | {*properties}
        treebank = EncodedTreebank.of(task.sentences, needed, setting.words, backoff=options.backoff)
        projective = treebank.is_projective(options.projective)
        trees = _projective(treebank.corpus) if projective else treebank.corpus
        training = PrunerTraining(
            treebank=treebank,
            corpus=trees,
            codes=[treebank.corpus.sentence(i)[0] for i in range(len(treebank))],
            templates=templates,
            folds=Folds.of(options.folds, len(treebank)),
            shuffles=PRUNER_SHUFFLES,
            table_bits=PRUNER_TABLE_BITS,
            word_dropout=options.word_dropout,
            projective=projective,
            setting=setting,
        )
        learned = training.head_weights().run(f"pruner heads, {training.folds.count} folds", setting)
        pruners = training.heads(learned, options.pruner_recall)
        is_mira = options.learner == "mira"
        update = Update(
            margin=1.0 if is_mira else options.margin * len(templates[ARC]),
            aggressiveness=options.aggressiveness if is_mira else 0.0,
            trees=options.k_best if is_mira else 1,
        )
        return cls(
            options=replace(options, projective=projective),
            setting=setting,
            treebank=treebank,
            trees=trees,
            templates=text,
            label_templates=label_text,
            table=second_order_table(templates, treebank.encoder.columns),
            update=update,
            unit=update.margin or len(templates[ARC]),
            pruners=pruners.of_folds,
            pruned=_prune(trees, pruners, setting.progress),
        )

    @property
    def folds(self) -> Folds:
        """The folds of the pruners, and of parsers for k-best lists."""
        return self.pruners.folds

    @property
    def projective(self) -> bool:
        """Whether only projective trees are searched."""
        return self.options.projective is True

    def parser(self, title: str) -> MstParser:
        """The parser trained on all sentences."""
        return self._train([FULL_TREEBANK], self.options.shuffles, title)[0]

    def out_of_fold_parsers(self, shuffles: int, title: str) -> list[MstParser]:
        """One parser for each fold; neither it nor its pruner was trained on the fold."""
        return self._train(list(self.folds), shuffles, title)

    def _train(self, folds: Sequence[int], shuffles: int, title: str) -> list[MstParser]:
        """Trees and labels without each of some folds, averaged over shuffles."""
        stage = averages_of([runs for fold in folds for runs in self._runs(fold, shuffles)], self.setting.checkpoint)
        weights = stage.run(f"{title}, {shuffles} shuffles", self.setting)
        parsers = []
        for position, fold in enumerate(folds):
            trees = SecondOrderModel(
                templates=self.templates,
                encoder=self.treebank.encoder,
                weights=weights[2 * position],
                pruner=self.pruners.model(fold),
                projective=self.projective,
                single_root=self.treebank.single_root,
            )
            parsers.append(MstParser(self.options, trees, self._labels(fold).labeler(weights[2 * position + 1])))
        return parsers

    def _runs(self, fold: int, count: int) -> Iterator[AveragedRuns]:
        """The runs for trees, then those for labels."""
        name = "" if fold == FULL_TREEBANK else f"fold {fold} "
        yield AveragedRuns(
            name=f"{name}trees",
            learner=partial(self._learn_trees, fold),
            randoms=shuffles(self.setting.seed, count),
            epochs=self.options.epochs,
            table_bits=self.options.table_bits,
            unit=self.unit,
        )
        yield self._labels(fold).runs(f"{name}labels", shuffles(self.setting.seed, count))

    def _learn_trees(self, fold: int, random: Random, after_epoch: Callable[[], None]) -> Weights:
        """The weights of trees, learned without a fold and averaged over all steps."""
        options, trees, pruned = self.options, self.folds.training_part(self.trees, fold), self.pruned
        if fold != FULL_TREEBANK:
            pruned = _pruned_part(pruned, self.treebank.corpus, self.folds.others(fold))
        drop = word_dropout(trees, self.treebank.lexical, options.word_dropout, random)
        how = (pruned, self.table, self.projective, self.treebank.single_root, self.update)

        def one_epoch(order: Numbers, step: int, weights: Weights, totals: Weights) -> None:
            second_order_epoch(drop(), trees.rows, trees.heads, order, *how, step, weights, totals)

        learner = OnlineLearner(epochs=options.epochs, table_bits=options.table_bits)
        return learner.averaged(one_epoch, trees.order(), random, after_epoch)

    def _labels(self, fold: int) -> LabelerTraining:
        """The training of the labeler without a fold."""
        part = self.folds.training_part(self.treebank.corpus, fold)
        return LabelerTraining(part, self.treebank.label_set, self.treebank.encoder, self.label_templates, LABEL_EPOCHS)


def _projective(corpus: Corpus) -> Corpus:
    """The treebank with projective trees: others cannot be found, so they cannot be learned."""
    heads = corpus.heads.copy()
    for i in range(len(corpus)):
        _, gold, _ = corpus.sentence(i)
        heads[corpus.rows[i] : corpus.rows[i] + len(gold)] = projectivized(gold)
    return Corpus(corpus.codes, corpus.rows, heads, corpus.labels, corpus.weights)


def _prune(trees: Corpus, pruners: TrainedPruners[HeadPruner], progress: Progress) -> PrunedTreebank:
    """The out-of-fold candidates of all sentences; gold heads are always among them."""
    starts = np.zeros(len(trees.heads), dtype=np.int64)
    of_sentence: dict[int, Heads] = {}
    for i, pruner in pruners.of_folds.in_turn():
        codes, gold, _ = trees.sentence(i)
        likely_heads = pruner.candidates(pruners.of_folds.codes(i, codes), gold=gold)
        row = trees.rows[i]
        starts[row : row + len(likely_heads.start)] = likely_heads.start
        of_sentence[i] = likely_heads.head
    heads = [of_sentence[i] for i in range(len(trees))]
    arcs = np.cumsum([0, *map(len, heads)])
    per_word = float(arcs[-1] / np.count_nonzero(trees.heads >= 0))
    progress.say(
        f"pruner: {100 * pruners.recall:.2f}% of gold heads kept on out-of-fold sentences, "
        f"{per_word:.1f} candidate heads per word",
        recall=100 * pruners.recall,
        heads_per_word=per_word,
    )
    return PrunedTreebank(starts, arcs, np.concatenate(heads))


def _pruned_part(pruned: PrunedTreebank, corpus: Corpus, kept: Sequence[int]) -> PrunedTreebank:
    """The candidates of some sentences."""
    heads = [pruned.head[pruned.arcs[i] : pruned.arcs[i + 1]] for i in kept]
    starts = [pruned.start[corpus.rows[i] : corpus.rows[i + 1]] for i in kept]
    return PrunedTreebank(np.concatenate(starts), np.cumsum([0, *map(len, heads)]), np.concatenate(heads))
