"""A report of which constraints changed what: Table 5 and Figure 4 of the paper, as text."""

from collections.abc import Iterator
from itertools import islice

from arcwalk.corpus.consistent_corpus import Change, Consensus, ConsistentCorpus

GROUPS, EXAMPLES = 20, 3  # in a report
_AROUND = 6  # words on each side of one in an example


def summary(corpus: ConsistentCorpus) -> list[str]:
    """In a few lines: how much has changed, and whether it is certain that this is the best."""
    solution, count = corpus.solution, len(corpus.together)
    agreed = sum(group.agreed != "" for group in corpus.groups)
    share = f" ({100 * agreed / len(corpus.groups):.0f}%)" if corpus.groups else ""
    lines = [
        f"{corpus.changed_words:,} words changed; {agreed:,} of {len(corpus.groups):,} constraints{share} are in force"
    ]
    rounds = f"after {len(solution.iterations):,} iterations"
    if not solution.is_exact:
        lines.append(f"agreed {rounds}; whether this is the best solution is not known, the search is approximate")
    elif not solution.lifted:
        lines.append(f"exact {rounds}: the best joint solution of all {count:,} sentences")
    else:
        part = 100 * len(solution.lifted) / count
        but = f"all but {len(solution.lifted):,} of {count:,} sentences ({part:.1f}%), whose constraints were lifted"
        lines.append(f"exact {rounds} for {but}")
    return lines


def report(corpus: ConsistentCorpus) -> Iterator[str]:
    """The lines of a report."""
    yield from summary(corpus)
    for number in corpus.solution.lifted:
        yield f"lifted: {_name(corpus, number)}"
    effective = corpus.most_effective()
    if not effective:
        return
    yield ""
    yield "The most effective constraints"
    header = ["", "agreed", "words", "in treebank", "changed"]
    rows = [[group.name, group.agreed, *_counts(group), f"{len(changes):,}"] for group, changes in effective[:GROUPS]]
    widths = [max(len(row[column]) for row in (header, *rows)) for column in range(len(header))]
    for row in (header, *rows):
        left = [cell.ljust(width) for cell, width in zip(row[:2], widths, strict=False)]
        right = [cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]
        yield "  ".join([*left, *right]).rstrip()
    yield ""
    yield "What they changed"
    for group, changes in effective[:GROUPS]:
        yield f"{group.name}: {group.agreed}"
        for change in islice(changes, EXAMPLES):
            yield f"  {_excerpt(corpus, change)}   {change.before} -> {change.after}"


def _counts(group: Consensus) -> tuple[str, str]:
    return f"{len(group.words):,}", f"{sum(group.observed.values()):,}"


def _excerpt(corpus: ConsistentCorpus, change: Change) -> str:
    """The word in brackets, with some words around it."""
    forms = corpus.together[change.sentence].forms
    first, last = max(0, change.word - 1 - _AROUND), change.word + _AROUND
    words = [*forms[first : change.word - 1], f"[{forms[change.word - 1]}]", *forms[change.word : last]]
    return " ".join([*["..."][: first > 0], *words, *["..."][: last < len(forms)]])


def _name(corpus: ConsistentCorpus, number: int) -> str:
    sentence = corpus.together[number]
    return sentence.id or (str(sentence.ordinal) if sentence.ordinal else repr(sentence.text[:40]))
