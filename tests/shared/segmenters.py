"""Segmenters for tests of what is done with their tokens."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from random import Random

from arcwalk import Sentence
from arcwalk.components.segmenter.segmenter import LearnedSegmenter
from arcwalk.components.segmenter.training import segmenter_of
from arcwalk.training.progress import Progress, Silence
from arcwalk.training.setting import Setting
from arcwalk.treebank.raw_text.segmenter import RawSentence, RawToken


class RandomSegmenter:
    """Cuts anywhere, has words with spaces, and splits some."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def sentences(self, text: str) -> Iterator[RawSentence]:
        random = Random(f"{self.seed} {text}")
        sentence: RawSentence = []
        for token in self.tokens(text):
            sentence.append(token)
            if random.random() < 0.3:
                yield sentence
                sentence = []
        if sentence:
            yield sentence

    def tokens(self, text: str) -> RawSentence:
        random = Random(f"{text} {self.seed}")
        last = 0
        places = [place for place, character in enumerate(text) if not character.isspace()]
        numbers = [(last := last + (random.random() < 0.5)) for _ in places]
        groups = [list(group) for _, group in groupby(places, key=dict(zip(places, numbers, strict=True)).__getitem__)]
        return [self._token(text, group[0], group[-1] + 1, random) for group in groups]

    def _token(self, text: str, start: int, end: int, random: Random) -> RawToken:
        form = " ".join(text[start:end].split())
        return RawToken(start, end, ("a", "b c", form) if random.random() < 0.2 else (form,))


def learned(sentences: Sequence[Sentence], progress: Progress | None = None) -> LearnedSegmenter:
    """The segmenter of a treebank."""
    setting = Setting(progress=progress or Silence())
    return segmenter_of(sentences, setting).run("segmenter", setting)


def tokens_in(segmenter: LearnedSegmenter, text: str) -> list[list[str]]:
    """The tokens of each sentence of a paragraph."""
    return [[text[token.start : token.end] for token in tokens] for tokens in segmenter.sentences(text)]
