"""The parsing systems, under the names that `--system` and model files use."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Generic, Protocol, TypeVar

from arcwalk.errors import ArcwalkError
from arcwalk.systems.model_file import StoredModel
from arcwalk.systems.protocol import System

Loaded = TypeVar("Loaded")


class Restorable(Protocol):
    """The class of a trained system."""

    def restore(self, model: StoredModel, /) -> System:
        """The trained system in a model file."""


@dataclass(frozen=True)
class Lazy(Generic[Loaded]):
    """An attribute of a module under `arcwalk.systems`, imported when it is needed.

    Parsing loads no kernels that only training needs, nor those of other systems.
    """

    module: str
    attribute: str

    def load(self) -> Loaded:
        """Import the module and get the attribute."""
        loaded: Loaded = getattr(import_module(f"arcwalk.systems.{self.module}"), self.attribute)
        return loaded


@dataclass(frozen=True)
class SystemEntry:
    """A system's options, training function and parser class; the `joint` ones also choose tags (`--tags joint`).

    Unless it `is_linear`, training needs memory for all pairs of words of a sentence, and more time than that.
    """

    options: Lazy[type[Any]]
    train: Lazy[Callable[..., System]]
    parser: Lazy[Restorable]
    train_joint: Lazy[Callable[..., System]] | None = None
    joint_parser: Lazy[Restorable] | None = None
    is_linear: bool = False
    has_k_best: bool = True  # finds more than one tree


SYSTEMS: Mapping[str, SystemEntry] = {
    "sampling": SystemEntry(
        options=Lazy("sampling.options", "SamplingOptions"),
        train=Lazy("sampling.training", "train_sampling"),
        parser=Lazy("sampling.parser", "SamplingParser"),
        train_joint=Lazy("joint_tags.training", "train_joint"),
        joint_parser=Lazy("joint_tags.parser", "JointParser"),
    ),
    "bayes-point": SystemEntry(
        options=Lazy("bayes_point.options", "BayesPointOptions"),
        train=Lazy("bayes_point.training", "train_bayes_point"),
        parser=Lazy("bayes_point.parser", "BayesPointParser"),
        has_k_best=False,
    ),
    "mst": SystemEntry(
        options=Lazy("mst.options", "MstOptions"),
        train=Lazy("mst.training", "train_mst"),
        parser=Lazy("mst.parser", "MstParser"),
    ),
    "rerank": SystemEntry(
        options=Lazy("rerank.options", "RerankOptions"),
        train=Lazy("rerank.training", "train_rerank"),
        parser=Lazy("rerank.parser", "RerankParser"),
    ),
    "vine": SystemEntry(
        options=Lazy("vine.options", "VineOptions"),
        train=Lazy("vine.training", "train_vine"),
        parser=Lazy("vine.parser", "VineParser"),
        is_linear=True,
    ),
}
DEFAULT_SYSTEM = "sampling"


def system_named(name: str) -> SystemEntry:
    """The system of that name, or an error that lists the names."""
    if name not in SYSTEMS:
        raise ArcwalkError(f"unknown system {name!r}; choose one of {', '.join(SYSTEMS)}")
    return SYSTEMS[name]
