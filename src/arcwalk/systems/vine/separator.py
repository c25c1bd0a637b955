"""The coarse tag whose children on one side say most about those on the other (section 5 of the paper).

The generative model has the children on both sides independent of each other. Where that is most wrong, usually at
verbs, the reranker looks at whether such a word is between a word and its head.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping

import numpy as np

from arcwalk.treebank.corpus import Corpus

Children = tuple[int, ...]  # the coarse tags of a word's children on one side


def find_separator(corpus: Corpus) -> int:
    """The tag with the highest mutual information between the tags of left and of right children."""
    pairs: dict[int, Counter[tuple[Children, Children]]] = defaultdict(Counter)
    for i in range(len(corpus)):
        codes, heads, _ = corpus.sentence(i)
        tags, own_heads = codes[: len(heads), 0].tolist(), heads.tolist()
        sides: list[tuple[list[int], list[int]]] = [([], []) for _ in own_heads]
        for m in range(1, len(own_heads)):
            sides[own_heads[m]][m > own_heads[m]].append(tags[m])
        for tag, (left, right) in zip(tags[1:], sides[1:], strict=True):
            pairs[tag][tuple(left), tuple(right)] += 1
    return max(sorted(pairs), key=lambda tag: mutual_information(pairs[tag]))


def mutual_information(counts: Mapping[tuple[Children, Children], int]) -> float:
    """Between the two parts of pairs, in bits."""
    left: Counter[Children] = Counter()
    right: Counter[Children] = Counter()
    for (one, other), count in counts.items():
        left[one] += count
        right[other] += count
    total = sum(left.values())
    return sum(
        count / total * float(np.log2(count * total / (left[one] * right[other])))
        for (one, other), count in counts.items()
    )
