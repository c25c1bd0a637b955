"""Reports on consistent parsing and tagging: which constraints changed what (Table 5 and Figure 4 as text)."""

from collections.abc import Iterator, Sequence
from itertools import islice

from arcwalk.consistency.result import AppliedConstraint, Change, ConsistentCorpus

CONSTRAINTS, EXAMPLES = 20, 3  # shown at most
_CONTEXT = 6  # words on either side of an example


def summary(corpus: ConsistentCorpus) -> list[str]:
    """Two lines: how much changed, and whether the solution is certified."""
    every, changed = len(corpus.constraints), len(corpus.changed_words)
    active = sum(each.consensus != "" for each in corpus.constraints)
    share = f" ({100 * active / every:.0f}%)" if every else ""
    wanted = changed - len(corpus.side_effects())
    changes = f"{changed:,} words changed, {wanted:,} of them to match a consensus"
    return [f"{changes}; {active:,} of {every:,} constraints{share} active", _certificate(corpus)]


def _certificate(corpus: ConsistentCorpus) -> str:
    """Whether the solution is certified to be the best; imported raw sentences are counted separately."""
    solution, count, lifted = corpus.solution, len(corpus.joint), len(corpus.lifted)
    raw = len(solution.joint) - count
    rounds = f"after {len(solution.iterations):,} iterations"
    if solution.lifted:
        some = f"{lifted:,} of {count:,} sentences ({100 * lifted / count:.1f}%)"
        some += f" and {len(solution.lifted) - lifted:,} of {raw:,} raw sentences" if raw else ""
        rounds += f" for all but {some}, whose constraints were lifted"
    if not solution.is_exact:
        return f"agreement {rounds}; not certified to be the best solution, since the search is approximate"
    if solution.lifted:
        return f"exact {rounds}"
    every = f"all {count:,} sentences" + (f" and {raw:,} raw sentences" if raw else "")
    return f"exact {rounds}: the best joint solution of {every}"


def report(corpus: ConsistentCorpus) -> Iterator[str]:
    """The lines of a report."""
    yield from summary(corpus)
    for number in corpus.lifted:
        yield f"lifted: {_name(corpus, number)}"
    if effective := corpus.most_effective:
        yield ""
        yield "Most effective constraints"
        yield from _table(effective[:CONSTRAINTS])
        yield ""
        yield "Their changes"
        for constraint, changes in effective[:CONSTRAINTS]:
            yield f"{constraint.name}: {constraint.consensus}"
            for change in islice(changes, EXAMPLES):
                yield _line(corpus, change)
    if side_effects := corpus.side_effects():
        yield ""
        yield f"Side effects, changes not due to any constraint: {len(side_effects):,} words"
        for change in side_effects[:CONSTRAINTS]:
            yield _line(corpus, change)


def _table(effective: Sequence[tuple[AppliedConstraint, list[Change]]]) -> Iterator[str]:
    header = ["constraint", "consensus", "words", "elsewhere", "changed"]
    rows = [
        [each.name, each.consensus, f"{len(each.words):,}", f"{each.elsewhere:,}", f"{len(changes):,}"]
        for each, changes in effective
    ]
    widths = [max(len(row[column]) for row in (header, *rows)) for column in range(len(header))]
    for row in (header, *rows):
        left = [cell.ljust(width) for cell, width in zip(row[:2], widths, strict=False)]
        right = [cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]
        yield "  ".join([*left, *right]).rstrip()


def _line(corpus: ConsistentCorpus, change: Change) -> str:
    """The word in brackets within its sentence, then its tag or head class before and after."""
    forms = corpus.joint[change.sentence].forms
    first, last = max(0, change.word - 1 - _CONTEXT), change.word + _CONTEXT
    words = [*forms[first : change.word - 1], f"[{forms[change.word - 1]}]", *forms[change.word : last]]
    excerpt = " ".join([*["..."][: first > 0], *words, *["..."][: last < len(forms)]])
    heads = [sentences[change.sentence].heads[change.word - 1] for sentences in (corpus.independent, corpus.joint)]
    tags = [change.before, change.after]
    if heads[0] != heads[1]:
        tags = [f"{tag} ({forms[head - 1]})" if head else tag for tag, head in zip(tags, heads, strict=True)]
    return f"  {excerpt}   {' -> '.join(tags)}"


def _name(corpus: ConsistentCorpus, number: int) -> str:
    sentence = corpus.joint[number]
    return sentence.id or (str(sentence.ordinal) if sentence.ordinal else repr(sentence.text[:40]))
