"""Which parts a tree has: small trees drawn by hand, and random ones against a slow listing."""

from collections import Counter

import numpy as np
import pytest
from part_oracles import ListedPart, parts_of

from arcwalk.features.kernels.structure_features import LABELED_ROLES, NO_WORD
from arcwalk.features.parts import PARTS
from arcwalk.features.structure_templates import structure_table, structure_templates
from arcwalk.scoring.linked_tree import link, unlinked
from arcwalk.scoring.part_kinds import Convention
from arcwalk.scoring.tree_parts import KINDS, unit_parts
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence

LABELS = ["dep", "conj", "other"]
PLAIN = "\n".join(f"[{name}]\n{part.words[0]}.pos" for name, part in PARTS.items())
LABELED = "\n".join(
    f"[{name}]\n{part.words[0]}.label" for name, part in PARTS.items() if len(part.words) > 1 and name != "labeled-arc"
)
TAGS = ["NOUN", "VERB", "ADP", "CCONJ", "PUNCT"]
ENCODER = Encoder.fit([Sentence.from_columns(TAGS, upos=TAGS)], ["pos"])
CONVENTIONS = [Convention(adp, conj, 1) for adp in (False, True) for conj in (False, True)]


def listed(sentence: Sentence, convention: Convention, text: str = PLAIN) -> list[tuple[ListedPart, tuple[int, ...]]]:
    """The parts that the kernels list, and their labels."""
    groups = structure_table(structure_templates(text, "test"), ENCODER.columns).groups
    codes, n = ENCODER.encode(sentence), len(sentence)
    tree = unlinked(n)
    labels = [-1, *map(LABELS.index, sentence.deprels)]
    link(tree, np.array([-1, *sentence.heads], np.int32), np.array(labels, np.int32))
    room, count = np.empty((200 * (n + 2), 2), np.int64), 0
    for unit in range(KINDS * (n + 1) + 1):
        count = unit_parts(unit, codes, tree, groups, convention, room, count)
    parts = []
    for words, rest in room[:count].tolist():
        name = list(PARTS)[(rest & 0xFF) // 2]
        roles = [words >> 16 * role & NO_WORD for role in range(4)][: len(PARTS[name].words)]
        positions = tuple(-1 if word == NO_WORD else word for word in roles)
        pattern = words >> 32 if name in ("modifiers", "frame") else -1
        part = ListedPart(name, positions, (rest >> 8 & 63, rest >> 14 & 63), pattern)
        parts.append((part, tuple(rest >> 20 + 12 * role & 0xFFF for role in range(LABELED_ROLES))))
    return parts


def drawn(text: str) -> Sentence:
    """A tree from `form/tag/head` or `form/tag/head/label`, the head by its form (0 is the root)."""
    words = [word.split("/") for word in text.split()]
    forms = [word[0] for word in words]
    return Sentence.from_columns(
        forms,
        upos=[word[1] for word in words],
        heads=[0 if word[2] == "0" else 1 + forms.index(word[2]) for word in words],
        deprels=[word[3] if len(word) > 3 else "dep" for word in words],
    )


def by_forms(sentence: Sentence, name: str, convention: Convention = CONVENTIONS[0]) -> list[str]:
    """The parts of one kind as text: their words, then their numbers; `0` is the root and `-` nobody."""
    forms = ["0", *sentence.forms, "-"]
    return sorted(
        " ".join([*(forms[word] for word in part.words), *map(str, part.numbers)])
        for part, _ in listed(sentence, convention)
        if part.name == name
    )


SOLD = drawn("We/NOUN/sold sold/VERB/0 Kim/NOUN/sold the/NOUN/book book/NOUN/sold today/NOUN/sold ./PUNCT/sold")


GOLD = {
    "sibling": """We - sold 0 7; sold - 0 1 7; Kim - sold 1 7; the - book 0 7; book Kim sold 1 1;
        today book sold 1 0; . today sold 1 0""",
    "tri-sibling": """We - - sold 0 7; sold - - 0 1 7; Kim - - sold 1 7; the - - book 0 7; book Kim - sold 1 1;
        today book Kim sold 1 0; . today book sold 1 0""",
    "any-sibling": "today Kim sold 1 2; . book sold 1 2; . Kim sold 1 3",
    "grandparent": """We sold 0 6 0; Kim sold 0 7 0; the book sold 6 0; book sold 0 7 2; today sold 0 7 3;
        . sold 0 7 4""",
    "grand-grandparent": """We sold 0 - 6 0; Kim sold 0 - 7 0; the book sold 0 6 0; book sold 0 - 7 2;
        today sold 0 - 7 3; . sold 0 - 7 4""",
    "grand-sibling": """We - sold 0 6 0; Kim - sold 0 7 0; the - book sold 6 0; book Kim sold 0 7 2;
        today book sold 0 7 3; . today sold 0 7 4""",
    "sibling-grandchild": "book the Kim sold 1 0; book the today sold 1 1",
    "head-bigram": """sold 0 sold 0 1; Kim sold 0 0 0; the book sold 1 0; book sold book 0 2; today sold sold 4 3;
        . sold sold 4 4""",
    "valency": """0 - 0 1; We sold 0 0; sold 0 1 3; Kim sold 0 0; the book 0 0; book sold 1 0; today sold 0 0;
        . sold 0 0""",
    "span": """We 0 sold 0 0; sold 0 - 1 5; Kim sold the 0 0; the Kim book 0 0; book Kim today 0 1; today book . 2 0;
        . today - 1 0""",
    "nonprojective": "",
    "coordination": "",
    "pp": "",
    "right-branch": "today 0 2",
}


@pytest.mark.parametrize("name", GOLD)
def test_a_tree_drawn_by_hand(name: str) -> None:
    assert by_forms(SOLD, name) == sorted(" ".join(part.split()) for part in GOLD[name].split(";") if part.strip())


def test_arcs_over_strangers() -> None:
    hearing = drawn(
        "A/NOUN/hearing hearing/NOUN/is is/VERB/0 scheduled/VERB/is on/ADP/hearing the/NOUN/issue issue/NOUN/on "
        "today/NOUN/scheduled"
    )
    assert by_forms(hearing, "nonprojective") == ["on hearing 1 2", "today scheduled 1 3"]
    assert by_forms(hearing, "right-branch") == ["today 0 3"]  # three arcs for eight words
    assert "hearing 0 - 1 5" not in by_forms(hearing, "span")
    assert "hearing 0 today 0 5" in by_forms(hearing, "span")  # with its gap, seven words


PREPOSITIONS = {
    (True, True): "sees/VERB/0 in/ADP/sees rain/NOUN/and and/CCONJ/in wind/NOUN/and",
    (True, False): "sees/VERB/0 in/ADP/sees rain/NOUN/in and/CCONJ/wind wind/NOUN/rain/conj",
    (False, False): "sees/VERB/0 in/ADP/rain rain/NOUN/sees and/CCONJ/wind wind/NOUN/rain/conj",
    (False, True): "sees/VERB/0 in/ADP/rain rain/NOUN/and and/CCONJ/sees wind/NOUN/and",
}


@pytest.mark.parametrize(
    ("convention", "prepositions", "coordination"),
    [
        ((True, True), ["rain in sees 1 0", "wind in sees 1 0"], ["wind rain and in 0 1"]),
        ((True, False), ["rain in sees 1 0"], ["wind rain and in 1 1"]),
        ((False, False), ["rain in sees 1 1", "wind in sees 1 1"], ["wind rain and sees 1 1"]),
        ((False, True), ["rain in and 0 0"], ["wind rain and sees 0 1"]),
    ],
)
def test_prepositions_and_coordination(
    convention: tuple[bool, bool], prepositions: list[str], coordination: list[str]
) -> None:
    sentence = drawn(PREPOSITIONS[convention])
    assert by_forms(sentence, "pp", Convention(*convention, 1)) == prepositions
    assert by_forms(sentence, "coordination", Convention(*convention, 1)) == coordination


def test_three_conjuncts() -> None:
    leaves = drawn("dogs/NOUN/0 ,/PUNCT/cats cats/NOUN/dogs/conj and/CCONJ/mice mice/NOUN/dogs/conj")
    assert by_forms(leaves, "coordination") == ["cats dogs - 0 1 1", "mice cats and 0 0 1"]
    heads = drawn("dogs/NOUN/and ,/PUNCT/and cats/NOUN/and and/CCONJ/0 mice/NOUN/and")
    assert by_forms(heads, "coordination", Convention(True, True, -1)) == ["cats dogs and 0 0 1", "mice cats and 0 0 1"]


def test_a_comma_before_the_conjunction_is_no_conjunct() -> None:
    heads = drawn("cats/NOUN/and ,/PUNCT/and and/CCONJ/0 mice/NOUN/and")
    assert by_forms(heads, "coordination", Convention(True, True, -1)) == ["mice cats and 0 0 2"]


def random_tree(random: np.random.Generator, n: int) -> Sentence:
    order = random.permutation(n) + 1
    heads = [0] * n
    for rank, m in enumerate(order):
        if rank and random.random() > 0.05:
            heads[m - 1] = int(order[random.integers(max(0, rank - 3), rank)])
    tags = random.choice(TAGS, size=n).tolist()
    return Sentence.from_columns(tags, upos=tags, heads=heads, deprels=random.choice(LABELS, size=n).tolist())


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_random_trees(convention: Convention) -> None:
    random = np.random.default_rng(3)
    kinds: Counter[str] = Counter()
    for n in [1, 2, 3, *random.integers(4, 30, size=60)]:
        sentence = random_tree(random, int(n))
        labels = [-1, *map(LABELS.index, sentence.deprels)]
        wanted = list(parts_of(ENCODER.encode(sentence), [-1, *sentence.heads], labels, convention))
        assert Counter(part for part, _ in listed(sentence, convention)) == Counter(wanted)
        kinds.update(part.name for part in wanted)
    assert set(kinds) == set(PARTS) - {"labeled-arc"}


def test_labels_of_parts() -> None:
    random = np.random.default_rng(4)
    for convention in CONVENTIONS:
        sentence = random_tree(random, 20)
        labels = [-1, *map(LABELS.index, sentence.deprels), -1]
        parts = listed(sentence, convention, LABELED)
        assert parts
        for part, own in parts:
            roles = [labels[word] for word in part.words[:LABELED_ROLES]]
            assert own == tuple(label & 0xFFF for label in [*roles, -1, -1][:LABELED_ROLES]), part


def test_parts_without_templates_are_not_listed() -> None:
    parts = listed(SOLD, CONVENTIONS[0], "[grandparent]\nm.pos\nm.label")
    assert {part.name for part, _ in parts} == {"grandparent"}
    assert len(parts) == 2 * len(GOLD["grandparent"].split(";"))
    assert listed(SOLD, CONVENTIONS[0], "[arc]\nm.pos") == []
