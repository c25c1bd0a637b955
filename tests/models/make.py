"""Make the models of this version that later versions must read: `python tests/models/make.py`.

They are small: tables are cut down after training, which costs accuracy, but not validity.
"""

import lzma
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import arcwalk
from arcwalk import Parser, Sentence, Tagger, TaggingOptions, sample
from arcwalk.components.tagger.options import NAME as TAGGER
from arcwalk.features.weights import pack, packed_names, unpack
from arcwalk.models.model_file import ModelFile, model_bytes
from arcwalk.representations.word_table import CLUSTERS, Words

FOLDER = Path(__file__).parent
INPUT, MODEL, EXPECTED = "input.conllu", ".arcwalk.xz", ".conllu"

TRAIN, TEST = sample(12), sample(4, seed=1)
ENOUGH = sample(100)  # for networks in a tagger
CROSSING = Sentence.from_columns(
    ["a", "hearing", "is", "scheduled", "today"],
    upos=["DET", "NOUN", "AUX", "VERB", "ADV"],
    heads=[2, 4, 4, 0, 2],
    deprels=["det", "nsubj", "aux", "root", "advmod"],
)
SMALL = {"shuffles": 1, "epochs": 1, "table_bits": 12}
SAMPLING = {**SMALL, "aggressiveness": 0.01, "pruner_shuffles": 1, "neural_epochs": 1, "folds": 2}
MST = {**SMALL, "folds": 2}
RERANK = {**MST, "mst_shuffles": 1, "mst_epochs": 1, "k": 5}
VINE = {"folds": 2, "trees": 5, "k": 10}
TAGGING = TaggingOptions(tag_folds=2, tag_shuffles=1, tag_epochs=1)

MOST_BITS = 10  # of a table
KEPT_IN_NETWORK = 64  # one number in so many

Model = Parser | Tagger


def _words() -> Words:
    """Clusters for every other word of the treebank."""
    forms = sorted({form.lower() for sentence in TRAIN for form in sentence.forms})[::2]
    numbers = np.arange(len(forms), dtype=np.uint16)[:, None] % np.array([4, 8, 16, 32], dtype=np.uint16)
    return Words.of(forms, numbers[:, : len(CLUSTERS)])


def _parser(system: str, **options: Any) -> Callable[[], Parser]:
    return lambda: Parser.train(TRAIN, system=system, **options)


KINDS: dict[str, Callable[[], Model]] = {
    "sampling": _parser("sampling", **SAMPLING),
    "joint": _parser("sampling", **SAMPLING, neural="no", tags="joint", tag_options=TAGGING),
    "bayes-point": _parser("bayes-point", **SMALL),
    "mst": _parser("mst", **MST),
    "mst-nonprojective": lambda: Parser.train([CROSSING, *TRAIN], system="mst", projective="no", **MST),
    "rerank": _parser("rerank", **RERANK),
    "vine": _parser("vine", **VINE),
    "vine-as-published": _parser("vine", **VINE, rerank="no", log_linear="no", join="no", mixture="uniform"),
    "clusters": lambda: Parser.train(
        TRAIN, system="bayes-point", **SMALL, words=_words(), tags="predicted", tag_options=TAGGING
    ),
    "tagger": lambda: Tagger.train(TRAIN, columns="upos,xpos,feats,lemma", **SMALL),
    "tagger-network": lambda: Tagger.train(ENOUGH, columns="upos", segmenter=False, **SMALL),
}


def model_of(model: Model) -> ModelFile:
    """What a model file would hold, cut down."""
    whole = model.model() if isinstance(model, Tagger) else model.tagging.joined_to(model.system.model())
    arrays = dict(whole.arrays)
    for name in packed_names(arrays):
        weights = unpack(arrays, name)
        blocks = weights.reshape(-1, max(len(weights) >> MOST_BITS, 1)) if len(weights) else weights[:, None]
        arrays |= pack(blocks.sum(axis=1), name)
    for name in arrays:
        if "network." in name and arrays[name].dtype == np.float16:  # not the values that have embeddings
            kept = arrays[name].copy()
            kept.ravel()[np.arange(kept.size) % KEPT_IN_NETWORK > 0] = 0
            arrays[name] = kept
    return whole._replace(arrays=arrays)


def load(path: Path) -> Model:
    """The parser or tagger in a model file."""
    return Tagger.load(path) if path.name.startswith(TAGGER) else Parser.load(path)


def annotated(model: Model, sentences: list[Sentence]) -> Iterator[Sentence]:
    """The sentences as the model annotates them."""
    return model.tag(sentences) if isinstance(model, Tagger) else model.parse(sentences)


def main() -> None:
    """Train the models, and write them with their parses to the folder of this version."""
    folder = FOLDER / arcwalk.__version__
    folder.mkdir(exist_ok=True)
    arcwalk.write(folder / INPUT, TEST)
    for name, train in KINDS.items():
        data = model_bytes(model_of(train()))
        (folder / f"{name}{MODEL}").write_bytes(lzma.compress(data, preset=9))
        with TemporaryDirectory() as temporary:
            path = Path(temporary, name)
            path.write_bytes(data)
            arcwalk.write(folder / f"{name}{EXPECTED}", annotated(load(path), TEST))
        print(f"{name}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
