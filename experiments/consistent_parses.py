"""Kept results of consistency experiments: independent and joint parses of a test set."""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from arcwalk import Parser, Sentence, read, write
from arcwalk.consistency.options import ConsistentParsingOptions
from arcwalk.consistency.parsing import parse_consistently
from arcwalk.consistency.result import ConsistentCorpus
from arcwalk.consistency.self_training import self_train
from arcwalk.evaluation import AttachmentScores, evaluate
from arcwalk.evaluation.significance import PairedTest, compare
from arcwalk.files.output import text_output
from kept_parses import load

SIZES = (50, 100, 200, 500)
# As in the paper: one context per word, seen in training; contexts of tags only; consensus on the tag of the head.
PUBLISHED = ConsistentParsingOptions(
    contexts=1, heads="tag", words="0", unseen=0, share=1.0, doubt=0.0, same=0.6, close=0.3, off=0.18
)
OPTIONS: Mapping[str, Mapping[str, Any]] = {"mst": {"projective": "yes"}}  # all others are at their defaults
JOINT = ("mst", "sampling")  # systems that support joint decoding


@dataclass(frozen=True)
class Setting:
    """A named pair of training and test set."""

    name: str
    train: Sequence[Sentence]
    test: Sequence[Sentence]


def lightly_supervised(language: Path, size: int) -> Setting:
    """The first sentences of a training file, and the test file."""
    train, test = (load(language / f"{part}.conllu.gz") for part in ("train", "test"))
    return Setting(f"{language.name}-{size}", train[:size], test)


@dataclass(frozen=True)
class ConsistentParse:
    """The parses of a setting by one system: independent, joint, and self-trained."""

    setting: Setting
    system: str
    folder: Path

    def make(self, *, self_training: bool = False, published: bool = False) -> None:
        """Compute what is missing."""
        joint = ["facts", "joint"] if self.system in JOINT else []
        wanted = ["independent", *joint, *["self-trained"] * self_training, *["published"] * published]
        missing = [name for name in wanted if not self.exists(name)]
        if not missing:
            return
        train, test, options = self.setting.train, self.setting.test, OPTIONS.get(self.system, {})
        parser = Parser.train(train, system=self.system, **options)
        if not joint:
            write(self._path("independent"), parser.parse(test))
        elif not {"independent", *joint}.isdisjoint(missing):
            self._make_joint(parser)
        if "published" in missing:
            write(self._path("published"), parse_consistently(parser, test, train, options=PUBLISHED).joint)
        if "self-trained" in missing:
            again = self_train(parser, train, test, system=self.system, **options)
            write(self._path("self-trained"), again.parse(test))

    def _make_joint(self, parser: Parser) -> None:
        """Parse independently and jointly; the joint parse is written last, so that all else exists if it does."""
        test = self.setting.test
        list(parser.parse(test[:3]))  # loads kernels
        started = time.process_time()
        list(parser.parse(test))
        halfway = time.process_time()
        found = parse_consistently(parser, test, self.setting.train)
        seconds = {"independent": halfway - started, "joint": time.process_time() - halfway}
        with text_output(self._path("facts")) as output:
            output.write(json.dumps(facts(found) | {"seconds": seconds}, ensure_ascii=False) + "\n")
        write(self._path("independent"), found.independent)
        write(self._path("joint"), found.joint)

    def exists(self, name: str) -> bool:
        """Whether a parse exists."""
        return self._path(name).exists()

    def scores(self, name: str) -> AttachmentScores:
        """The scores of a parse."""
        return evaluate(self.setting.test, read(self._path(name)))

    def gain(self, name: str) -> PairedTest:
        """A parse against the independent one, by UAS."""
        return compare(self.scores(name), self.scores("independent"), resamples=1000).uas

    @cached_property
    def facts(self) -> dict[str, Any]:
        """Metadata about the joint parse."""
        found: dict[str, Any] = json.loads(self._path("facts").read_text())
        return found

    def _path(self, name: str) -> Path:
        ending = "json" if name == "facts" else "conllu.gz"
        return self.folder / f"{self.setting.name}-{self.system}-{name}.{ending}"


def facts(found: ConsistentCorpus) -> dict[str, Any]:
    """What tables report about a joint parse."""
    solution = found.solution
    return {
        "sentences": len(found.joint),
        "lifted": len(found.lifted),
        "iterations": [[each.sentences, each.disagreeing, each.seconds] for each in solution.iterations],
        "constraints": len(found.constraints),
        "active": sum(each.consensus != "" for each in found.constraints),
        "sizes": sorted(len(each.words) for each in found.constraints),
        "effective": [
            [each.name, each.consensus, len(each.words), len(changes)] for each, changes in found.most_effective[:5]
        ],
    }
