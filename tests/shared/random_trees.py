"""Random trees, projective or not, over words that are hard to draw."""

from hypothesis import strategies as st

from arcwalk.treebank.sentence import Sentence

FORMS = ["a", "tree", "woodpeckers", "木", "啄木鸟", "キツツキ", "e\u0301te\u0301", "<&>", "."]
LABELS = ["det", "nsubj", "acl:relcl", "x", "_"]


@st.composite
def trees(draw: st.DrawFn, longest: int = 9) -> Sentence:
    n = draw(st.integers(1, longest))
    order = draw(st.permutations(range(1, n + 1)))
    heads = [0] * n
    for place, word in enumerate(order):  # a word hangs from one that comes before it in this order
        heads[word - 1] = draw(st.sampled_from([0, *order[:place]])) if place else 0
    columns = {
        "forms": draw(st.lists(st.sampled_from(FORMS), min_size=n, max_size=n)),
        "upos": draw(st.lists(st.sampled_from(["NOUN", "X", "_"]), min_size=n, max_size=n)),
        "deprels": draw(st.lists(st.sampled_from(LABELS), min_size=n, max_size=n)),
    }
    return Sentence.from_columns(columns.pop("forms"), heads=heads, **columns)
