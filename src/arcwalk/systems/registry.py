"""The systems there are, under the names that `--system` and model files use."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arcwalk.errors import ArcwalkError
from arcwalk.systems.model_file import ModelFile
from arcwalk.systems.protocol import TreeFinder

if TYPE_CHECKING:
    from arcwalk.systems.bayes_point.options import BayesPointOptions
    from arcwalk.systems.mst.options import MstOptions
    from arcwalk.systems.rerank.options import RerankOptions
    from arcwalk.systems.sampling.options import SamplingOptions
    from arcwalk.systems.vine.options import VineOptions


@dataclass(frozen=True)
class System:
    """How to train a system, what can be set for it, and how to bring it back from a file.

    Each of these imports what it needs when it is called: whoever parses does not wait for kernels of learning, nor
    for those of other systems. `train_joint` and `restore_joint` are for tags that are chosen together with the tree.
    """

    options: Callable[[], type[Any]]
    train: Callable[..., TreeFinder]
    restore: Callable[[ModelFile], TreeFinder]
    train_joint: Callable[..., TreeFinder] | None = None
    restore_joint: Callable[[ModelFile], TreeFinder] | None = None


def _sampling_options() -> "type[SamplingOptions]":
    from arcwalk.systems.sampling.options import SamplingOptions

    return SamplingOptions


def _train_sampling(*task: Any) -> TreeFinder:
    from arcwalk.systems.sampling.training import train_sampling

    return train_sampling(*task)


def _restore_sampling(model: ModelFile) -> TreeFinder:
    from arcwalk.systems.sampling.parser import SamplingParser

    return SamplingParser.restore(model)


def _train_joint(*task: Any) -> TreeFinder:
    from arcwalk.systems.joint_tags.training import train_joint

    return train_joint(*task)


def _restore_joint(model: ModelFile) -> TreeFinder:
    from arcwalk.systems.joint_tags.parser import JointParser

    return JointParser.restore(model)


def _bayes_point_options() -> "type[BayesPointOptions]":
    from arcwalk.systems.bayes_point.options import BayesPointOptions

    return BayesPointOptions


def _train_bayes_point(*task: Any) -> TreeFinder:
    from arcwalk.systems.bayes_point.training import train_bayes_point

    return train_bayes_point(*task)


def _restore_bayes_point(model: ModelFile) -> TreeFinder:
    from arcwalk.systems.bayes_point.parser import BayesPointParser

    return BayesPointParser.restore(model)


def _mst_options() -> "type[MstOptions]":
    from arcwalk.systems.mst.options import MstOptions

    return MstOptions


def _train_mst(*task: Any) -> TreeFinder:
    from arcwalk.systems.mst.training import train_mst

    return train_mst(*task)


def _restore_mst(model: ModelFile) -> TreeFinder:
    from arcwalk.systems.mst.parser import MstParser

    return MstParser.restore(model)


def _rerank_options() -> "type[RerankOptions]":
    from arcwalk.systems.rerank.options import RerankOptions

    return RerankOptions


def _train_rerank(*task: Any) -> TreeFinder:
    from arcwalk.systems.rerank.training import train_rerank

    return train_rerank(*task)


def _restore_rerank(model: ModelFile) -> TreeFinder:
    from arcwalk.systems.rerank.parser import RerankParser

    return RerankParser.restore(model)


def _vine_options() -> "type[VineOptions]":
    from arcwalk.systems.vine.options import VineOptions

    return VineOptions


def _train_vine(*task: Any) -> TreeFinder:
    from arcwalk.systems.vine.training import train_vine

    return train_vine(*task)


def _restore_vine(model: ModelFile) -> TreeFinder:
    from arcwalk.systems.vine.parser import VineParser

    return VineParser.restore(model)


SYSTEMS: Mapping[str, System] = {
    "sampling": System(_sampling_options, _train_sampling, _restore_sampling, _train_joint, _restore_joint),
    "bayes-point": System(_bayes_point_options, _train_bayes_point, _restore_bayes_point),
    "mst": System(_mst_options, _train_mst, _restore_mst),
    "rerank": System(_rerank_options, _train_rerank, _restore_rerank),
    "vine": System(_vine_options, _train_vine, _restore_vine),
}
DEFAULT_SYSTEM = "sampling"


def system_named(name: str) -> System:
    """The system of that name, or an error that lists the names there are."""
    if name not in SYSTEMS:
        raise ArcwalkError(f"no system is called {name!r}; there are {', '.join(SYSTEMS)}")
    return SYSTEMS[name]
