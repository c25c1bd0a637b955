"""Vectors of words, learned from raw text by gensim's word2vec.

gensim is an optional extra, `arcwalk[words]`: it is well maintained and compiled.
"""

import tempfile
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from arcwalk.errors import ArcwalkError
from arcwalk.representations.word_table import without_spaces

WINDOW = 2  # words to each side: near ones tell most about the syntax of a word
LEAST_COUNT = 3  # occurrences of a word that gets a vector
EPOCHS = 10
_LONGEST = 5_000  # words that are handed over at once; gensim cuts off the rest of longer sentences


def learn_vectors(
    sentences: Iterable[Sequence[str]], size: int, seed: int, after_epoch: Callable[[], None]
) -> "Vectors":
    """Skip-gram vectors of `size` dimensions; the same text and seed give the same ones.

    `sentences` are read once, into a temporary file.
    """
    word2vec = _word2vec()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sentences"
        with path.open("w", encoding="utf-8", errors="surrogateescape") as stream:
            for forms in sentences:
                words = iter([without_spaces(form) for form in forms])
                while part := list(islice(words, _LONGEST)):
                    print(*part, file=stream)
        model = word2vec.Word2Vec(
            vector_size=size,
            window=WINDOW,
            min_count=LEAST_COUNT,
            sg=1,
            seed=seed % (1 << 32),
            workers=1,  # with more, the order of updates would depend on their speed
        )
        text = word2vec.LineSentence(str(path))
        model.build_vocab(text)
        if not model.wv.index_to_key:
            raise ArcwalkError(f"no word occurs {LEAST_COUNT} times in the text", "give more text")
        for epoch in range(EPOCHS):
            low, high = (model.alpha * (1 - done / EPOCHS) for done in (epoch + 1, epoch))
            examples = model.corpus_count
            model.train(text, total_examples=examples, epochs=1, start_alpha=high, end_alpha=max(low, model.min_alpha))
            after_epoch()
    return Vectors(model.wv)


class Vectors:
    """Learned vectors, most frequent words first."""

    def __init__(self, keyed: Any) -> None:
        self._keyed = keyed

    def __len__(self) -> int:
        return len(self._keyed.index_to_key)

    def write(self, stream: TextIO) -> None:
        """Write them in word2vec's text format."""
        print(len(self), self._keyed.vector_size, file=stream)
        for word, vector in zip(self._keyed.index_to_key, self._keyed.vectors, strict=True):
            print(word, *(f"{number:.6g}" for number in vector.tolist()), file=stream)


def _word2vec() -> Any:
    try:
        from gensim.models import word2vec
    except ImportError:
        raise ArcwalkError(
            "learning word vectors needs gensim, which is not installed", 'run: pip install "arcwalk[words]"'
        ) from None
    return word2vec
