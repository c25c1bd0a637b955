"""Arguments that several commands share."""

import pytest
from commands import arcwalk, assert_one_line_error

from arcwalk.cli.arguments import JOBS_PER_CORE
from arcwalk.machine import cores

MOST = JOBS_PER_CORE * cores()


@pytest.mark.parametrize("jobs", ["1000000", "-3", "0", "all", "1.5", "٣", "9" * 5000, str(MOST + 1)])
@pytest.mark.parametrize("command", [["parse", "x", "-m", "y"], ["train", "x", "-m", "y"], ["serve", "y"], ["demo"]])
def test_the_bounds_of_jobs(command: list[str], jobs: str) -> None:
    part = f"is not a number from 1 to {MOST}, {JOBS_PER_CORE} for each core"
    assert_one_line_error(arcwalk(*command, "--jobs", jobs), "--jobs", jobs[:100], part, code=2)
