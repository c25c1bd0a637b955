"""A batch of sentences that are doubtful and differ from one another.

Shi, Benton, Malioutov and İrsoy (2021), "Diversity-aware batch active learning for dependency parsing": the batch with
the largest probability under a determinantal point process, found greedily as in Chen, Zhang and Zhou (2018), "Fast
greedy MAP inference for determinantal point process".
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_matrix

from arcwalk.arrays import Scores
from arcwalk.treebank.sentence import Sentence

_NOTHING = 1e-10  # what is new in a sentence that is like those chosen


def diverse(sentences: Sequence[Sentence], qualities: Sequence[float], count: int) -> list[int]:
    """The indices of up to `count` sentences that are good and differ, the best first.

    Sentences that bring nothing new, such as duplicates, come last, the better ones first.
    """
    count = min(count, len(sentences))
    quality = np.maximum(np.array(qualities, dtype=np.float64), _NOTHING)
    described = _descriptions(sentences).multiply(quality[:, None]).tocsr()
    new = quality**2  # what each sentence would add
    added = np.zeros((count, len(sentences)))
    chosen: list[int] = []
    while len(chosen) < count:
        best = int(np.argmax(new))
        if new[best] <= _NOTHING * quality[best] ** 2:
            rest = np.argsort(-quality, kind="stable").tolist()
            taken = set(chosen)
            return [*chosen, *(index for index in rest if index not in taken)][:count]
        likeness = np.asarray((described @ described[best].T).todense()).ravel()
        size = len(chosen)
        row = (likeness - added[:size].T @ added[:size, best]) / np.sqrt(new[best])
        added[size] = row
        new = new - row**2
        new[best] = -np.inf
        chosen.append(best)
    return chosen


def _descriptions(sentences: Sequence[Sentence]) -> "csr_matrix[Scores]":
    """A row of length 1 for each sentence: its words and the kinds of its arcs, rare ones weighing more."""
    counts = [Counter(_traits(sentence)) for sentence in sentences]
    frequency = Counter(trait for own in counts for trait in own)
    places = {trait: place for place, trait in enumerate(frequency)}
    weight = {trait: np.log(1 + len(sentences) / often) for trait, often in frequency.items()}
    rows, columns, values = [], [], []
    for row, own in enumerate(counts):
        length = np.sqrt(sum((often * weight[trait]) ** 2 for trait, often in own.items())) or 1.0
        for trait, often in own.items():
            rows.append(row)
            columns.append(places[trait])
            values.append(often * weight[trait] / length)
    return csr_matrix((values, (rows, columns)), shape=(len(sentences), len(places)))


def _traits(sentence: Sentence) -> list[tuple[str, ...]]:
    tags = ("", *sentence.upos)
    arcs = zip(sentence.deprels, sentence.upos, sentence.heads, strict=True)
    return [*((form.lower(),) for form in sentence.forms), *((label, tag, tags[head]) for label, tag, head in arcs)]
