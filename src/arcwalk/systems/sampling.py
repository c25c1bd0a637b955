"""`--system sampling`: arbitrary features of the whole tree, found by guided stochastic steps. The default.

Zhang, Lei, Barzilay, Jaakkola and Globerson (2014), "Steps to Excellence: Simple Inference with Refined Scoring
of Dependency Trees".
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property

import numpy as np

from arcwalk.arrays import Codes, Heads, Labels, Weights
from arcwalk.features.arcs import arc_table
from arcwalk.features.part_list import Convention
from arcwalk.features.scorer import Model
from arcwalk.features.structure import structure_table, structure_templates
from arcwalk.features.structure_kernels import label_contributions
from arcwalk.features.templates import Template
from arcwalk.features.user import FeatureSet, hash_labels, require
from arcwalk.features.weights import pack, unpack
from arcwalk.systems import mst
from arcwalk.systems.found_trees import ConfidentTree, CorrectedTree, ScoredTree
from arcwalk.systems.model_file import ModelFile
from arcwalk.systems.mst import MstParser
from arcwalk.systems.options import kept_options, make_options, option
from arcwalk.systems.pruner import Pruner
from arcwalk.systems.readings import WordReadings
from arcwalk.systems.tag_examples import encode_readings
from arcwalk.systems.tree_search import CALIBRATED, METHODS, SAFE, Search, arc_marginals, choices_of, with_one_label
from arcwalk.systems.two_ways import as_read, both_ways, read_otherwise
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.trees.joint_search import expected_prior
from arcwalk.trees.pruning import Candidates
from arcwalk.trees.readings import Readings

NAME = "sampling"
MINIMUM_RISK = "minimum-risk"
_BASE = "base"


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplingOptions:
    """What can be set for `--system sampling`."""

    features: str = option("full", "what trees are scored by: full, turbo, or a template file of your own")
    features_from: str = option("", "a Python file with features of your own, see @arcwalk.feature")
    learner: str = option("violation", "what is learned from", choices=("violation", "samplerank"))
    constraints: str = option("both", "samplerank: which trees must lead", choices=("both", "neighbour", "gold"))
    samples: int = option(1, "samplerank: sweeps over a sentence in each epoch", least=1, most=1_000_000)
    epochs: int = option(0, "passes over the treebank, 0: 4, or fewer if held-out sentences are better off", least=0)
    aggressiveness: float = option(0.0, "largest step, 0: found out on held-out sentences", least=0)
    steps: str = option(
        "adaptive", "steps: shorter for weights that changed often, or MIRA's", choices=("adaptive", "mira")
    )
    shuffles: int = option(4, "runs to average, each on its own shuffle of the sentences", least=1)
    label_cost: float = option(0.5, "what a wrong label costs in training, where a wrong head costs 1", least=0)
    forget: float = option(1.0, "how readily a rare word counts as unknown in training, 0 never", least=0)
    recall: float = option(
        0.985, "share of right heads that the pruner keeps on unseen sentences, at least", least=0.5, most=1
    )
    trust: float = option(0.5, "how much the pruner's own scores count", least=0)
    base: str = option("none", "a parser whose doubts about heads count too", choices=("none", mst.NAME))
    folds: int = option(8, "parts of the treebank that the pruner is trained without, in turn", least=2, most=50)
    pruner_shuffles: int = option(5, "perceptrons to average in each pruner", least=1)
    projective: str = option("auto", "whether only projective trees are searched", choices=("auto", "yes", "no"))
    search: str = option("climb", "how trees are searched: hill climbing or an annealed sampler", choices=METHODS)
    budget: int = option(
        4, "climbs, the first from the pruner's tree; or sweeps of the sampler", least=1, most=1_000_000
    )
    reach: float = option(0.8, "how much less a choice may score, to be tried at all; smaller is faster", least=0)
    decode: str = option("best", "best-scoring tree, or most right heads to expect", choices=("best", MINIMUM_RISK))
    table_bits: int = option(23, "weights are hashed into a table of 2^this", least=10, most=28)
    backoff: str = option("auto", "short form of a word: auto, lemma, or its first 1 to 9 characters")


@dataclass(frozen=True)
class SamplingParser:
    """A trained model: the pruner and the weights of everything that trees are scored by."""

    options: SamplingOptions
    encoder: Encoder
    templates: str
    labels: list[str]
    convention: Convention
    pruner: Pruner
    weights: Weights
    features: FeatureSet
    seed: int = 0

    parsing_options = ("search", "budget", "reach", "decode")  # the ones that a trained model does not depend on

    def encode(self, sentence: Sentence) -> Codes:
        """The sentence as kernels read it."""
        return self.encoder.encode(sentence)

    @property
    def kernel_model(self) -> Model:
        """The model as kernels of this thread read it."""
        return self._model._replace(calls=self.features.calls)

    @cached_property
    def _model(self) -> Model:
        templates = parse_templates(self.templates)
        return make_model(templates, self.encoder, self.labels, self.convention, self.weights, self.features)

    @cached_property
    def search(self) -> Search:
        """How trees are searched."""
        return search_of(self.options, self.pruner, self.seed)

    @cached_property
    def _code(self) -> dict[str, int]:
        return {label: code for code, label in enumerate(self.labels)}

    def find_tree(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> tuple[Heads, list[str]]:
        """The heads (index 0 is the root) and the labels of words 1..n.

        Heads that are given are kept where they are not -1, labels where they are not empty or `_`.
        """
        candidates = self.candidates(codes, heads, labels)
        with self.features.errors():
            found, codes_found = self._decode(codes, candidates)
        return found, self.label_names(codes_found, labels)

    def find_confident_tree(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> ConfidentTree:
        """The same tree, and for words 1..n the probability of the head, and of both the head and the label."""
        candidates = self.candidates(codes, heads, labels)
        with self.features.errors():
            found, codes_found = self._decode(codes, candidates)
            marginals = self.search.marginals(self.kernel_model, as_read(codes), candidates, CALIBRATED)
        chosen = choices_of(candidates, found, codes_found)[1:]
        in_heads = arc_marginals(candidates, marginals)[candidates.choices.arc[chosen]]
        return ConfidentTree(found, self.label_names(codes_found, labels), in_heads, marginals[chosen])

    def find_trees(
        self, codes: Codes, heads: Heads | None, labels: Sequence[str] | None, count: int
    ) -> list[ScoredTree]:
        """At most `count` distinct trees, best first."""
        candidates = self.candidates(codes, heads, labels)
        with self.features.errors():
            trees = self.search.best_trees(self.kernel_model, as_read(codes), candidates, count)
        return [ScoredTree(found, self.label_names(codes_found, labels), score) for found, codes_found, score in trees]

    def encode_readings(
        self, sentence: Sentence, columns: Sequence[str], readings: Sequence[WordReadings], trust: float
    ) -> Readings:
        """The ways to read the words of a sentence as kernels read them."""
        return encode_readings(self.encoder, sentence, columns, readings, trust)

    def find_tagged_tree(
        self, codes: Codes, readings: Readings, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> CorrectedTree:
        """The best tree found where words may be read in other ways.

        The pruner looked at the tags that came. Where others are better, it looks again, and so does the search.
        """
        came = readings.start[:-1]
        codes = both_ways(codes, readings, came)
        candidates = self.candidates(codes, heads, labels)
        with self.features.errors():
            found, codes_found, read = self.search.best_tagged(self.kernel_model, as_read(codes), candidates, readings)
            corrected = not np.array_equal(read, came)
            if corrected:
                codes = both_ways(as_read(codes), readings, read)
                candidates = self.candidates(codes, heads, labels)
            if corrected or self.options.decode == MINIMUM_RISK:
                found, codes_found = self._decode(codes, candidates)
        return CorrectedTree(found, self.label_names(codes_found, labels), (read - came)[1:].tolist(), codes)

    def with_options(self, values: Mapping[str, object]) -> "SamplingParser":
        """The same model with other options; only `parsing_options` make a difference."""
        return replace(self, options=make_options(SamplingOptions, {**asdict(self.options), **values}))

    def _decode(self, codes: Codes, candidates: Candidates) -> tuple[Heads, Labels]:
        codes = as_read(codes)
        if self.options.decode == MINIMUM_RISK:
            marginals = self.search.marginals(self.kernel_model, codes, candidates, SAFE)
            return self.search.safest(candidates, marginals)
        return self.search.best(self.kernel_model, codes, candidates)

    def label_names(self, codes: Labels, given: Sequence[str] | None) -> list[str]:
        """The labels of words 1..n, but those that are given stay."""
        names = [self.labels[code] for code in codes[1:]]
        if given is not None:
            names = [new if old in ("", "_") else old for old, new in zip(given, names, strict=True)]
        return names

    def candidates(self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None) -> Candidates:
        """What is left after pruning; given heads and labels leave no other.

        A sentence that can be read in two ways (see `two_ways`) has the mean of their scores.
        """
        found, otherwise = self._prune(codes, heads, labels), read_otherwise(codes)
        if len(otherwise) == 0:
            return found
        return found._replace(prior=expected_prior(as_read(codes), otherwise, self.kernel_model, found))

    def _prune(self, codes: Codes, heads: Heads | None, labels: Sequence[str] | None) -> Candidates:
        """A given label that the model does not know counts as the likeliest one that it does: nothing is to be chosen
        here, so alternatives do not differ in it, and it is as probable as its head.
        """
        if labels is None:
            return self.pruner.candidates(codes, fixed=heads)
        fixed = np.array([-1, *(self._code.get(label, -1) for label in labels)], dtype=np.int32)
        given = np.array([False, *(label not in ("", "_") for label in labels)])
        return with_one_label(self.pruner.candidates(codes, fixed=heads, fixed_labels=fixed), given & (fixed < 0))

    def model(self) -> ModelFile:
        """Everything a model file keeps."""
        metadata = {
            "options": kept_options(self.options, "features", "features_from"),
            "templates": self.templates,
            "properties": self.encoder.properties,
            "vocabularies": self.encoder.vocabularies,
            "backoff": self.encoder.backoff,
            "labels": self.labels,
            "convention": self.convention._asdict(),
            "pruner": self.pruner.facts(),
            "features": self.features.names,
            "seed": self.seed,
        }
        file = ModelFile(NAME, metadata, {**pack(self.weights, "structure"), **self.pruner.arrays()})
        return file.with_part(_BASE, self.pruner.base.model()) if self.pruner.base else file

    @classmethod
    def restore(cls, model: ModelFile) -> "SamplingParser":
        """The parser that `model` came from."""
        facts = model.metadata
        features = require(facts["features"])
        encoder = Encoder(facts["properties"], facts["vocabularies"], facts["backoff"], hashed=bool(features.names))
        templates = parse_templates(facts["templates"])
        pruner, base = Pruner.restore(facts["pruner"], model.arrays, encoder, templates), model.part(_BASE)
        return cls(
            SamplingOptions(**facts["options"]),
            encoder,
            facts["templates"],
            facts["labels"],
            Convention(**facts["convention"]),
            replace(pruner, base=MstParser.restore(base)) if base else pruner,
            unpack(model.arrays, "structure"),
            features,
            facts["seed"],
        )


def parse_templates(text: str) -> dict[str, list[Template]]:
    """The templates in a model, part by part."""
    return structure_templates(text, "the model's templates")


def make_model(
    templates: dict[str, list[Template]],
    encoder: Encoder,
    labels: Sequence[str],
    convention: Convention,
    weights: Weights,
    features: FeatureSet,
) -> Model:
    """Templates and weights as kernels read them."""
    structure = structure_table(templates, encoder.columns)
    arcs = arc_table(templates["arc"], encoder.columns)
    contributions = label_contributions(len(labels), structure)
    return Model(arcs, structure, contributions, convention, weights, features.calls, hash_labels(labels))


def search_of(options: SamplingOptions, pruner: Pruner, seed: int) -> Search:
    """The search that options ask for, among the trees that the treebank has."""
    return Search(pruner.single_root, pruner.projective, options.search, options.budget, options.reach, seed)
