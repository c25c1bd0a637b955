"""The lexicon of the lemmatizer: which edit scripts a word may get."""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from arcwalk.components.tagger.edit_scripts import EditScript
from arcwalk.components.tagger.lexicon import FIRST_CODE, Entry, Lexicon, first_tag
from arcwalk.representations.word_table import Words
from arcwalk.treebank.encoding import UNKNOWN
from arcwalk.treebank.words import normalize

MOST_SCRIPTS = 16  # candidates of a word
_MOST_TRIED = 20_000  # scripts for a word
_REMEMBERED = 4096


class LemmaLexicon(Lexicon):
    """A lexicon whose tags are the texts of edit scripts, most frequent first.

    A form has the scripts that the treebank has for it with the same first tag: other tags are wrong too often to
    decide this. An unknown form has those of rare words with the same suffix and first tag. Scripts that do not fit are
    left out.
    """

    def __init__(self, tags: Sequence[str], counts: dict[Entry, dict[int, int]], _words: Words | None = None) -> None:
        """Clusters of words say nothing about lemmas."""
        super().__init__(tags, counts)
        self.scripts = [EditScript.parse(tag) for tag in tags]
        self._endings = [script.ending for script in self.scripts]
        self._forms_of_lemmas = self._count_forms()
        self._guesses = lru_cache(_REMEMBERED)(self._find_guesses)  # candidates and codes both need them

    @staticmethod
    def key(entry: Entry) -> Entry:
        """The normalized form, and its first tag."""
        return normalize(entry[0]), first_tag(entry[1])

    def candidates(self, entry: Entry, *, hidden: bool = False) -> list[int]:
        """The scripts that an entry may get; if `hidden`, as an unknown word."""
        seen = {} if hidden else self.counts.get(self.key(entry), {})
        known = [tag for tag in sorted(seen, key=lambda tag: (-seen[tag], tag)) if self.lemma(tag, entry[0])]
        return known[:MOST_SCRIPTS] or [tag for tag, _ in self._guesses(entry)] or [0]

    def lemma(self, tag: int, form: str) -> str | None:
        """The lemma of a form by a script; None if the script does not fit."""
        return self.scripts[tag].apply(form)

    def attested(self, entry: Entry) -> int:
        """The code of the script whose lemma the treebank has for the most other forms with the same first tag.

        Only scripts that the entry could get as an unknown word count.
        """
        form, first = self.key(entry)
        best, most = UNKNOWN, 0
        for tag, lemma in self._guesses(entry):
            forms = self._forms_of_lemmas.get((lemma.lower(), first), set())
            others = len(forms) - (form in forms)
            if others > most:
                best, most = FIRST_CODE + tag, others
        return best

    def _find_guesses(self, entry: Entry) -> list[tuple[int, str]]:
        """Scripts for an unknown word, and its lemmas by them."""
        form, first = self.key(entry)
        guesses: list[tuple[int, str]] = []
        tried: set[int] = set()
        small = entry[0].lower()
        for suffix in self._suffixes(form):
            if suffix == "" and guesses:
                break  # scripts that no word with the same last character has
            for tag in self._rare_words.tags(suffix, first):
                if tag in tried:
                    continue
                tried.add(tag)
                if small.endswith(self._endings[tag]) and (lemma := self.lemma(tag, entry[0])):
                    guesses.append((tag, lemma))
                    if len(guesses) == MOST_SCRIPTS:
                        return guesses
                if len(tried) == _MOST_TRIED:
                    return guesses
        return guesses

    def _count_forms(self) -> dict[Entry, set[str]]:
        """The forms of each lemma with the same first tag."""
        forms: defaultdict[Entry, set[str]] = defaultdict(set)
        for (form, first), seen in self.counts.items():
            for tag in seen:
                if lemma := self.lemma(tag, form):
                    forms[lemma.lower(), first].add(form)
        return dict(forms)
