"""Training for `--system rerank`: lists of trees by cross-validation, then the learner that ranks them.

A parser finds better trees for sentences that it was trained on than for others. So the sentences are dealt into folds,
and the lists of each come from a parser that has learned from all others: lists like those that parsing will meet.
"""

from collections.abc import Sequence
from functools import partial

from arcwalk.arrays import Weights
from arcwalk.features.feature_sets import complete_templates, template_text
from arcwalk.features.scorer import Model
from arcwalk.features.templates import properties_of
from arcwalk.features.user import require
from arcwalk.features.weights import rounded
from arcwalk.learning.bayes_point import average, train_shuffles
from arcwalk.learning.reranking import ListLearner, RatedList
from arcwalk.systems.convention import find_convention
from arcwalk.systems.jackknife import sentence_of
from arcwalk.systems.mst import MstOptions
from arcwalk.systems.mst_training import MstTraining
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress
from arcwalk.systems.rerank import RerankOptions, RerankParser, as_list
from arcwalk.systems.sampling import make_model
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.words import PUNCTUATION


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

    lists = rated_lists(run, options, progress)
    progress.stage("mst", run.steps())
    base = run.parser()
    learner = ListLearner(
        epochs=options.epochs,
        table_bits=options.table_bits,
        aggressiveness=options.aggressiveness,
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


def rated_lists(run: MstTraining, options: RerankOptions, progress: Progress) -> list[RatedList]:
    """The list of each sentence, by a parser that has not seen it, and the errors of its trees."""
    corpus, jackknife = run.corpus, run.jackknife
    folds = len(jackknife.folds)
    progress.stage(f"lists, {folds} folds", folds * run.steps())
    rated: list[RatedList | None] = [None] * len(corpus)
    words, first, oracle = 0, 0, 0
    for fold in range(folds):
        parser = run.parser_without(fold)
        for i in range(fold, len(corpus), folds):
            codes, heads, labels = sentence_of(corpus, i)
            found = parser.k_best(jackknife.codes(i, codes), None, None, options.k)
            wrong_heads, wrong_labels = (found.heads != heads)[:, 1:], (found.labels != labels)[:, 1:]
            errors = wrong_heads.sum(axis=1) + options.label_cost * wrong_labels.sum(axis=1)
            rated[i] = RatedList(as_list(found, options.trust), errors)
            counted = codes[1:-2, 1] != PUNCTUATION
            right = (~wrong_heads & counted).sum(axis=1)
            words, first, oracle = words + counted.sum(), first + right[0], oracle + right.max()
    progress.say(
        f"lists of {options.k} trees of sentences not trained on: {100 * oracle / words:.2f} UAS of the best tree, "
        f"{100 * first / words:.2f} of the first"
    )
    return [one for one in rated if one is not None]
