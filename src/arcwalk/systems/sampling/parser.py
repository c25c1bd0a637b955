"""`--system sampling`, the default: arbitrary features of the whole tree, found by hill climbing or sampling.

Zhang, Lei, Barzilay, Jaakkola and Globerson (2014), "Steps to Excellence: Simple Inference with Refined Scoring
of Dependency Trees".
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np

from arcwalk.arrays import Codes, Heads, Labels, Weights
from arcwalk.components.neural_scorer.scorer import NeuralScorer
from arcwalk.components.pruner.pruner import Pruner
from arcwalk.errors import ArcwalkError
from arcwalk.features.python_features import FeatureSet, require
from arcwalk.features.weights import pack
from arcwalk.models.label_set import EMPTY, LabelSet
from arcwalk.models.model_file import ModelFile, StoredModel
from arcwalk.models.options import kept_options, restore_options
from arcwalk.models.parses import ConfidentTree, ScoredTree
from arcwalk.models.protocol import AdjustableTree, JointDecoding
from arcwalk.scoring.choices import Candidates
from arcwalk.scoring.model import make_model, parse_templates, restore_convention, take_templates
from arcwalk.scoring.part_kinds import Convention
from arcwalk.scoring.scorer import Model
from arcwalk.systems.sampling.options import MINIMUM_RISK, NAME, SamplingOptions
from arcwalk.systems.sampling.search import (
    CALIBRATED,
    CALIBRATED_WITH_NETWORK,
    SAFE,
    Search,
    arc_marginals,
    choices_of,
)
from arcwalk.systems.sampling.search_space import search_space
from arcwalk.treebank.encoding import Encoder, first_analysis
from arcwalk.treebank.sentence import Sentence
from arcwalk.trees.search.tree_search import Annealing

REWARD_SCALE = 0.5  # of rewards in joint decoding: the scores of trees are close together


@dataclass(frozen=True)
class SamplingParser:
    """A trained model: the pruner and the weights of all features of trees."""

    options: SamplingOptions
    encoder: Encoder
    templates: str
    label_set: LabelSet
    convention: Convention
    pruner: Pruner
    weights: Weights
    features: FeatureSet
    network: NeuralScorer | None = None
    seed: int = 0

    name = NAME

    def encode(self, sentence: Sentence) -> Codes:
        """The sentence as kernels read it."""
        return self.encoder.encode(sentence)

    @property
    def used_network(self) -> NeuralScorer | None:
        """The network, if there is one and its scores are wanted."""
        return self.network if self.options.neural else None

    @property
    def calibrated(self) -> float:
        """The temperature at which marginals are confidences."""
        trust = self.used_network.trust if self.used_network else 0.0
        return CALIBRATED + trust * (CALIBRATED_WITH_NETWORK - CALIBRATED)

    @property
    def kernel_model(self) -> Model:
        """The model as kernels of this thread read it."""
        return self._model._replace(calls=self.features.calls)

    @cached_property
    def _model(self) -> Model:
        templates = parse_templates(self.templates)
        return make_model(templates, self.encoder, self.label_set.names, self.convention, self.weights, self.features)

    @cached_property
    def search(self) -> Search:
        """How trees are searched."""
        return search_of(self.options, self.pruner, self.seed)

    def parse(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> tuple[Heads, list[str]]:
        """The best tree found, see `arcwalk.models.protocol.System`."""
        candidates = self.candidates(codes, heads, labels)
        with self.features.errors():
            tree, tree_labels = self.decode(codes, candidates)
        return tree, self.label_set.decode(tree_labels, labels)

    def label(self, codes: Codes, heads: Heads, given: Sequence[str]) -> list[str]:
        """The likeliest labels of a tree, by the pruner."""
        return self.pruner.label(codes, heads, given)

    def parse_with_confidence(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> ConfidentTree:
        """The same tree, and the sampled marginals of its heads, and of its heads with labels."""
        candidates = self.candidates(codes, heads, labels)
        with self.features.errors():
            tree, tree_labels = self.decode(codes, candidates)
            marginals = self.search.marginals(self.kernel_model, first_analysis(codes), candidates, self.calibrated)
        chosen = choices_of(candidates, tree, tree_labels)[1:]
        head_confidence = arc_marginals(candidates, marginals)[candidates.choices.arc[chosen]]
        return ConfidentTree(tree, self.label_set.decode(tree_labels, labels), head_confidence, marginals[chosen])

    def k_best(self, codes: Codes, heads: Heads | None, labels: Sequence[str] | None, k: int) -> list[ScoredTree]:
        """At most `k` distinct trees, best first."""
        candidates = self.candidates(codes, heads, labels)
        with self.features.errors():
            trees = self.search.best_trees(self.kernel_model, first_analysis(codes), candidates, k)
        return [ScoredTree(tree, self.label_set.decode(own_labels, labels), score) for tree, own_labels, score in trees]

    def joint_decoding(self) -> JointDecoding:
        """The search is inexact, and must look for the best-scoring tree."""
        from arcwalk.systems.sampling.adjustable_search import AdjustableCandidates  # only joint decoding needs it

        if self.options.decode == MINIMUM_RISK:
            raise ArcwalkError(f"decode={MINIMUM_RISK}: consistency needs the best-scoring trees", "leave it out")

        def adjustable(codes: Codes, heads: Heads | None, labels: Sequence[str] | None) -> AdjustableTree:
            def best(candidates: Candidates) -> tuple[Heads, Labels, float]:
                with self.features.errors():
                    return self.search.best_and_gain(self.kernel_model, codes, candidates)

            return AdjustableCandidates(self.candidates(codes, heads, labels), best, self.label_set, labels)

        return JointDecoding(adjustable, REWARD_SCALE, False)

    def with_options(self, options: SamplingOptions) -> Self:
        """The same model with other options."""
        if options.neural and self.network is None:
            raise ArcwalkError("neural=yes: the model has no neural network", "train it without neural=no")
        return replace(self, options=options)

    def decode(self, codes: Codes, candidates: Candidates) -> tuple[Heads, Labels]:
        """Heads and labels of the best tree found, or of the one with minimum Bayes risk."""
        codes = first_analysis(codes)
        if self.options.decode == MINIMUM_RISK:
            marginals = self.search.marginals(self.kernel_model, codes, candidates, SAFE)
            return self.search.safest(candidates, marginals)
        return self.search.best(self.kernel_model, codes, candidates)

    def candidates(self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None) -> Candidates:
        """What pruner and network keep; a given head or label is the only one of its word.

        A given label that the model does not know is replaced by the likeliest one that it does, and by no other: so
        alternatives do not differ in it, and it is as probable as its head.
        """
        if labels is None:
            return search_space(self.pruner, self.used_network, codes, heads)
        fixed = self.label_set.encode(labels, len(labels))
        given = np.array([False, *(label not in EMPTY for label in labels)])
        return search_space(self.pruner, self.used_network, codes, heads, fixed, given & (fixed < 0))

    def model(self) -> ModelFile:
        """Everything a model file keeps."""
        metadata = {
            "options": kept_options(self.options, "features", "features_from"),
            "templates": self.templates,
            **self.encoder.metadata(),
            **self.label_set.metadata(),
            "convention": self.convention._asdict(),
            "pruner": self.pruner.metadata(),
            "features": self.features.names,
            "seed": self.seed,
        }
        arrays = {**pack(self.weights, "structure"), **self.pruner.arrays()}
        if self.network:
            metadata["network"] = self.network.metadata()
            arrays |= self.network.arrays()
        return ModelFile(NAME, metadata, arrays, self.encoder.words)

    @classmethod
    def restore(cls, model: StoredModel) -> Self:
        """The parser in a model file."""
        metadata, arrays = model.metadata, model.arrays
        features = require(metadata.texts("features"), metadata.source.name)
        encoder = Encoder.restore(metadata, model.words, hashed=bool(features.names))
        text, templates = take_templates(metadata, encoder)
        label_set = LabelSet.restore(metadata)
        labels, network = len(label_set), None
        if "network" in metadata:
            network = NeuralScorer.restore(metadata.part("network"), arrays, labels, len(encoder.properties))
        options = restore_options(SamplingOptions, metadata)
        kept, has_prior = metadata.part("pruner"), options.pruner_scores
        pruner = Pruner.restore(kept, arrays, encoder, label_set, templates, has_prior=has_prior)
        return cls(
            options,
            encoder,
            text,
            label_set,
            restore_convention(metadata, labels),
            pruner,
            arrays.table("structure", labels),
            features,
            network,
            metadata.whole("seed", -math.inf, math.inf),
        )


def search_of(options: SamplingOptions, pruner: Pruner, seed: int) -> Search:
    """The search that options ask for, among trees like those of the treebank."""
    return Search(
        single_root=pruner.heads.single_root,
        projective=pruner.heads.projective,
        method=options.search,
        budget=options.budget,
        annealing=Annealing(options.temperature, options.cooling, options.walk_words),
        score_margin=options.score_margin,
        seed=seed,
    )
