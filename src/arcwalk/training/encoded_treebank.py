"""A treebank as learners read it: codes of words, heads and labels in arrays, and a few facts about its trees."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from arcwalk.models.label_set import LabelSet
from arcwalk.models.options import AUTO, Switch
from arcwalk.models.treebank_statistics import has_single_roots, lexical_columns, projective_share
from arcwalk.representations.word_table import CLUSTERS, Words
from arcwalk.treebank.corpus import Corpus, encode_corpus
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence

MOSTLY = 0.99  # if at least this share of trees is projective, only projective ones are searched


@dataclass(frozen=True)
class EncodedTreebank:
    """Sentences with trees, encoded for a system that reads some properties of words."""

    sentences: Sequence[Sentence]
    encoder: Encoder
    label_set: LabelSet
    corpus: Corpus

    @classmethod
    def of(
        cls,
        sentences: Sequence[Sentence],
        properties: Collection[str],
        words: Words | None = None,
        *,
        backoff: str = "auto",
        hashed: bool = False,
    ) -> "EncodedTreebank":
        """Collect the values of `properties` and the labels, and encode all sentences."""
        words = words if any(name in CLUSTERS for name in properties) else None
        encoder = Encoder.fit(sentences, sorted(properties), backoff, words=words, hashed=hashed)
        label_set = LabelSet.of(sentences)
        return cls(sentences, encoder, label_set, encode_corpus(sentences, encoder, label_set.names))

    def __len__(self) -> int:
        return len(self.sentences)

    @cached_property
    def lexical(self) -> list[int]:
        """The columns that hold words, to which word dropout applies."""
        return lexical_columns(self.encoder)

    @cached_property
    def single_root(self) -> bool:
        """Whether every tree is single-rooted."""
        return has_single_roots(self.sentences)

    @cached_property
    def projective_share(self) -> float:
        """The share of trees that are projective."""
        return projective_share(self.sentences)

    def is_projective(self, wanted: Switch) -> bool:
        """Whether to search projective trees only; `auto`: if nearly all trees of the treebank are projective."""
        return self.projective_share >= MOSTLY if wanted == AUTO else wanted

    def words(self, chosen: Sequence[int]) -> int:
        """The number of words in the chosen sentences."""
        return sum(len(self.sentences[i]) for i in chosen)

    def words_seen(self, chosen: Sequence[int]) -> int:
        """The number of words that an epoch over the chosen sentences learns from: each as often as it counts."""
        return sum(len(self.sentences[i]) * self.sentences[i].weight for i in chosen)
