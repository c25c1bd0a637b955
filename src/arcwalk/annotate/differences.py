"""Where annotators differ: sentences that are in several files, and not the same in all of them."""

from collections import defaultdict
from collections.abc import Hashable, Iterable

from arcwalk.annotate.items import Item
from arcwalk.treebank.sentence import Sentence


def differing(items: Iterable[Item]) -> list[int]:
    """The numbers of these sentences, in the order of `items`; untouched ones are nobody's, and are not compared."""
    versions: dict[str, dict[int, Hashable]] = defaultdict(dict)
    numbers: list[tuple[int, str]] = []
    for item in items:
        if item.state != "untouched":
            name = item.sentence.id or item.sentence.text
            versions[name].setdefault(item.file, _analysis(item.sentence))
            numbers.append((item.id, name))
    return [number for number, name in numbers if len(set(versions[name].values())) > 1]


def _analysis(sentence: Sentence) -> Hashable:
    """What annotators decide."""
    tags = (sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats)
    return sentence.forms, tags, sentence.heads, sentence.deprels
