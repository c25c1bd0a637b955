"""Models that ask for much more memory or time than their size; whoever loads one, soon knows."""

import lzma
import pickle
from collections.abc import Callable
from itertools import islice, product
from pathlib import Path
from string import ascii_lowercase

import numpy as np
import pytest

from arcwalk import Parser
from arcwalk.components.tagger.options import TaggerOptions
from arcwalk.errors import ArcwalkError
from arcwalk.features.weights import MOST_WEIGHTS
from arcwalk.models.options import declared
from arcwalk.systems.rerank.options import RerankOptions
from arcwalk.systems.sampling.options import SamplingOptions
from fuzz.model_mutations import Contents
from fuzz.models import seed_models
from memory import peak_megabytes

SEEDS = seed_models()
Change = Callable[[Contents], None]


def crafted(name: str, folder: Path, change: Change) -> Path:
    contents = Contents(lzma.decompress(SEEDS[name].read_bytes()))
    change(contents)
    path = folder / f"{name}.arcwalk"
    path.write_bytes(contents.data())
    return path


def tables(*names: str, size: int) -> Change:
    def change(contents: Contents) -> None:
        for name in names:
            contents.arrays[f"{name}.used"] = np.zeros(size // 8, dtype=np.uint8)
            contents.arrays[f"{name}.values"] = np.zeros(0, dtype=np.float16)

    return change


def many_properties(contents: Contents) -> None:
    metadata, new = contents.header["metadata"], [f"A{i}" for i in range(2000)]
    metadata["properties"] += new
    metadata["vocabularies"] += [[] for _ in new]


def equal_words(contents: Contents) -> None:
    contents.header["metadata"]["vocabularies"][1] = ["a"] * 1000


def long_templates(contents: Contents) -> None:
    contents.header["metadata"]["templates"] += "\n# " + "a" * 200_000


def many_templates(contents: Contents) -> None:
    metadata = contents.header["metadata"]
    offsets = islice(product(*[range(1, 8)] * 4), 2001)
    lines = ["h+{}.form m+{}.tag h+{}.tag m+{}.form".format(*each) for each in offsets]
    metadata["templates"] = "\n".join(["[arc]", *lines])


def colliding_keys(contents: Contents) -> None:
    inverse = pow(0x9E3779B1, -1, 1 << 32)
    keys = np.array([i * inverse % (1 << 32) for i in range(1, 20_001)], dtype=np.uint32)
    contents.arrays |= {"children.keys": keys, "children.values": np.zeros(len(keys), dtype=np.float32)}


def many_objects(contents: Contents) -> None:
    contents.header["metadata"]["more"] = [{"a": 0}] * 200_000


def many_lists(contents: Contents) -> None:
    contents.header["metadata"]["more"] = [[]] * 2_000_001


@pytest.mark.parametrize(
    ("name", "change", "reason"),
    [
        ("mst", tables("trees", size=1 << 25), "is larger than table_bits=24 allows"),
        ("mst", tables(*"abcdef", size=1 << 24), "it has 100,6[0-9]{2},[0-9]{3} weights, more than 83,886,080"),
        ("sampling", many_properties, "2,015 properties, more than 1,000"),
        ("sampling", equal_words, "vocabularies is not lists of values that differ"),
        ("sampling", long_templates, "templates is not a text of at most 200,000 characters"),
        ("bayes-point", many_templates, "2,001 templates; use at most 2,000"),
        ("vine", colliding_keys, "the keys of children collide"),
        ("mst", many_objects, "not an arcwalk model"),
        ("mst", many_lists, "not an arcwalk model"),
    ],
)
def test_costly_models_are_refused(name: str, change: Change, reason: str, tmp_path: Path) -> None:
    with pytest.raises(ArcwalkError, match=reason):
        Parser.load(crafted(name, tmp_path, change))


def test_the_largest_tables_that_can_be_trained_fit() -> None:
    """`rerank` has the most: those of its features, those of `mst`, and those of a tagger of four columns."""
    largest = declared(RerankOptions)["table_bits"].most
    assert (4 << largest) + (4 << TaggerOptions().table_bits) <= MOST_WEIGHTS


def test_what_a_large_lexicon_takes(tmp_path: Path) -> None:
    """Lists for all suffixes of its rare words took 150 MB more."""
    forms = ["".join(letters) for letters in islice(product(ascii_lowercase, repeat=9), 0, 26**5, 101)]

    def change(contents: Contents) -> None:
        own = contents.header["metadata"]["columns"][1]
        own |= {"forms": forms, "earlier": ["NOUN"] * len(forms), "tags": [f"T{i}" for i in range(50)]}
        numbers = np.tile(np.array([[0, 1]], dtype=np.int32), (len(forms), 1))
        contents.arrays |= {"xpos.lexicon": numbers, "xpos.lengths": np.ones(len(forms), dtype=np.int32)}

    path = crafted("tagger", tmp_path, change)
    load = f"from arcwalk import Tagger; Tagger.load({str(path)!r})"
    _, before = peak_megabytes("import arcwalk.components.tagger.tagger, numba")
    _, megabytes = peak_megabytes(load)
    assert megabytes - before < 30 * path.stat().st_size // 1_000_000


def test_a_model_cannot_ask_for_a_long_search(tmp_path: Path) -> None:
    """Whoever uses it can."""

    def change(contents: Contents) -> None:
        contents.header["metadata"]["options"]["budget"] = 10**6

    parser = Parser.load(crafted("sampling", tmp_path, change))
    assert budget_of(parser) == 1000
    patient = parser.with_options(budget=5000)
    assert budget_of(patient) == 5000
    assert budget_of(pickle.loads(pickle.dumps(patient))) == 5000  # one's own


def budget_of(parser: Parser) -> int:
    assert isinstance(parser.system.options, SamplingOptions)  # type: ignore[attr-defined]
    return parser.system.options.budget  # type: ignore[attr-defined]
