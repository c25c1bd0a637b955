"""Options: from keywords, from text and from model files; every number has bounds, checked in one place."""

import math
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from arcwalk import BayesPointOptions, Parser, SamplingOptions, TaggerOptions, sample
from arcwalk.cli.option_tables import rows_of
from arcwalk.consistency.options import ConsistentParsingOptions, ConsistentTaggingOptions
from arcwalk.errors import ArcwalkError
from arcwalk.models.options import (
    changed_options,
    declared,
    kept_options,
    make_options,
    parsing_options,
    presets,
    restore_options,
)
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.safe_reading.source import Source
from arcwalk.systems.parser import ParsingOptions
from arcwalk.systems.registry import SYSTEMS
from arcwalk.systems.tag_source_options import TaggingOptions

KINDS = [
    *(entry.options.load() for entry in SYSTEMS.values()),
    *(TaggerOptions, TaggingOptions, ParsingOptions, ConsistentParsingOptions, ConsistentTaggingOptions),
]
NUMBERS = [(kind, item) for kind in KINDS for item in fields(kind) if type(item.default) in (int, float)]
SWITCHES = [(kind, name) for kind in KINDS for name, own in declared(kind).items() if "yes" in own.choices]


@pytest.mark.parametrize(("kind", "item"), NUMBERS, ids=lambda part: getattr(part, "__name__", None) or part.name)
def test_every_number_has_bounds(kind: type, item: object) -> None:
    name, declaration = item.name, declared(kind)[item.name]  # type: ignore[attr-defined]
    least, most = declaration.least, declaration.most
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
        restore_options(BayesPointOptions, Metadata(kept, Source("some.arcwalk")))


@pytest.mark.parametrize("kind", KINDS)
def test_options_survive_a_model_file(kind: type) -> None:
    assert restore_options(kind, Metadata({"options": kept_options(kind())}, Source("x"))) == kind()


@pytest.mark.parametrize(("kind", "name"), SWITCHES)
def test_switches_are_booleans_in_python_and_words_elsewhere(kind: type, name: str) -> None:
    for given, value in ((True, True), ("yes", True), (False, False), ("no", False)):
        options = make_options(kind, {name: given})
        assert getattr(options, name) is value
        assert kept_options(options)[name] == ("yes" if value else "no")
    for wrong in ("true", "", 1, None):
        with pytest.raises(ArcwalkError, match=f"option {name}=.*: choose one of (auto, )?yes, no"):
            make_options(kind, {name: wrong})


def test_former_names_still_work_and_are_named() -> None:
    with pytest.warns(UserWarning, match="option reach is now called score_margin"):
        assert make_options(SamplingOptions, {"reach": "0.5"}).score_margin == 0.5
    with pytest.warns(UserWarning, match="option decoder is now called projective"):
        assert make_options(BayesPointOptions, {"decoder": "chu-liu-edmonds"}).projective is False
    kept = kept_options(BayesPointOptions()) | {"decoder": "eisner"}
    del kept["projective"]
    assert restore_options(BayesPointOptions, Metadata({"options": kept}, Source("x"))).projective is True


PRESETS = [(kind, name) for kind in KINDS for name in presets(kind)]


@pytest.mark.parametrize(("kind", "name"), PRESETS)
def test_a_preset_is_plain_options(kind: type, name: str) -> None:
    values = presets(kind)[name]
    made = make_options(kind, {"as": name})
    assert {option: getattr(made, option) for option in values} == values
    assert all(getattr(kind(), option) != value for option, value in values.items())
    assert "as" not in kept_options(made)
    listed = dict(rows_of(kind))[f"as={name}"]
    assert all(f" {option}=" in listed for option in values)


def test_options_of_a_preset_can_be_set_to_something_else() -> None:
    made = make_options(SamplingOptions, {"epochs": "3", "as": "published", "neural": "yes"})
    assert (made.epochs, made.learner, made.neural) == (3, "samplerank", True)


def test_presets_that_do_not_exist() -> None:
    with pytest.raises(ArcwalkError, match=r"^option as=paper: choose one of published$"):
        make_options(SamplingOptions, {"as": "paper"})
    with pytest.raises(ArcwalkError, match="unknown option 'as'"):
        make_options(BayesPointOptions, {"as": "published"})
    with pytest.raises(ArcwalkError, match="option as cannot be set for a trained model"):
        changed_options(SamplingOptions(), {"as": "published"})


def test_some_options_can_be_changed_after_training() -> None:
    assert parsing_options(SamplingOptions) == (
        *("search", "budget", "temperature", "cooling", "walk_words", "score_margin", "decode", "neural"),
    )
    assert changed_options(SamplingOptions(), {"budget": "9", "neural": False}) == SamplingOptions(
        budget=9, neural=False
    )
    with pytest.warns(UserWarning, match="reach"):
        assert changed_options(SamplingOptions(score_margin=2.0), {"reach": 0.1}).score_margin == 0.1
    with pytest.raises(ArcwalkError, match=r"option epochs cannot be set for a trained model; .*: longest, search,"):
        changed_options(SamplingOptions(), {"epochs": 2}, ["longest"])


@pytest.mark.parametrize("system", ["bayes-point", "vine", "mst", "rerank"])
def test_an_option_of_other_systems_is_said_to_be_theirs(system: str) -> None:
    message = f"{system} has no option 'features_from', but sampling has; options of {system}: "
    with pytest.raises(ArcwalkError, match=message):
        Parser.train(sample(2), system=system, features_from="own.py")
