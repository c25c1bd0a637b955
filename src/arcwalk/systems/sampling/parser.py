"""`--system sampling`: arbitrary features of the whole tree, found by guided stochastic steps. The default.

Zhang, Lei, Barzilay, Jaakkola and Globerson (2014), "Steps to Excellence: Simple Inference with Refined Scoring
of Dependency Trees".
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np

from arcwalk.arrays import Codes, Heads, Labels, Weights
from arcwalk.features.python_features import FeatureSet, require
from arcwalk.features.weights import pack, unpack
from arcwalk.scoring.choices import Candidates
from arcwalk.scoring.model import make_model, parse_templates
from arcwalk.scoring.part_kinds import Convention
from arcwalk.scoring.scorer import Model
from arcwalk.systems.model_file import ModelFile
from arcwalk.systems.options import kept_options, make_options
from arcwalk.systems.parses import ConfidentTree, ScoredTree
from arcwalk.systems.pruner.pruner import Pruner
from arcwalk.systems.sampling.options import MINIMUM_RISK, NAME, SamplingOptions
from arcwalk.systems.sampling.search import CALIBRATED, SAFE, Search, arc_marginals, choices_of, with_one_label
from arcwalk.treebank.encoding import Encoder, first_analysis
from arcwalk.treebank.sentence import Sentence


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

    name = NAME
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
            found, codes_found = self.decode(codes, candidates)
        return found, self.label_names(codes_found, labels)

    def find_confident_tree(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> ConfidentTree:
        """The same tree, and for words 1..n the probability of the head, and of both the head and the label."""
        candidates = self.candidates(codes, heads, labels)
        with self.features.errors():
            found, codes_found = self.decode(codes, candidates)
            marginals = self.search.marginals(self.kernel_model, first_analysis(codes), candidates, CALIBRATED)
        chosen = choices_of(candidates, found, codes_found)[1:]
        in_heads = arc_marginals(candidates, marginals)[candidates.choices.arc[chosen]]
        return ConfidentTree(found, self.label_names(codes_found, labels), in_heads, marginals[chosen])

    def find_trees(
        self, codes: Codes, heads: Heads | None, labels: Sequence[str] | None, count: int
    ) -> list[ScoredTree]:
        """At most `count` distinct trees, best first."""
        candidates = self.candidates(codes, heads, labels)
        with self.features.errors():
            trees = self.search.best_trees(self.kernel_model, first_analysis(codes), candidates, count)
        return [ScoredTree(found, self.label_names(codes_found, labels), score) for found, codes_found, score in trees]

    def with_options(self, values: Mapping[str, object]) -> "SamplingParser":
        """The same model with other options; only `parsing_options` make a difference."""
        return replace(self, options=make_options(SamplingOptions, {**asdict(self.options), **values}))

    def decode(self, codes: Codes, candidates: Candidates) -> tuple[Heads, Labels]:
        """Heads and labels of the best tree found, or of the one with the least expected error."""
        codes = first_analysis(codes)
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

        A given label that the model does not know counts as the likeliest one that it does: nothing is to be chosen
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
        return ModelFile(NAME, metadata, {**pack(self.weights, "structure"), **self.pruner.arrays()})

    @classmethod
    def restore(cls, model: ModelFile) -> Self:
        """The parser that `model` came from."""
        facts = model.metadata
        features = require(facts["features"])
        encoder = Encoder(facts["properties"], facts["vocabularies"], facts["backoff"], hashed=bool(features.names))
        templates = parse_templates(facts["templates"])
        return cls(
            SamplingOptions(**facts["options"]),
            encoder,
            facts["templates"],
            facts["labels"],
            Convention(**facts["convention"]),
            Pruner.restore(facts["pruner"], model.arrays, encoder, templates),
            unpack(model.arrays, "structure"),
            features,
            facts["seed"],
        )


def search_of(options: SamplingOptions, pruner: Pruner, seed: int) -> Search:
    """The search that options ask for, among the trees that the treebank has."""
    return Search(pruner.single_root, pruner.projective, options.search, options.budget, options.reach, seed)
