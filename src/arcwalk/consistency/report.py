"""A report of which constraints changed what: Table 5 and Figure 4 of the paper, as text."""

from collections.abc import Iterator, Sequence
from itertools import islice

from arcwalk.consistency.result import Change, Consensus, ConsistentCorpus

GROUPS, EXAMPLES = 20, 3  # in a report
_AROUND = 6  # words on each side of one in an example


def summary(corpus: ConsistentCorpus) -> list[str]:
    """In a few lines: how much has changed, and whether it is certain that this is the best."""
    agreed = sum(group.agreed != "" for group in corpus.groups)
    share = f" ({100 * agreed / len(corpus.groups):.0f}%)" if corpus.groups else ""
    changed = len(corpus.changed_words)
    wanted = f"{changed - len(corpus.changed_along()):,} of them as a constraint wants"
    lines = [
        f"{changed:,} words changed, {wanted}; {agreed:,} of {len(corpus.groups):,} constraints{share} are in force"
    ]
    return [*lines, _certificate(corpus)]


def _certificate(corpus: ConsistentCorpus) -> str:
    """How sure it is that this is the best; raw sentences that took part are told apart."""
    solution, count, lifted = corpus.solution, len(corpus.together), len(corpus.lifted)
    raw = len(solution.chosen) - count
    rounds = f"after {len(solution.iterations):,} iterations"
    if solution.lifted:
        some = f"{lifted:,} of {count:,} sentences ({100 * lifted / count:.1f}%)"
        some += f" and {len(solution.lifted) - lifted:,} of {raw:,} raw ones" if raw else ""
        rounds += f" for all but {some}, whose constraints were lifted"
    if not solution.is_exact:
        return f"agreed {rounds}; whether this is the best solution is not known, the search is approximate"
    if solution.lifted:
        return f"exact {rounds}"
    every = f"all {count:,} sentences" + (f" and {raw:,} raw ones" if raw else "")
    return f"exact {rounds}: the best joint solution of {every}"


def report(corpus: ConsistentCorpus) -> Iterator[str]:
    """The lines of a report."""
    yield from summary(corpus)
    for number in corpus.lifted:
        yield f"lifted: {_name(corpus, number)}"
    if effective := corpus.most_effective:
        yield ""
        yield "The most effective constraints"
        yield from _table(effective[:GROUPS])
        yield ""
        yield "What they changed"
        for group, changes in effective[:GROUPS]:
            yield f"{group.name}: {group.agreed}"
            for change in islice(changes, EXAMPLES):
                yield f"  {_excerpt(corpus, change)}   {_what(corpus, change)}"
    if along := corpus.changed_along():
        yield ""
        yield f"What changed along with that, though no constraint wants it: {len(along):,} words"
        for change in along[:GROUPS]:
            yield f"  {_excerpt(corpus, change)}   {_what(corpus, change)}"


def _table(effective: Sequence[tuple[Consensus, list[Change]]]) -> Iterator[str]:
    """Which constraints they are, and how much they changed."""
    header = ["", "agreed", "words", "elsewhere", "changed"]
    rows = [
        [group.name, group.agreed, f"{len(group.words):,}", f"{group.elsewhere:,}", f"{len(changes):,}"]
        for group, changes in effective
    ]
    widths = [max(len(row[column]) for row in (header, *rows)) for column in range(len(header))]
    for row in (header, *rows):
        left = [cell.ljust(width) for cell, width in zip(row[:2], widths, strict=False)]
        right = [cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]
        yield "  ".join([*left, *right]).rstrip()


def _excerpt(corpus: ConsistentCorpus, change: Change) -> str:
    """The word in brackets, with some words around it."""
    forms = corpus.together[change.sentence].forms
    first, last = max(0, change.word - 1 - _AROUND), change.word + _AROUND
    words = [*forms[first : change.word - 1], f"[{forms[change.word - 1]}]", *forms[change.word : last]]
    return " ".join([*["..."][: first > 0], *words, *["..."][: last < len(forms)]])


def _what(corpus: ConsistentCorpus, change: Change) -> str:
    """What was told and is now; with the heads, if the word has another one."""
    forms = ["", *corpus.together[change.sentence].forms]
    heads = [sentences[change.sentence].heads[change.word - 1] for sentences in (corpus.alone, corpus.together)]
    told = [change.before, change.after]
    if heads[0] != heads[1]:
        told = [f"{each} ({forms[head]})" if head else each for each, head in zip(told, heads, strict=True)]
    return " -> ".join(told)


def _name(corpus: ConsistentCorpus, number: int) -> str:
    sentence = corpus.together[number]
    return sentence.id or (str(sentence.ordinal) if sentence.ordinal else repr(sentence.text[:40]))
