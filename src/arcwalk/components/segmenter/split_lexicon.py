"""The lexicon of the multiword splitter: into which words a token may be split."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self

from arcwalk.components.segmenter.splitting_scripts import LONGEST, SplittingScript, Words, lowered

UNSPLIT = 0  # in place of the number of a script: the token is one word
MOST_CANDIDATES = 16

_FREQUENT = 4  # occurrences of a frequent token, at least
_PRODUCTIVE = 2  # tokens that a script splits in the treebank, at least, if unknown ones are to be split the same way


class Candidate(NamedTuple):
    """A way to split a token."""

    script: int  # its number, or `UNSPLIT`
    words: Words


class SplitLexicon:
    """The scripts of a treebank, and how often each of its multiword tokens, in lower case, is split by which.

    A frequent multiword token can only be split, or left whole, as it is in the treebank. Other tokens may be one word,
    or be split by a script that fits them and splits several tokens of the treebank.
    """

    def __init__(self, scripts: Sequence[SplittingScript], counts: dict[str, dict[int, int]]) -> None:
        """Scripts are numbered from 1; `counts` are by number, with those of `UNSPLIT`."""
        self.scripts = list(scripts)
        self.counts = counts
        tokens = Counter(number for seen in counts.values() for number in seen)
        self._by_end: defaultdict[str, list[int]] = defaultdict(list)
        self._by_start: defaultdict[str, list[int]] = defaultdict(list)
        for number, script in enumerate(self.scripts, 1):
            if tokens[number] >= _PRODUCTIVE:
                if script.end:
                    self._by_end[lowered(script.end)].append(number)
                elif script.start:
                    self._by_start[lowered(script.start)].append(number)
        self._longest_end = max(map(len, self._by_end), default=0)
        self._longest_start = max(map(len, self._by_start), default=0)

    @classmethod
    def fit(cls, tokens: Iterable[tuple[str, Words]]) -> Self:
        """The lexicon of the tokens of a treebank, most frequent scripts first."""
        seen: defaultdict[str, Counter[SplittingScript | None]] = defaultdict(Counter)
        totals: Counter[SplittingScript] = Counter()
        for (token, words), count in Counter(tokens).items():
            script = script_of(token, words)
            seen[lowered(token)][script] += count
            if script:
                totals[script] += count
        scripts = sorted(totals, key=lambda script: (-totals[script], script))
        number: dict[SplittingScript | None, int] = {script: place for place, script in enumerate(scripts, 1)}
        number[None] = UNSPLIT
        counts = {
            token: {number[script]: own[script] for script in sorted(own, key=number.__getitem__)}
            for token, own in sorted(seen.items())
            if any(own.keys())
        }
        return cls(scripts, counts)

    def candidates(self, token: str, *, hidden: bool = False) -> list[Candidate]:
        """The ways to split a token; if `hidden`, as an unknown one."""
        small = lowered(token)
        seen = {} if hidden else self.counts.get(small, {})
        numbers = sorted(seen, key=lambda number: (-seen[number], number))
        if sum(seen.values()) < _FREQUENT:
            numbers += [number for number in (UNSPLIT, *self._fitting(small)) if number not in seen]
        found: dict[Words, int] = {}
        for number in numbers:
            words = (token,) if number == UNSPLIT else self.scripts[number - 1].split(token)
            if words:
                found.setdefault(words, number)
                if len(found) == MOST_CANDIDATES:
                    break
        return [Candidate(number, words) for words, number in found.items()] or [Candidate(UNSPLIT, (token,))]

    def is_ambiguous(self, token: str) -> bool:
        """Whether the treebank has several splits of the token, so that those around it tell which."""
        return len(self.counts.get(lowered(token), ())) > 1

    def _fitting(self, small: str) -> Iterable[int]:
        """The scripts for unknown tokens like this one, those for the longest ends first."""
        for length in range(min(self._longest_end, len(small)), 0, -1):
            yield from self._by_end.get(small[-length:], ())
        for length in range(min(self._longest_start, len(small)), 0, -1):
            yield from self._by_start.get(small[:length], ())


def script_of(token: str, words: Words) -> SplittingScript | None:
    """The script that splits a token of the treebank; None if it is one word, or too long to teach others."""
    if len(words) == 1 or max(len(token), len("\t".join(words))) > LONGEST:
        return None
    return SplittingScript.of(token, words)
