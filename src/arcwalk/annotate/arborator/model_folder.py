"""Models in a folder, one file for each; beside it, its scores, and the sentences that it was trained on."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from arcwalk.annotate.training import Training, write_gold
from arcwalk.errors import ArcwalkError, Argument, Wording
from arcwalk.files.output import text_output
from arcwalk.files.temporary import temporary_file
from arcwalk.machine import cores
from arcwalk.service.errors import Refusal
from arcwalk.service.models import LONGEST
from arcwalk.systems.parser import Parser
from arcwalk.systems.registry import DEFAULT_SYSTEM
from arcwalk.systems.tag_source import has_tags
from arcwalk.systems.tag_source_options import GOLD, PREDICTED
from arcwalk.treebank.sentence import Sentence

ENDING = ".arcwalk"
SCORES = ".json"
SENTENCES = ".conllu"  # that it was trained on
LONGEST_NAME = 100  # characters, of projects and models


class ModelInfo(NamedTuple):
    """What names a model."""

    project_name: str
    model_id: str


class ModelFolder:
    """The models below a folder."""

    def __init__(self, folder: Path, options: tuple[str, ...] = ()) -> None:
        """`options` are those of training, as `--set` takes them."""
        self.folder, self.options = folder, options
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            problem = f"{folder}: cannot make a folder for models ({error.strerror})"
            raise ArcwalkError(problem, Wording("give ", Argument("arborator"), " the name of a folder")) from None

    def listing(self) -> list[dict[str, Any]]:
        """All models that are ready."""
        paths = sorted(self.folder.glob(f"*/*{ENDING}"))
        infos = [ModelInfo(unquote(path.parent.name), unquote(path.name.removesuffix(ENDING))) for path in paths]
        return [{**info._asdict(), "scores_best": self.scores(info)} for info in infos]

    def new(self, project: str) -> ModelInfo:
        """A name for a model that does not exist yet."""
        info = ModelInfo(project, datetime.now(UTC).strftime("%Y-%m-%d_%H:%M:%S.%f"))
        self._path(info).parent.mkdir(exist_ok=True)
        return info

    def exists(self, info: ModelInfo) -> bool:
        """Whether a model is ready."""
        return self._path(info).is_file()

    def delete(self, info: ModelInfo) -> None:
        """Remove a model, and what it was trained on."""
        path = self.require(info)
        for ending in (ENDING, SCORES, SENTENCES):
            path.with_suffix(ending).unlink(missing_ok=True)

    def load(self, info: ModelInfo) -> Parser:
        """Read a model."""
        return Parser.load(self.require(info), longest=LONGEST)

    def require(self, info: ModelInfo) -> Path:
        """The file of a model that must be there."""
        if not self.exists(info):
            raise Refusal(404, "there is no such model; see /parser/models/list")
        return self._path(info)

    def sentences(self, info: ModelInfo) -> Path:
        """The file of the sentences that a model was trained on."""
        path = self.require(info).with_suffix(SENTENCES)
        if not path.is_file():
            problem = "the sentences of this base model were not kept, because an earlier version trained it"
            raise Refusal(400, f"base_model: {problem}; choose another, or none")
        return path

    def scores(self, info: ModelInfo) -> dict[str, float]:
        """What is known of how good a model is: shares of held-out words, under ArboratorGrew's names."""
        path = self._path(info).with_suffix(SCORES)
        return dict(json.loads(path.read_text())) if path.exists() else {}

    def train(self, info: ModelInfo, sentences: list[Sentence]) -> None:
        """Train a model on all of these sentences, and keep them; it has its own tagger if they have tags."""
        path = self._path(info)
        kept = path.with_suffix(SENTENCES)
        tags = PREDICTED if all(map(has_tags, sentences)) else GOLD
        write_gold(kept, sentences)  # before the model, so that no model is without them
        try:
            with temporary_file(path.parent) as (_, log):
                jobs = max(1, cores() - 1)
                Training(kept, path, DEFAULT_SYSTEM, tags, jobs, self.options, log=log).result()
                scores = _scores(log.read_text())
        finally:
            if not self.exists(info):
                kept.unlink(missing_ok=True)
        with text_output(path.with_suffix(SCORES)) as output:
            json.dump(scores, output)

    def _path(self, info: ModelInfo) -> Path:
        names = [quote(name, safe=" ").replace(".", "%2E") for name in info]
        if not all(0 < len(name) <= LONGEST_NAME for name in info):
            raise Refusal(400, f"names of projects and models have 1 to {LONGEST_NAME} characters")
        return self.folder / names[0] / f"{names[1]}{ENDING}"


def _scores(log: str) -> dict[str, float]:
    """The last scores on held-out sentences in a log of training."""
    events = [json.loads(line) for line in log.split("\n") if line]
    scored = [event for event in events if "las" in event and "uas" in event]
    if not scored:
        return {}
    return {"LAS_epoch": scored[-1]["las"] / 100, "acc_head_epoch": scored[-1]["uas"] / 100}
