"""What experiments on consistency keep: for a training set and sentences to parse, parses alone and together."""

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
from arcwalk.treebank.files import text_output
from kept_parses import load

SIZES = (50, 100, 200, 500)
# As in the paper: one context a word, which the training set has; tags alone; only the tag of the head is to agree.
PUBLISHED = ConsistentParsingOptions(contexts=1, heads="tag", words=0, unseen=0, same=0.6, close=0.3, off=0.18)
OPTIONS: Mapping[str, Mapping[str, Any]] = {"mst": {"projective": "yes"}}  # every other one is at its default
TOGETHER = ("mst", "sampling")  # systems whose sentences can be decoded together


@dataclass(frozen=True)
class Setting:
    """What to learn from and what to parse, under a name."""

    name: str
    train: Sequence[Sentence]
    test: Sequence[Sentence]


def lightly_supervised(language: Path, size: int) -> Setting:
    """The first sentences of a training file, and the test file."""
    train, test = (load(language / f"{part}.conllu.gz") for part in ("train", "test"))
    return Setting(f"{language.name}-{size}", train[:size], test)


@dataclass(frozen=True)
class ConsistentParse:
    """The parses of a setting by one system: alone, together, and by self-training."""

    setting: Setting
    system: str
    folder: Path

    def make(self, *, self_training: bool = False, published: bool = False) -> None:
        """Make what is missing."""
        joint = ["facts", "together"] if self.system in TOGETHER else []
        wanted = ["alone", *joint, *["self-trained"] * self_training, *["published"] * published]
        missing = [name for name in wanted if not self.exists(name)]
        if not missing:
            return
        train, test, options = self.setting.train, self.setting.test, OPTIONS.get(self.system, {})
        parser = Parser.train(train, system=self.system, **options)
        if not joint:
            write(self._path("alone"), parser.parse(test))
        elif not {"alone", *joint}.isdisjoint(missing):
            self._make_together(parser)
        if "published" in missing:
            write(self._path("published"), parse_consistently(parser, test, train, options=PUBLISHED).joint)
        if "self-trained" in missing:
            again = self_train(parser, train, test, system=self.system, **options)
            write(self._path("self-trained"), again.parse(test))

    def _make_together(self, parser: Parser) -> None:
        """Parse alone, then together; the joint parse comes last: whoever finds it finds all that belongs to it."""
        test = self.setting.test
        list(parser.parse(test[:3]))  # kernels are loaded
        started = time.process_time()
        list(parser.parse(test))
        halfway = time.process_time()
        found = parse_consistently(parser, test, self.setting.train)
        seconds = {"alone": halfway - started, "together": time.process_time() - halfway}
        with text_output(self._path("facts")) as output:
            output.write(json.dumps(facts(found) | {"seconds": seconds}, ensure_ascii=False) + "\n")
        write(self._path("alone"), found.independent)
        write(self._path("together"), found.joint)

    def exists(self, name: str) -> bool:
        """Whether a parse was made."""
        return self._path(name).exists()

    def scores(self, name: str) -> AttachmentScores:
        """How good a parse is."""
        return evaluate(self.setting.test, read(self._path(name)))

    def gain(self, name: str) -> PairedTest:
        """A parse against the one alone, by unlabeled attachment."""
        return compare(self.scores(name), self.scores("alone"), resamples=1000).uas

    @cached_property
    def facts(self) -> dict[str, Any]:
        """How the joint parse came to be."""
        found: dict[str, Any] = json.loads(self._path("facts").read_text())
        return found

    def _path(self, name: str) -> Path:
        ending = "json" if name == "facts" else "conllu.gz"
        return self.folder / f"{self.setting.name}-{self.system}-{name}.{ending}"


def facts(found: ConsistentCorpus) -> dict[str, Any]:
    """What a table may want to say of a joint parse."""
    solution = found.solution
    return {
        "sentences": len(found.joint),
        "lifted": len(found.lifted),
        "iterations": [[each.sentences, each.disagreeing, each.seconds] for each in solution.iterations],
        "constraints": len(found.constraints),
        "active": sum(group.consensus != "" for group in found.constraints),
        "sizes": sorted(len(group.words) for group in found.constraints),
        "effective": [
            [group.name, group.consensus, len(group.words), len(changes)] for group, changes in found.most_effective[:5]
        ],
    }
