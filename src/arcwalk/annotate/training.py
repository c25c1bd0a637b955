"""Training in a process of its own, by the command that users have: it can be stopped, and the service goes on."""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from arcwalk.errors import ArcwalkError
from arcwalk.systems.parser import Parser
from arcwalk.systems.tag_source import has_tags
from arcwalk.systems.tag_source_options import GOLD, PREDICTED, Tags
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.writer import write


class Training:
    """A run of `arcwalk train`."""

    def __init__(
        self,
        gold: Path,
        model: Path,
        system: str,
        tags: Tags,
        jobs: int,
        options: Iterable[str] = (),
        log: Path | None = None,
    ) -> None:
        command = [sys.executable, "-m", "arcwalk.cli.main", "train", str(gold), "-m", str(model), "--system", system]
        command += ["--tags", tags, "--jobs", str(jobs), *(word for each in options for word in ("--set", each))]
        command += ["--log", str(log)] if log else []
        self.model = model
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(
            command, stdin=quiet, stdout=quiet, stderr=subprocess.PIPE, start_new_session=True
        )

    def result(self) -> Parser:
        """The trained parser; raises if training fails or is stopped."""
        _, said = self._process.communicate()
        if self._process.returncode:
            lines = said.decode(errors="replace").strip().splitlines()
            raise ArcwalkError(f"training failed: {lines[-1] if lines else 'it was stopped'}")
        return Parser.load(self.model)

    def stop(self) -> None:
        """End the process."""
        self._process.kill()


def tags_for(gold: Iterable[Sentence], others: Iterable[Sentence]) -> Tags:
    """Whether a parser of the other sentences can rely on tags; if they have none, it needs a tagger of its own."""
    return PREDICTED if any(map(has_tags, gold)) and not all(map(has_tags, others)) else GOLD


def write_gold(path: Path, sentences: Iterable[Sentence]) -> None:
    """Write the sentences to train on."""
    write(path, list(sentences))
