"""Hashes of the models and outputs of every system, to show that a change in the code changes no result.

    python benchmarks/fingerprints.py [TREEBANKS/LANGUAGE ...] > after.txt

Trains every system on small slices of the sample treebank and of the given ones (folders with train.conllu.gz and
test.conllu.gz), and prints two hashes per model (the file, and its arrays regardless of their names) and one per
output. Run it on two versions and compare the results with diff.
"""

import argparse
import hashlib
import os
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from pathlib import Path

from safetensors.numpy import load

import arcwalk
from arcwalk.cli.main import main as arcwalk_command

TRAIN, TEST = 160, 40  # sentences of a slice

FEATURE = """
import arcwalk
from arcwalk import code, emit

@arcwalk.feature
def attachment(sentence, tree, features):
    for preposition in range(1, len(sentence.form)):
        if sentence.upos[preposition] == code("ADP"):
            noun = tree.head[preposition]
            if noun > 0:
                emit(features, sentence.lemma[tree.head[noun]], sentence.lemma[preposition])
"""

# by name: the options a model is trained with, and the ways it is used
PLAIN, CONFIDENCE, ALTERNATIVES, KEPT = (), ("--confidence",), ("--nbest", "3"), ("--keep",)
EVERY_WAY = [PLAIN, CONFIDENCE, ALTERNATIVES, KEPT, ("--set", "longest=10")]
PUBLISHED_VINE = tuple(
    word
    for value in ("bounds=all", "recall=0.9", "mixture=uniform", "log_linear=no", "join=no")
    for word in ("--set", value)
)
PARSERS: dict[str, tuple[tuple[str, ...], list[tuple[str, ...]]]] = {
    "sampling": (
        (),
        [
            *EVERY_WAY,
            ("--set", "decode=minimum-risk"),
            ("--set", "search=walk", "--set", "budget=8"),
            ("--set", "search=gibbs", "--set", "budget=8"),
            ("--consistency", "--train", "train.conllu"),
        ],
    ),
    "sampling, predicted tags": (("--tags", "predicted"), [PLAIN, CONFIDENCE]),
    "sampling, joint tags": (("--tags", "joint"), EVERY_WAY),
    "sampling, turbo": (("--set", "features=turbo", "--set", "update=mira"), [PLAIN]),
    "sampling, samplerank": (("--set", "learner=samplerank", "--set", "update=mira"), [PLAIN]),
    "sampling, as published": (("--set", "as=published", "--set", "epochs=3"), [PLAIN]),
    "sampling, as published, joint tags": (("--tags", "joint", "--set", "as=published", "--set", "epochs=3"), [PLAIN]),
    "sampling, own feature": (
        ("--features-from", "feature.py", "--set", "epochs=1", "--set", "aggressiveness=0.01"),
        [("--features-from", "feature.py")],
    ),
    "bayes-point": (("--system", "bayes-point"), [PLAIN, CONFIDENCE, KEPT, ("--set", "longest=10")]),
    "bayes-point, predicted tags": (("--system", "bayes-point", "--tags", "predicted"), [PLAIN]),
    "mst": (("--system", "mst"), [*EVERY_WAY, ("--consistency", "--train", "train.conllu")]),
    "mst, projective": (
        ("--system", "mst", "--set", "projective=yes"),
        [*EVERY_WAY, ("--consistency", "--train", "train.conllu")],
    ),
    "mst, not projective": (("--system", "mst", "--set", "projective=no"), EVERY_WAY),
    "mst, predicted tags": (("--system", "mst", "--tags", "predicted"), [PLAIN]),
    "rerank": (("--system", "rerank"), EVERY_WAY),
    "rerank, predicted tags": (("--system", "rerank", "--tags", "predicted"), [PLAIN]),
    "vine": (("--system", "vine"), EVERY_WAY),
    "vine, one best": (("--system", "vine", "--set", "rerank=no"), EVERY_WAY),
    "vine, as published": (
        ("--system", "vine", *PUBLISHED_VINE),
        [PLAIN],
    ),
    "vine, predicted tags": (("--system", "vine", "--tags", "predicted"), [PLAIN]),
}
TAGGER = "tagger"


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def array_hash(model: Path) -> str:
    """A hash of the arrays in a model file, regardless of their names."""
    arrays = load(model.read_bytes()).values()
    return sha("".join(sorted(f"{array.dtype}{array.shape}{sha(array.tobytes())}" for array in arrays)).encode())


def command(*words: str) -> None:
    """Run an arcwalk command in this process."""
    try:
        status = arcwalk_command(list(words))
    except SystemExit as stop:
        status = stop.code
    if status:
        sys.exit(f"arcwalk {' '.join(words)}: exit status {status}")


def slices(treebank: Path | None) -> Iterator[tuple[str, list[arcwalk.Sentence]]]:
    """The slices of a treebank, or of the sample treebank, by file name."""
    for name, size in ("train.conllu", TRAIN), ("test.conllu", TEST):
        if treebank is None:
            path = Path(name)
            command("sample", str(size), "--seed", str(size), "-o", str(path))
        else:
            path = treebank / f"{name}.gz"
        yield name, list(islice(arcwalk.read(path), size))


def half_annotated(sentences: Iterable[arcwalk.Sentence]) -> Iterator[arcwalk.Sentence]:
    """The sentences without the heads and labels of every third word."""
    for sentence in sentences:
        kept = [m % 3 > 0 for m in range(len(sentence))]
        heads = [head if keep else -1 for head, keep in zip(sentence.heads, kept, strict=True)]
        labels = [label if keep else "_" for label, keep in zip(sentence.deprels, kept, strict=True)]
        yield sentence.with_tree(heads, labels)


def fingerprints(only: Collection[str]) -> Iterator[str]:
    """The lines of one treebank, in the current folder."""
    Path("feature.py").write_text(FEATURE, encoding="utf-8")
    for name, (training, uses) in PARSERS.items():
        if name not in only:
            continue
        model = Path("model.arcwalk")
        command("train", "train.conllu", "-m", str(model), "--jobs", "2", "--seed", "3", *training)
        yield f"{name} | model | {sha(model.read_bytes())} | {array_hash(model)}"
        for use in uses:
            source = "half.conllu" if use == KEPT else "test.conllu"
            command("parse", source, "-m", str(model), "-o", "out.conllu", *use)
            yield f"{name} | parse {' '.join(use)} | {sha(Path('out.conllu').read_bytes())}"
    if TAGGER in only:
        command("train", "train.conllu", "-m", "tagger.arcwalk", "--system", "tagger", "--jobs", "2", "--seed", "3")
        yield f"{TAGGER} | model | {sha(Path('tagger.arcwalk').read_bytes())} | {array_hash(Path('tagger.arcwalk'))}"
        for use in ((), ("--consistency", "--train", "train.conllu")):
            command("tag", "test.conllu", "-m", "tagger.arcwalk", "-o", "out.conllu", *use)
            yield f"{TAGGER} | tag {' '.join(use)} | {sha(Path('out.conllu').read_bytes())}"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("treebanks", nargs="*", type=Path, metavar="TREEBANKS/LANGUAGE")
    arguments.add_argument("--only", action="append", choices=[*PARSERS, TAGGER], default=[], help="repeatable")
    arguments.add_argument("--no-sample", action="store_true", help="leave the embedded treebank out")
    given = arguments.parse_args()
    for treebank in (*[None][given.no_sample :], *(path.resolve() for path in given.treebanks)):
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            for name, sentences in slices(treebank):
                arcwalk.write(name, sentences)
                if name == "test.conllu":
                    arcwalk.write("half.conllu", half_annotated(sentences))
            for line in fingerprints(given.only or [*PARSERS, TAGGER]):
                print(f"{treebank.name if treebank else 'sample'} | {line}", flush=True)
            os.chdir("/")


if __name__ == "__main__":
    main()
