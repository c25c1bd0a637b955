"""Training for `--system rerank`: lists of trees by cross-validation, then the learner that ranks them.

A parser finds better trees for sentences that it was trained on than for others. So the sentences are dealt into folds,
and the lists of each come from a parser that has learned from all others: lists like those that parsing will meet.
"""

from collections.abc import Callable, Sequence
from functools import partial

from arcwalk.arrays import Weights
from arcwalk.features.feature_sets import complete_templates, template_text
from arcwalk.features.python_features import require
from arcwalk.features.templates import properties_of
from arcwalk.features.weights import rounded
from arcwalk.learning.parallel import all_of, average, train_shuffles
from arcwalk.scoring.model import make_model
from arcwalk.scoring.scorer import Model
from arcwalk.systems.convention import find_convention
from arcwalk.systems.folds import sentence_of
from arcwalk.systems.mst.options import MstOptions
from arcwalk.systems.mst.training import FOLD_SHUFFLES, MstTraining
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress
from arcwalk.systems.rerank.learner import ListLearner, RatedList
from arcwalk.systems.rerank.options import RerankOptions
from arcwalk.systems.rerank.parser import RerankParser, as_list
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.word_classes import PUNCTUATION

AGGRESSIVENESS = {"adaptive": 0.006, "mira": 0.001}  # for the full set of templates


def train_rerank(
    sentences: Sequence[Sentence],
    _: Sequence[Sentence] | None,
    options: RerankOptions,
    setting: Setting,
    progress: Progress,
) -> RerankParser:
    """Learn from annotated sentences; nothing is chosen, so no others are needed."""
    text = template_text(options.features)
    templates = complete_templates(text, options.features)
    properties = properties_of([template for group in templates.values() for template in group])
    base_options = MstOptions(
        shuffles=options.mst_shuffles,
        epochs=options.mst_epochs,
        forget=options.forget,
        projective=options.projective,
        folds=options.folds,
        table_bits=min(options.table_bits, MstOptions().table_bits),
        backoff=options.backoff,
    )
    run = MstTraining(sentences, base_options, setting, progress, properties)
    convention = find_convention(sentences, run.labels)

    def model(weights: Weights) -> Model:
        return make_model(templates, run.encoder, run.labels, convention, weights, require([]))

    lists = rated_lists(run, options, setting.jobs, progress)
    best, first = oracle(run.corpus, lists)
    progress.say(
        f"lists of {options.k} trees of sentences not trained on: {100 * best:.2f} UAS of the best tree, "
        f"{100 * first:.2f} of the first"
    )
    progress.stage(f"mst, {options.mst_shuffles} shuffles", run.steps(options.mst_shuffles))
    base = run.parser()
    learner = ListLearner(
        epochs=options.epochs,
        table_bits=options.table_bits,
        aggressiveness=options.aggressiveness or AGGRESSIVENESS[options.steps],
        adaptive=options.steps == "adaptive",
        forget=options.forget,
    )
    progress.stage(f"ranking, {options.shuffles} shuffles", options.shuffles * options.epochs)
    members = train_shuffles(
        partial(learner.train, run.corpus, lists, model, run.lexical),
        shuffles=options.shuffles,
        seed=setting.seed,
        jobs=setting.jobs,
        advance=progress.advance,
    )
    return RerankParser(options, base, text, convention, rounded(average(members), 1.0))


def rated_lists(run: MstTraining, options: RerankOptions, jobs: int, progress: Progress) -> list[RatedList]:
    """The list of each sentence, by a parser that has not seen it, and the errors of its trees."""
    folds = len(run.jackknife.folds)
    shuffles = min(options.mst_shuffles, FOLD_SHUFFLES)
    progress.stage(f"lists, {folds} folds", folds * run.steps(shuffles))
    tasks = [partial(_lists_of_fold, run, options, fold, shuffles) for fold in range(folds)]
    found = all_of(tasks, jobs, progress.advance)
    return [found[i % folds][i // folds] for i in range(len(run.corpus))]


def _lists_of_fold(
    run: MstTraining, options: RerankOptions, fold: int, shuffles: int, after_epoch: Callable[[], None]
) -> list[RatedList]:
    parser = run.parser_without(fold, shuffles, after_epoch)
    rated = []
    for i in range(fold, len(run.corpus), len(run.jackknife.folds)):
        codes, heads, labels = sentence_of(run.corpus, i)
        found = parser.k_best(run.jackknife.codes(i, codes), None, None, options.k)
        wrong_heads, wrong_labels = (found.heads != heads).sum(axis=1), (found.labels != labels).sum(axis=1)
        rated.append(RatedList(as_list(found, options.trust), wrong_heads + options.label_cost * wrong_labels))
    return rated


def oracle(corpus: Corpus, lists: Sequence[RatedList]) -> tuple[float, float]:
    """The share of right heads, without punctuation: if the best tree of each list were found, and of the first one."""
    words = first = best = 0
    for i, (listed, _) in enumerate(lists):
        codes, heads, _ = sentence_of(corpus, i)
        counted = codes[1:-2, 1] != PUNCTUATION
        right = ((listed.choices.head[listed.trees[:, 1:]] == heads[1:]) & counted).sum(axis=1)
        words, first, best = words + int(counted.sum()), first + int(right[0]), best + int(right.max())
    return best / max(words, 1), first / max(words, 1)
