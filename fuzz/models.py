"""Wrong model files: whatever they hold, they work or are refused with a clear error.

Inputs are the models in `tests/models`, as they are and as this version saves them, changed at random
(`model_mutations`).
"""

import lzma
from pathlib import Path
from random import Random

from arcwalk import Parser, Sentence, Tagger, read
from arcwalk.errors import ArcwalkError
from arcwalk.models.model_file import ModelFile, model_bytes, model_from
from arcwalk.safe_reading.source import MEMORY
from arcwalk.treebank.check import check
from fuzz.model_mutations import mutated
from fuzz.scenario import Attack, Scenario, demand

ROOT = Path(__file__).parent.parent
SUFFIX = ".arcwalk.xz"


def seed_models() -> dict[str, Path]:
    """The models to change, by name: those of the newest version."""
    folder = max((ROOT / "tests" / "models").glob("*.*.*/"), key=lambda path: path.name)
    return {path.name.removesuffix(SUFFIX): path for path in sorted(folder.glob(f"*{SUFFIX}"))}


def prepare(_: Path) -> Attack:
    """Load a model and annotate two sentences with it."""
    seeds = seed_models()
    known = {name: lzma.decompress(path.read_bytes()) for name, path in seeds.items()}
    known |= {f"{name}-saved": _saved(data) for name, data in known.items()}
    sentences = list(read(next(iter(seeds.values())).parent / "input.conllu"))

    def attack(random: Random, folder: Path) -> None:
        name = random.choice(list(known))
        model = folder / f"{name}.arcwalk"
        model.write_bytes(mutated(known[name], random))
        try:
            found = _tagged(model, sentences) if name.startswith("tagger") else _parsed(model, sentences)
        except ArcwalkError as error:
            message = str(error)
            demand(message.isprintable() and 10 < len(message) < 2000, f"a clear message: {message!r}")
            return
        for sentence in found:
            for finding in check(Sentence.from_conllu(str(sentence))):
                raise AssertionError(f"what a model writes can be read: {finding}")

    return attack


def _saved(data: bytes) -> bytes:
    """The same model in the newest format."""
    model = model_from(data, MEMORY)
    return model_bytes(ModelFile(model.system, model.metadata.values(), model.arrays.copies(), model.words))


def _tagged(model: Path, sentences: list[Sentence]) -> list[Sentence]:
    tagger = Tagger.load(model)
    tagger.probabilities(sentences[1])
    return list(tagger.tag(sentences))


def _parsed(model: Path, sentences: list[Sentence]) -> list[Sentence]:
    """Parses, heads that are kept, confidences, and alternatives where there are any."""
    parser = Parser.load(model)
    found = [parser.parse(sentences[0]), parser.parse(_half(sentences[1]), keep=True, confidence=True)]
    if parser.system.name != "bayes-point":
        found += [tree for tree, _ in parser.alternatives(sentences[1], 3)]
    return found


def _half(sentence: Sentence) -> Sentence:
    """The sentence with every other head and label removed."""
    heads = [head if m % 2 else -1 for m, head in enumerate(sentence.heads)]
    return sentence.with_tree(heads, [label if m % 2 else "_" for m, label in enumerate(sentence.deprels)])


MODELS = Scenario("models", 2000, prepare)
