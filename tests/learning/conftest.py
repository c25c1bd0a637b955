"""Tests of learning use the tiny scorers that tests of trees have."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "trees"))
