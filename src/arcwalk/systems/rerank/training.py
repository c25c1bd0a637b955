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
from arcwalk.learning.parallel import all_of
from arcwalk.scoring.model import make_model
from arcwalk.scoring.scorer import Model
from arcwalk.systems.annotation_convention import find_convention
from arcwalk.systems.label_set import require_room
from arcwalk.systems.mst.options import MstOptions
from arcwalk.systems.mst.parser import MstParser
from arcwalk.systems.mst.training import MstTraining
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress
from arcwalk.systems.rerank.learner import CostedList, ListLearner
from arcwalk.systems.rerank.options import RerankOptions
from arcwalk.systems.rerank.parser import RerankParser, as_list
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.word_classes import PUNCTUATION

AGGRESSIVENESS = {"adaptive": 0.006, "mira": 0.001}  # for the full set of templates
LABEL_COST = 0.5  # of a wrong label, where a wrong head costs 1
FOLD_SHUFFLES = 2  # enough for parsers that only serve to train the reranker


def train_rerank(
    sentences: Sequence[Sentence],
    _: Sequence[Sentence] | None,
    options: RerankOptions,
    setting: Setting,
    progress: Progress,
) -> RerankParser:
    """Learn from annotated sentences; nothing is tuned, so no others are needed."""
    text = template_text(options.features, clusters=setting.words is not None)
    templates = complete_templates(text, options.features)
    properties = properties_of([template for group in templates.values() for template in group])
    base_options = MstOptions(
        shuffles=options.mst_shuffles,
        epochs=options.mst_epochs,
        word_dropout=options.word_dropout,
        projective=options.projective,
        folds=options.folds,
        table_bits=min(options.table_bits, MstOptions().table_bits),
        backoff=options.backoff,
    )
    run = MstTraining(sentences, base_options, setting, progress, properties)
    require_room(options.table_bits, len(run.label_set), "labels")
    convention = find_convention(sentences, run.label_set.names)

    def model(weights: Weights) -> Model:
        return make_model(templates, run.encoder, run.label_set.names, convention, weights, require([]))

    lists = out_of_fold_lists(run, options)
    best, first = oracle(run.corpus, lists)
    progress.say(
        f"out-of-fold {options.k}-best lists: oracle UAS {best:.2f}, 1-best UAS {first:.2f}, no punctuation",
        oracle_uas=best,
        uas=first,
    )
    base = run.parser("mst")
    learner = ListLearner(
        epochs=options.epochs,
        table_bits=options.table_bits,
        aggressiveness=options.aggressiveness or AGGRESSIVENESS[options.update],
        adaptive=options.update == "adaptive",
        word_dropout=options.word_dropout,
    )
    progress.stage(f"ranking, {options.shuffles} shuffles", options.shuffles * options.epochs)
    weights = run.average(
        "ranking",
        partial(learner.train, run.corpus, lists, model, run.lexical),
        shuffles=options.shuffles,
        epochs=options.epochs,
        table_bits=options.table_bits,
        unit=1.0,
    )
    return RerankParser(options, base, text, convention, weights)


def out_of_fold_lists(run: MstTraining, options: RerankOptions) -> list[CostedList]:
    """The list of each sentence, by a parser that was not trained on it, and the cost of its trees."""
    shuffles = min(options.mst_shuffles, FOLD_SHUFFLES)
    parsers = run.out_of_fold_parsers(shuffles, f"mst for lists, {run.folds} folds")
    run.progress.stage("k-best lists", run.folds, "folds")
    tasks = [partial(_lists_of_fold, run, parser, fold, options.k) for fold, parser in enumerate(parsers)]
    found = all_of(tasks, run.setting.jobs, run.progress.advance)
    return [found[i % run.folds][i // run.folds] for i in range(len(run.corpus))]


def _lists_of_fold(
    run: MstTraining, parser: MstParser, fold: int, k: int, after: Callable[[], None]
) -> list[CostedList]:
    lists = []
    for i in range(fold, len(run.corpus), run.folds):
        codes, heads, labels = run.corpus.sentence(i)
        found = parser.tree_list(run.out_of_fold.codes(i, codes), None, None, k)
        wrong_heads, wrong_labels = (found.heads != heads).sum(axis=1), (found.labels != labels).sum(axis=1)
        lists.append(CostedList(as_list(found), wrong_heads + LABEL_COST * wrong_labels))
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
