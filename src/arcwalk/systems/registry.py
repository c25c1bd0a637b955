"""The parsing systems, under the names that `--system` and model files use.

A package can bring another one along: an entry point in the group `arcwalk.systems` that leads to its `SystemEntry`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from arcwalk.errors import ArcwalkError
from arcwalk.models.model_file import StoredModel
from arcwalk.models.protocol import System

if TYPE_CHECKING:  # parsing does not load it
    from arcwalk.systems.training_task import TrainingTask
    from arcwalk.training.plan import PlannedStage

GROUP = "arcwalk.systems"  # of entry points
Loaded = TypeVar("Loaded")


class Restorable(Protocol):
    """The class of a trained system."""

    def restore(self, model: StoredModel, /) -> System:
        """The trained system in a model file."""


@dataclass(frozen=True)
class Lazy(Generic[Loaded]):
    """An attribute of a module, imported when it is needed.

    Parsing loads no kernels that only training needs, nor those of other systems.
    """

    module: str
    attribute: str

    def load(self) -> Loaded:
        """Import the module and get the attribute."""
        loaded: Loaded = getattr(import_module(self.module), self.attribute)
        return loaded


Train = Callable[["TrainingTask[Any]"], System]
"""Learns from the sentences of a task, whose options are those of the system."""

Plan = Callable[["TrainingTask[Any]"], "Sequence[PlannedStage]"]
"""The stages that `Train` is going to go through."""


@dataclass(frozen=True)
class Implementation:
    """The training function of a system, the class of what it trains, and the plan, if training can be foreseen."""

    train: Lazy[Train]
    parser: Lazy[Restorable]
    plan: Lazy[Plan] | None = None


@dataclass(frozen=True)
class SystemEntry:
    """A system: its options, its training function, its parser; `joint` ones also choose tags (`--tags joint`).

    Unless it `is_linear`, training needs memory for all pairs of words of a sentence, and more time than that. A system
    that `uses_dev` tunes options on development sentences, or reports how well it does there.
    """

    options: Lazy[type[Any]]
    plain: Implementation
    joint: Implementation | None = None
    is_linear: bool = False
    uses_dev: bool = False

    def implementation(self, *, corrects_tags: bool) -> Implementation:
        """What to train and restore."""
        if not corrects_tags:
            return self.plain
        if self.joint is None:
            raise ArcwalkError("the system does not correct tags")
        return self.joint


def _own(folder: str, kind: str, trains: str, plan: Lazy[Plan]) -> Implementation:
    """A system of this package."""
    module = f"arcwalk.systems.{folder}"
    return Implementation(Lazy(f"{module}.training", trains), Lazy(f"{module}.parser", kind), plan)


def _plan(folder: str) -> Lazy[Plan]:
    return Lazy(f"arcwalk.systems.{folder}.plan", f"plan_{folder}")


SYSTEMS: Mapping[str, SystemEntry] = {
    "sampling": SystemEntry(
        options=Lazy("arcwalk.systems.sampling.options", "SamplingOptions"),
        plain=_own("sampling", "SamplingParser", "train_sampling", _plan("sampling")),
        joint=_own("joint_tags", "JointParser", "train_joint", _plan("sampling")),
        uses_dev=True,
    ),
    "bayes-point": SystemEntry(
        options=Lazy("arcwalk.systems.bayes_point.options", "BayesPointOptions"),
        plain=_own("bayes_point", "BayesPointParser", "train_bayes_point", _plan("bayes_point")),
        uses_dev=True,
    ),
    "mst": SystemEntry(
        options=Lazy("arcwalk.systems.mst.options", "MstOptions"),
        plain=_own("mst", "MstParser", "train_mst", _plan("mst")),
    ),
    "rerank": SystemEntry(
        options=Lazy("arcwalk.systems.rerank.options", "RerankOptions"),
        plain=_own("rerank", "RerankParser", "train_rerank", _plan("rerank")),
    ),
    "vine": SystemEntry(
        options=Lazy("arcwalk.systems.vine.options", "VineOptions"),
        plain=_own("vine", "VineParser", "train_vine", _plan("vine")),
        is_linear=True,
    ),
}
DEFAULT_SYSTEM = "sampling"


def system_named(name: str) -> SystemEntry:
    """The system of that name, or an error that lists the names."""
    if name in SYSTEMS:
        return SYSTEMS[name]
    installed = installed_systems()
    if name not in installed:
        raise ArcwalkError(f"unknown system {name!r}", f"choose one of {', '.join([*SYSTEMS, *installed])}")
    return installed[name].load()


@cache
def installed_systems() -> Mapping[str, Lazy[SystemEntry]]:
    """The systems of other packages, which cannot replace those of this one."""
    installed = {point.name: Lazy[SystemEntry](point.module, point.attr) for point in entry_points(group=GROUP)}
    return {name: entry for name, entry in sorted(installed.items()) if name not in SYSTEMS}
