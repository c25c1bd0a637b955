"""Training `--system mst`: pruners, then trees and labels, each averaged over shuffles."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from random import Random

import numpy as np

from arcwalk.arrays import Heads, Numbers, Weights
from arcwalk.features.feature_sets import own_templates
from arcwalk.features.templates import properties_of
from arcwalk.learning.averaging import OnlineLearner
from arcwalk.learning.word_dropout import word_dropout
from arcwalk.systems.averaged_shuffles import AveragedRuns, train_averages
from arcwalk.systems.folds import EVERYTHING, sentences_without, training_part
from arcwalk.systems.labeler.labeler import label_properties, shipped_label_templates
from arcwalk.systems.labeler.training import TABLE_BITS, LabelerTraining
from arcwalk.systems.mst.chart import SecondOrderModel
from arcwalk.systems.mst.kernels.second_order_update import PrunedTreebank, Update, second_order_epoch
from arcwalk.systems.mst.options import MstOptions
from arcwalk.systems.mst.parser import MstParser
from arcwalk.systems.mst.templates import ARC, second_order_table, second_order_templates, shipped_second_order
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress
from arcwalk.systems.pruner.training import PrunerTraining
from arcwalk.systems.training_run import TrainingRun
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.sentence import Sentence
from arcwalk.trees.shape import projectivized

LABEL_EPOCHS = 4
PRUNER_SHUFFLES, PRUNER_TABLE_BITS = 2, 20


def train_mst(
    sentences: Sequence[Sentence],
    _: Sequence[Sentence] | None,
    options: MstOptions,
    setting: Setting,
    progress: Progress,
) -> MstParser:
    """Learn from annotated sentences; nothing is tuned, so no others are needed."""
    return MstTraining(sentences, options, setting, progress).parser("trees and labels")


class MstTraining(TrainingRun):
    """Templates, pruners and candidates for one treebank; `properties` are encoded for other users of the encoder."""

    def __init__(
        self,
        sentences: Sequence[Sentence],
        options: MstOptions,
        setting: Setting,
        progress: Progress,
        properties: Collection[str] = (),
    ) -> None:
        clusters = setting.words is not None
        self.text = own_templates(options.features) if options.features else shipped_second_order(clusters=clusters)
        self.templates = second_order_templates(self.text, options.features or "the templates")
        own = properties_of([template for group in self.templates.values() for template in group])
        self.label_text = shipped_label_templates(clusters=clusters)
        needed = own | label_properties(self.label_text) | {*properties}
        super().__init__(sentences, needed, setting, progress, backoff=options.backoff)
        self.table = second_order_table(self.templates, self.encoder.columns)
        self.options = replace(options, projective="yes" if self.is_projective(options.projective) else "no")
        self.projective = self.options.projective == "yes"
        is_mira = options.learner == "mira"
        self.update = Update(
            margin=1.0 if is_mira else options.margin * len(self.templates[ARC]),
            aggressiveness=options.aggressiveness if is_mira else 0.0,
            trees=options.k_best if is_mira else 1,
        )
        self.unit = self.update.margin or len(self.templates[ARC])
        self.folds = min(options.folds, len(sentences))
        self.examples = self._projective_corpus() if self.projective else self.corpus
        training = PrunerTraining(
            run=self,
            corpus=self.examples,
            templates=self.templates,
            folds=self.folds,
            shuffles=PRUNER_SHUFFLES,
            table_bits=PRUNER_TABLE_BITS,
            word_dropout=options.word_dropout,
            projective=self.projective,
        )
        codes = [self.corpus.sentence(i)[0] for i in range(len(self.corpus))]
        self.out_of_fold, recall = training.heads(codes, options.pruner_recall)
        self.pruned = self._prune(recall)

    def parser(self, title: str) -> MstParser:
        """The parser trained on all sentences."""
        return self._train([EVERYTHING], self.options.shuffles, title)[0]

    def out_of_fold_parsers(self, shuffles: int, title: str) -> list[MstParser]:
        """One parser for each fold; neither it nor its pruner was trained on the fold."""
        return self._train(range(self.folds), shuffles, title)

    def _train(self, folds: Sequence[int], shuffles: int, title: str) -> list[MstParser]:
        """Trees and labels without each of some folds, averaged over shuffles."""
        wanted = []
        for fold in folds:
            name = "" if fold == EVERYTHING else f"fold {fold} "
            runs = partial(AveragedRuns.of, shuffles=shuffles, setting=self.setting)
            learn_trees, learn_labels = partial(self._learn_trees, fold), partial(self._learn_labels, fold)
            of_trees = runs(f"{name}trees", learn_trees, epochs=self.options.epochs, table_bits=self.options.table_bits)
            of_labels = runs(f"{name}labels", learn_labels, epochs=LABEL_EPOCHS, table_bits=TABLE_BITS)
            wanted += [(of_trees, self.unit), (of_labels, self._labels(fold).margin)]
        self.progress.stage(f"{title}, {shuffles} shuffles", sum(each.steps for each, _ in wanted))
        weights = train_averages(wanted, self.setting, self.progress.advance)
        parsers = []
        for place, fold in enumerate(folds):
            trees = SecondOrderModel(
                templates=self.text,
                encoder=self.encoder,
                weights=weights[2 * place],
                pruner=self.out_of_fold.model(fold),
                projective=self.projective,
                single_root=self.single_root,
            )
            parsers.append(MstParser(self.options, trees, self._labels(fold).labeler(weights[2 * place + 1])))
        return parsers

    def _learn_trees(self, fold: int, random: Random, after_epoch: Callable[[], None]) -> Weights:
        """The weights of trees, learned without a fold and averaged over all steps."""
        options, examples, pruned = self.options, self.examples, self.pruned
        if fold != EVERYTHING:
            examples = training_part(examples, fold, self.folds)
            pruned = _pruned_part(pruned, self.corpus, sentences_without(fold, self.folds, len(self.corpus)))
        drop = word_dropout(examples, self.lexical, options.word_dropout, random)
        how = (pruned, self.table, self.projective, self.single_root, self.update)

        def one_epoch(order: Numbers, step: int, weights: Weights, totals: Weights) -> None:
            second_order_epoch(drop(), examples.rows, examples.heads, order, *how, step, weights, totals)

        learner = OnlineLearner(epochs=options.epochs, table_bits=options.table_bits)
        return learner.averaged(one_epoch, len(examples), random, after_epoch)

    def _learn_labels(self, fold: int, random: Random, after_epoch: Callable[[], None]) -> Weights:
        return self._labels(fold).learn(random, after_epoch)

    def _labels(self, fold: int) -> LabelerTraining:
        """The training of the labeler without a fold."""
        corpus = self.corpus if fold == EVERYTHING else training_part(self.corpus, fold, self.folds)
        return LabelerTraining(corpus, self.label_set, self.encoder, self.label_text, LABEL_EPOCHS)

    def _projective_corpus(self) -> Corpus:
        """The treebank with projective trees: others cannot be found, so they cannot be learned."""
        heads = self.corpus.heads.copy()
        for i in range(len(self.corpus)):
            _, gold, _ = self.corpus.sentence(i)
            heads[self.corpus.rows[i] : self.corpus.rows[i] + len(gold)] = projectivized(gold)
        return Corpus(self.corpus.codes, self.corpus.rows, heads, self.corpus.labels)

    def _prune(self, recall: float) -> PrunedTreebank:
        """The out-of-fold candidates of all sentences; gold heads are always among them."""
        starts = np.zeros(len(self.corpus.heads), dtype=np.int64)
        of_sentence: dict[int, Heads] = {}
        for i, pruner in self.out_of_fold.in_turn(len(self.corpus)):
            codes, gold, _ = self.examples.sentence(i)
            found = pruner.candidates(self.out_of_fold.codes(i, codes), gold=gold)
            row = self.corpus.rows[i]
            starts[row : row + len(found.start)] = found.start
            of_sentence[i] = found.head
        heads = [of_sentence[i] for i in range(len(self.corpus))]
        arcs = np.cumsum([0, *map(len, heads)])
        per_word = float(arcs[-1] / np.count_nonzero(self.corpus.heads >= 0))
        self.progress.say(
            f"pruner: {100 * recall:.2f}% of gold heads kept on out-of-fold sentences, "
            f"{per_word:.1f} candidate heads per word",
            recall=100 * recall,
            heads_per_word=per_word,
        )
        return PrunedTreebank(starts, arcs, np.concatenate(heads))


def _pruned_part(pruned: PrunedTreebank, corpus: Corpus, kept: Sequence[int]) -> PrunedTreebank:
    """The candidates of some sentences."""
    heads = [pruned.head[pruned.arcs[i] : pruned.arcs[i + 1]] for i in kept]
    starts = [pruned.start[corpus.rows[i] : corpus.rows[i + 1]] for i in kept]
    return PrunedTreebank(np.concatenate(starts), np.cumsum([0, *map(len, heads)]), np.concatenate(heads))
