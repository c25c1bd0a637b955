"""Word clusters and vectors for a treebank to train on."""

from collections.abc import Sequence

from arcwalk.errors import ArcwalkError
from arcwalk.files.paths import FilePath, source_name
from arcwalk.representations.word_files import read_word_file
from arcwalk.representations.word_table import Words
from arcwalk.training.progress import Progress
from arcwalk.treebank.sentence import Sentence


def words_for(sentences: Sequence[Sentence], words: FilePath | Words, seed: int, progress: Progress) -> Words:
    """The words of a file, or those already read; an error if the treebank has none of them.

    Punctuation and numbers do not count: they are the same in other languages, and many files have none.
    """
    name = "the table of words"
    if not isinstance(words, Words):
        name = source_name(words)
        words = read_word_file(words, seed)
    forms = (form for sentence in sentences for form in sentence.forms)
    covered = words.coverage(form for form in forms if any(map(str.isalpha, form)))
    if covered == 0:
        raise ArcwalkError(f"{name}: no word of the treebank is there", "give a file for the language of the treebank")
    progress.say(
        f"{name}: {len(words):,} words, which cover {100 * covered:.1f}% of the words of the treebank",
        known_words=len(words),
        coverage=100 * covered,
    )
    return words
