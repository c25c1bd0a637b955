"""Options: from keywords, from text and from model files; every number has bounds, checked in one place."""

import math
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from arcwalk import BayesPointOptions, Parser, SamplingOptions, TaggerOptions, sample
from arcwalk.consistency.options import ConsistentParsingOptions, ConsistentTaggingOptions
from arcwalk.contents.facts import Facts
from arcwalk.contents.source import Source
from arcwalk.errors import ArcwalkError
from arcwalk.systems.options import kept_options, make_options, restore_options
from arcwalk.systems.parser import ParsingOptions
from arcwalk.systems.registry import SYSTEMS
from arcwalk.systems.tag_source_options import TaggingOptions

KINDS = [
    *(entry.options.load() for entry in SYSTEMS.values()),
    *(TaggerOptions, TaggingOptions, ParsingOptions, ConsistentParsingOptions, ConsistentTaggingOptions),
]
NUMBERS = [(kind, item) for kind in KINDS for item in fields(kind) if not isinstance(item.default, str)]


@pytest.mark.parametrize(("kind", "item"), NUMBERS, ids=lambda part: getattr(part, "__name__", None) or part.name)
def test_every_number_has_bounds(kind: type, item: object) -> None:
    name, least, most = item.name, item.metadata["least"], item.metadata["most"]  # type: ignore[attr-defined]
    assert -math.inf < least <= item.default <= most < math.inf  # type: ignore[attr-defined]
    for value in (least - 1, most + 1, 10**400, -(10**400), 1e300, math.inf, -math.inf, math.nan, "1e999", "nan"):
        with pytest.raises(ArcwalkError, match=f"option {name}=.*: this must be (from .* to |a (whole )?number)"):
            make_options(kind, {name: value})
    for value in ("", "many", None, [], True, {"a": 1}):
        with pytest.raises(ArcwalkError, match=f"option {name}=.*: this must be a (whole )?number"):
            make_options(kind, {name: value})


def test_bounds_are_named() -> None:
    with pytest.raises(ArcwalkError, match=r"^option table_bits=99: this must be from 10 to 24$"):
        make_options(SamplingOptions, {"table_bits": "99"})
    with pytest.raises(ArcwalkError, match=r"^option budget=0: this must be from 1 to 1,000,000$"):
        make_options(SamplingOptions, {"budget": 0})


def test_numbers_of_any_kind() -> None:
    made = make_options(BayesPointOptions, {"epochs": np.int64(3), "margin": np.float32(0.5), "shuffles": 2.0})
    assert (made.epochs, made.margin, made.shuffles) == (3, 0.5, 2)
    assert make_options(BayesPointOptions, {"backoff": 5, "features": Path("x")}).features == "x"
    with pytest.raises(ArcwalkError, match="option backoff=None: this must be text"):
        make_options(BayesPointOptions, {"backoff": None})


def test_all_ways_lead_through_the_same_check() -> None:
    wrong = "option epochs=1000000000: this must be from 1 to 1,000"
    with pytest.raises(ArcwalkError, match=wrong):
        Parser.train(sample(2), system="bayes-point", epochs=10**9)
    with pytest.raises(ArcwalkError, match=wrong):
        Parser.train(sample(2), options=BayesPointOptions(epochs=10**9))
    kept = {"options": kept_options(replace(BayesPointOptions(), epochs=10**9))}
    with pytest.raises(ArcwalkError, match=rf"some.arcwalk: the model file is damaged \({wrong}\)"):
        restore_options(BayesPointOptions, Facts(kept, Source("some.arcwalk")))


@pytest.mark.parametrize("kind", KINDS)
def test_options_survive_a_model_file(kind: type) -> None:
    assert restore_options(kind, Facts({"options": kept_options(kind())}, Source("x"))) == kind()


@pytest.mark.parametrize("system", ["bayes-point", "vine", "mst", "rerank"])
def test_an_option_of_other_systems_is_said_to_be_theirs(system: str) -> None:
    message = f"{system} has no option 'features_from', but sampling has; options of {system}: "
    with pytest.raises(ArcwalkError, match=message):
        Parser.train(sample(2), system=system, features_from="own.py")
