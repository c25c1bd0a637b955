"""UPOS and FEATS."""

import re
from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches

from arcwalk.remembered import remembered
from arcwalk.treebank.check import Problem
from arcwalk.treebank.formats import UPOS_TAGS
from arcwalk.treebank.validation.rows import Rows
from arcwalk.treebank.validation.value_problems import few_of_each_kind

_VALUE = "[A-Z0-9][A-Za-z0-9]*"
_FEATURE = re.compile(rf"[A-Z][A-Za-z0-9]*(\[[a-z0-9]+\])?={_VALUE}(,{_VALUE})*")


def upos_problems(rows: Rows) -> Iterator[Problem]:
    """Tags that are not universal, and words without one."""
    tags = rows["UPOS"]
    if UPOS_TAGS.issuperset(tags):
        return
    missing = [row for row in rows.words if tags[row] == "_"]
    if missing:
        more = f" (nor do {len(missing) - 1} more in this sentence)" if len(missing) > 1 else ""
        yield Problem(rows.places[missing[0]], "missing-upos", f"the word has no UPOS{more}", "write a universal tag")
    for row in rows.nodes():
        tag = tags[row]
        if tag not in UPOS_TAGS and tag != "_":
            message = f"UPOS {tag[:40]!r} is not a universal tag"
            yield Problem(rows.places[row], "unknown-upos", message, _nearest_tag(tag))


@remembered(1 << 10)
def _nearest_tag(tag: str) -> str:
    """What to do about a tag that is not universal."""
    near = get_close_matches(tag[:20].upper(), sorted(UPOS_TAGS), 1)
    return f"write {near[0]} or another universal tag" if near else f"use one of {', '.join(sorted(UPOS_TAGS))}"


def feats_problems(rows: Rows) -> Iterator[Problem]:
    """Features that are malformed, repeated or out of order."""
    column = rows["FEATS"]
    if any(map(_feature_problems, set(column))):
        for row in rows.nodes():
            for problem in _feature_problems(column[row]):
                yield problem._replace(line_index=rows.places[row])


@remembered(1 << 16)
def _feature_problems(value: str) -> tuple[Problem, ...]:
    return tuple(few_of_each_kind(_problems_of(value))) if value != "_" else ()


def _problems_of(column: str) -> Iterator[Problem]:
    features = column.split("|")
    malformed = [feature for feature in features if not _FEATURE.fullmatch(feature)]
    for feature in malformed:
        remedy = "write Name=Value, both with a capital first and only letters a-z and digits"
        yield Problem(0, "invalid-feature", f"{feature[:40]!r} is not a feature", remedy)
    if malformed:
        return
    names = Counter(feature.partition("=")[0] for feature in features)
    repeated = [name for name, number in names.items() if number > 1]
    if repeated:
        message = f"{' and '.join(repeated)} occurs more than once in FEATS"
        yield Problem(0, "repeated-feature", message, "write each feature once; several values as Name=A,B")
    elif features != (ordered := sorted(features, key=str.lower)):
        yield Problem(0, "unsorted-features", "FEATS is not in alphabetical order", f"write {'|'.join(ordered)}")
    for feature in features:
        name, _, values = feature.partition("=")
        several = values.split(",")
        if len(set(several)) < len(several):
            yield Problem(0, "repeated-feature-value", f"{feature[:40]} has a value twice", "write each value once")
        elif several != (ordered := sorted(several, key=str.lower)):
            message = f"the values of {feature[:40]} are not in alphabetical order"
            yield Problem(0, "unsorted-feature-values", message, f"write {name}={','.join(ordered)}")
