"""The analyses of sentences as a checkpoint keeps them: word after word, in metadata and arrays."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcwalk.components.tagger.analyses import Analysis, WordAnalyses
from arcwalk.safe_reading.arrays import ANY, StoredArrays
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.treebank.sentence import Sentence


def pack_analyses(sentences: Sequence[Sequence[WordAnalyses]]) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Metadata and arrays, for `take_analyses`."""
    words = [own for sentence in sentences for own in sentence]
    every = [analysis for own in words for analysis in own]
    metadata = {
        "tags": list(map(list, zip(*(analysis.tags for analysis in every), strict=True))),
        "lemmas": [analysis.lemma for analysis in every if analysis.lemma is not None],
    }
    log_ratios = np.array([analysis.log_ratio for analysis in every], dtype=np.float64)
    return metadata, {"counts": np.array([len(own) for own in words], dtype=np.int64), "log_ratios": log_ratios}


def take_analyses(
    metadata: Metadata, arrays: StoredArrays, sentences: Sequence[Sentence], columns: int
) -> list[list[WordAnalyses]]:
    """The analyses of these sentences, with tags in so many columns."""
    tags, lemmas = metadata.text_lists("tags"), metadata.texts("lemmas")
    log_ratios = arrays.take("log_ratios", np.float64, (ANY,)).tolist()
    counts = arrays.take("counts", np.int64, (sum(map(len, sentences)),), 1, len(log_ratios))
    lengths = [int(counts.sum()), len(lemmas) or len(log_ratios), *map(len, tags)]
    if len(tags) != columns or set(lengths) != {len(log_ratios)}:
        raise metadata.source.damaged("the analyses of words do not fit together")
    lemma_of: Sequence[str | None] = lemmas or [None] * len(log_ratios)
    every = map(Analysis, zip(*tags, strict=True), log_ratios, lemma_of)
    words = iter([list(islice(every, count)) for count in counts.tolist()])
    return [list(islice(words, len(sentence))) for sentence in sentences]
