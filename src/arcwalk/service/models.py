"""The models that are served, each under the name of its file."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from arcwalk.components.tagger.options import NAME as TAGGER
from arcwalk.components.tagger.tagger import Tagger
from arcwalk.errors import ArcwalkError
from arcwalk.files.paths import FilePath
from arcwalk.models.model_file import read_model
from arcwalk.models.protocol import ListsAlternatives
from arcwalk.service.errors import Refusal
from arcwalk.systems.parser import Parser
from arcwalk.treebank.raw_text import Segmenter

LONGEST = 200  # words; longer sentences are parsed in pieces unless --set longest=N says otherwise


@dataclass(frozen=True)
class Model:
    """A parser, a tagger, or both in one."""

    name: str
    parser: Parser | None
    tagger: Tagger | None

    @classmethod
    def load(cls, path: FilePath, options: Mapping[str, object], features_from: FilePath) -> "Model":
        """Read a parser, as `Parser.load` does, or a tagger."""
        name = Path(path).stem
        if read_model(path).system == TAGGER:
            return cls(name, None, Tagger.load(path))
        return cls.of(name, Parser.load(path, features_from=features_from).with_options(**options))

    @classmethod
    def of(cls, name: str, parser: Parser) -> "Model":
        """A parser with its tagger if it has one."""
        return cls(name, parser, parser.tagging.tagger)

    @property
    def segmenter(self) -> Segmenter | None:
        """What finds words and sentences in raw text, if the model has learned that."""
        return None if self.tagger is None else self.tagger.segmenter

    @property
    def system(self) -> str:
        """The name of the system, as in `--system`."""
        return TAGGER if self.parser is None else self.parser.system.name

    def abilities(self, language: str) -> list[str]:
        """What it can do, in UDPipe's terms, if text is in this language; empty if models have to segment it."""
        has_tokenizer = bool(language) or self.segmenter is not None
        return [
            *["tokenizer"] * has_tokenizer,
            *["tagger"] * (self.tagger is not None),
            *["parser"] * (self.parser is not None),
        ]

    @property
    def has_k_best(self) -> bool:
        """Whether it finds more than one tree of a sentence."""
        return self.parser is not None and isinstance(self.parser.system, ListsAlternatives)

    def details(self) -> dict[str, object]:
        """What a page must know to offer choices."""
        if self.parser is None:
            return {"system": self.system, "labels": [], "tags": False, "nbest": False}
        return {
            "system": self.system,
            "labels": sorted(self.parser.system.label_set.names),
            "tags": self.parser.tagging.expected,
            "nbest": self.has_k_best,
        }


class Models:
    """All models, the first of which is the default."""

    def __init__(self, models: Iterable[Model]) -> None:
        self._models: dict[str, Model] = {}
        for model in models:
            if model.name in self._models:
                raise ArcwalkError(f"two models are called {model.name}", "rename one of the files")
            self._models[model.name] = model

    @classmethod
    def load(
        cls, paths: Iterable[FilePath], options: Mapping[str, object] | None = None, features_from: FilePath = ""
    ) -> "Models":
        """Read model files, see `Parser.load`; by default, sentences that would take too long are parsed in pieces."""
        chosen = {"longest": LONGEST, **(options or {})}
        return cls(Model.load(path, chosen, features_from) for path in paths)

    def __iter__(self) -> Iterator[Model]:
        return iter(self._models.values())

    def choose(self, name: str) -> Model:
        """The model of this name; or the first whose name starts with it, preferably followed by a hyphen."""
        if not name:
            return next(iter(self._models.values()))
        matches = [model for each, model in self._models.items() if each.startswith(name)]
        if not matches:
            raise Refusal(400, f"there is no model {name[:40]!r}; choose one of {', '.join(self._models)}")
        return min(matches, key=lambda model: (model.name != name, not model.name.startswith(f"{name}-")))

    def listing(self, language: str) -> dict[str, object]:
        """The answer to `GET /models`; `language` is that of raw text unless a request names another."""
        return {
            "models": {name: model.abilities(language) for name, model in self._models.items()},
            "default_model": next(iter(self._models)),
            "default_language": language,
            "details": {name: model.details() for name, model in self._models.items()},
        }
