"""A slice of `make fuzz` with seeds that never change."""

from pathlib import Path

import pytest

from fuzz.campaign import attack
from fuzz.scenarios import SCENARIOS

INPUTS = 800  # of all scenarios together
FIRST = 1


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_promise_is_kept(name: str, tmp_path: Path) -> None:
    share = SCENARIOS[name].share / sum(scenario.share for scenario in SCENARIOS.values())
    outcome = attack(name, tmp_path, range(FIRST, FIRST + round(INPUTS * share)), jobs=1)
    assert not outcome.failed, "\n".join(map(_report, sorted(tmp_path.glob(f"{name}-*"))))


def _report(folder: Path) -> str:
    """What happened to the input in a folder."""
    failure = folder / "failure.txt"
    return f"{folder.name}: {failure.read_text(encoding='utf-8') if failure.exists() else 'the process ended'}"
