"""Training `--system rerank`: out-of-fold k-best lists, then the learner that ranks their trees.

A parser finds better trees for sentences that it was trained on than for new ones. So the lists of each fold come from
a parser trained on all other sentences: lists like those that parsing will meet.
"""

from collections.abc import Callable, Sequence
from functools import partial

from arcwalk.arrays import Weights
from arcwalk.features.feature_sets import complete_templates, template_text
from arcwalk.features.python_features import require
from arcwalk.features.templates import properties_of
from arcwalk.models.label_set import require_room
from arcwalk.scoring.model import make_model
from arcwalk.scoring.scorer import Model
from arcwalk.systems.mst.options import MstOptions
from arcwalk.systems.mst.parser import MstParser
from arcwalk.systems.mst.training import MstTraining
from arcwalk.systems.rerank.learner import CostedList, ListLearner
from arcwalk.systems.rerank.options import RerankOptions
from arcwalk.systems.rerank.parser import RerankParser, as_list
from arcwalk.systems.training_task import TrainingTask
from arcwalk.training.annotation_convention import find_convention
from arcwalk.training.averaged_runs import AveragedRuns, averages_of, shuffles
from arcwalk.training.stage import Stage
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.word_classes import PUNCTUATION

AGGRESSIVENESS = {"adaptive": 0.006, "mira": 0.001}  # for the full set of templates
LABEL_COST = 0.5  # of a wrong label, where a wrong head costs 1
FOLD_SHUFFLES = 2  # enough for parsers that only serve to train the reranker


def train_rerank(task: TrainingTask[RerankOptions]) -> RerankParser:
    """Learn from annotated sentences; nothing is tuned."""
    options, setting = task.options, task.setting
    text = template_text(options.features, clusters=setting.words is not None)
    templates = complete_templates(text, options.features)
    properties = properties_of([template for group in templates.values() for template in group])
    base_task = TrainingTask(sentences=task.sentences, options=base_options(options), setting=setting)
    training = MstTraining.of(base_task, properties)
    treebank = training.treebank
    require_room(options.table_bits, len(treebank.label_set), "labels")
    convention = find_convention(task.sentences, treebank.label_set.names)

    def model(weights: Weights) -> Model:
        return make_model(templates, treebank.encoder, treebank.label_set.names, convention, weights, require([]))

    lists = out_of_fold_lists(training, options)
    best, first = oracle(treebank.corpus, lists)
    setting.progress.say(
        f"out-of-fold {options.k}-best lists: oracle UAS {best:.2f}, 1-best UAS {first:.2f}, no punctuation",
        oracle_uas=best,
        uas=first,
    )
    base = training.parser("mst")
    learner = ListLearner(
        epochs=options.epochs,
        table_bits=options.table_bits,
        aggressiveness=options.aggressiveness or AGGRESSIVENESS[options.update],
        adaptive=options.update == "adaptive",
        word_dropout=options.word_dropout,
    )
    runs = AveragedRuns(
        name="ranking",
        learner=partial(learner.train, treebank.corpus, lists, model, treebank.lexical),
        randoms=shuffles(setting.seed, options.shuffles),
        epochs=options.epochs,
        table_bits=options.table_bits,
        unit=1.0,
    )
    ranking = averages_of([runs], setting.checkpoint).run(f"ranking, {options.shuffles} shuffles", setting)
    return RerankParser(options, base, text, convention, ranking[0])


def base_options(options: RerankOptions) -> MstOptions:
    """Those of the parser that makes the lists."""
    return MstOptions(
        shuffles=options.mst_shuffles,
        epochs=options.mst_epochs,
        learner=options.mst_learner,
        word_dropout=options.word_dropout,
        projective=options.projective,
        folds=options.folds,
        table_bits=min(options.table_bits, MstOptions().table_bits),
        backoff=options.backoff,
    )


def out_of_fold_lists(training: MstTraining, options: RerankOptions) -> list[CostedList]:
    """The list of each sentence, by a parser that was not trained on it, and the cost of its trees."""
    folds = training.folds
    parsers = training.out_of_fold_parsers(
        min(options.mst_shuffles, FOLD_SHUFFLES), f"mst for lists, {folds.count} folds"
    )
    tasks = [partial(_lists_of_fold, training, parsers[fold], fold, options.k) for fold in folds]
    lists = Stage(tasks=tasks, steps=folds.count, value=list)
    return folds.in_order(lists.run("k-best lists", training.setting, "folds"))


def _lists_of_fold(
    training: MstTraining, parser: MstParser, fold: int, k: int, after: Callable[[], None]
) -> list[CostedList]:
    lists = []
    for i in training.folds.members(fold):
        codes, heads, labels = training.treebank.corpus.sentence(i)
        trees = parser.tree_list(training.pruners.codes(i, codes), None, None, k)
        wrong_heads, wrong_labels = (trees.heads != heads).sum(axis=1), (trees.labels != labels).sum(axis=1)
        lists.append(CostedList(as_list(trees), wrong_heads + LABEL_COST * wrong_labels))
    after()
    return lists


def oracle(corpus: Corpus, lists: Sequence[CostedList]) -> tuple[float, float]:
    """UAS in percent, without punctuation, of the best tree of each list, and of the first one."""
    words = first = best = 0
    for i, (listed, _) in enumerate(lists):
        codes, heads, _ = corpus.sentence(i)
        counted = codes[1:-2, 1] != PUNCTUATION
        right = ((listed.choices.head[listed.trees[:, 1:]] == heads[1:]) & counted).sum(axis=1)
        words, first, best = words + int(counted.sum()), first + int(right[0]), best + int(right.max())
    return 100 * best / max(words, 1), 100 * first / max(words, 1)
