"""The smallest parsers of all systems, and a tagger, trained once and kept."""

from pathlib import Path

from corpora import SMALL, TAGGING  # of the tests
from quick_training import QUICK

from arcwalk import Parser, Tagger, sample

TREEBANK = sample(80)
TAGGED = "tagged"  # a parser with its own tagger
TAGGER = "tagger"


def parsers(folder: Path) -> dict[str, Path]:
    """Model files by the name of their system."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {name: folder / f"{name}.arcwalk" for name in (*QUICK, TAGGED, TAGGER)}
    for name, path in files.items():
        if not path.exists():
            _train(name).save(path)
    return files


def _train(name: str) -> Parser | Tagger:
    if name == TAGGER:
        return Tagger.train(TREEBANK, shuffles=1, epochs=2, table_bits=16)
    if name == TAGGED:
        return Parser.train(TREEBANK, options=SMALL, tags="predicted", tag_options=TAGGING)
    return Parser.train(TREEBANK, system=name, **QUICK[name])
