"""What ArboratorGrew asks for, as functions from the JSON it sends to the data it gets."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from arcwalk.annotate.arborator.base_model import with_base
from arcwalk.annotate.arborator.model_folder import ModelFolder, ModelInfo
from arcwalk.annotate.arborator.tasks import Task, Tasks
from arcwalk.annotate.sections import checked_sentences
from arcwalk.errors import ArcwalkError, TreebankError
from arcwalk.service.errors import Refusal
from arcwalk.service.limits import MEGABYTE, Limits
from arcwalk.systems.guesser import Guesser
from arcwalk.treebank.annotation.predicted_columns import without_column_records
from arcwalk.treebank.annotation.state import has_tree
from arcwalk.treebank.check import HeadPolicy
from arcwalk.treebank.confidence import without_confidences
from arcwalk.treebank.formats import CONLL_U
from arcwalk.treebank.reader import read
from arcwalk.treebank.sentence import Sentence

KEPT = {"keep_upos": "upos", "keep_xpos": "xpos", "keep_feats": "feats", "keep_lemmas": "lemmas"}
HEADS, LABELS = "keep_heads", "keep_deprels"
CHOICES = ("NONE", "EXISTING")


@dataclass(frozen=True)
class ParsingSettings:
    """Which values of the input stay; the others are predicted."""

    kept: frozenset[str]

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "ParsingSettings":
        """Read them; nothing is kept that is not said to be."""
        names = (HEADS, LABELS, *KEPT)
        for name, value in given.items():
            if name not in names:
                raise Refusal(
                    400, f"parsing_settings: {name[:40]}: there is no such setting; choose from {', '.join(names)}"
                )
            if value not in CHOICES:
                raise Refusal(400, f"parsing_settings: {name[:40]}: choose one of {', '.join(CHOICES)}")
        return cls(frozenset(name for name, value in given.items() if value == "EXISTING"))

    def applied(self, sentence: Sentence) -> Sentence:
        """The sentence without values that do not stay."""
        blank = ["_"] * len(sentence)
        sentence = without_column_records(without_confidences(sentence))
        sentence = sentence.with_tags(**{column: blank for name, column in KEPT.items() if name not in self.kept})
        heads = sentence.heads if HEADS in self.kept else [-1] * len(sentence)
        return sentence.with_tree(heads, sentence.deprels if LABELS in self.kept else blank)


class Interface:
    """Models and tasks."""

    def __init__(self, models: ModelFolder, limits: Limits) -> None:
        self.models, self.limits = models, limits
        self.tasks = Tasks()

    def listing(self) -> Any:
        """All models."""
        return self.models.listing()

    def delete(self, project: str, model: str) -> Any:
        """Remove a model."""
        self.models.delete(ModelInfo(project, model))
        return self.models.listing()

    def start_training(self, given: Mapping[str, Any]) -> Any:
        """Train on those sentences of samples that have trees, and on those of a base model.

        The model is ready when the task is.
        """
        samples = self._samples(given, "train_samples", "given")
        sentences = [_trainable(sentence) for own in samples.values() for sentence in own if has_tree(sentence)]
        if not sentences:
            raise Refusal(400, "train_samples: no sentence has a head and a label for each word; annotate some")
        base = None if given.get("base_model") is None else _model_info(given, "base_model")
        if base is not None:
            self.models.sentences(base)
        info = self.models.new(_text(given, "project_name"))

        def work() -> dict[str, Any]:
            self.models.train(info, sentences if base is None else self._with_base(sentences, base))
            return {"model_info": info._asdict(), **self._scores(info)}

        return {"model_info": info._asdict(), "train_task_id": self.tasks.start(work)}

    def training_status(self, given: Mapping[str, Any]) -> Any:
        """Whether a model is ready, and how good it is."""
        return _status(self.tasks.find(_text(given, "train_task_id")))

    def start_parsing(self, given: Mapping[str, Any]) -> Any:
        """Parse samples, and keep what the settings say."""
        info = _model_info(given, "model_info")
        self.models.require(info)
        samples = self._samples(given, "to_parse_samples", "ignore")
        settings = ParsingSettings.of(_object(given, "parsing_settings") if given.get("parsing_settings") else {})

        def work() -> dict[str, Any]:
            guesser = Guesser(self.models.load(info))
            parsed = {
                name: "".join(str(_parsed(guesser, settings, sentence)) for sentence in sentences)
                for name, sentences in samples.items()
            }
            return {"model_info": info._asdict(), "parsed_samples": parsed}

        return {"model_info": info._asdict(), "parse_task_id": self.tasks.start(work)}

    def parsing_status(self, given: Mapping[str, Any]) -> Any:
        """The parsed samples once they are ready."""
        return _status(self.tasks.find(_text(given, "parse_task_id")))

    def _scores(self, info: ModelInfo) -> dict[str, Any]:
        scores = self.models.scores(info)
        return {"scores_best": scores, "scores_history": [scores]}

    def _with_base(self, sentences: list[Sentence], base: ModelInfo) -> list[Sentence]:
        """The sentences, and those that a base model was trained on; as large together as a request may be."""
        path = self.models.sentences(base)
        self._check_size(path.stat().st_size)
        both = with_base(sentences, self._bounded(read(path, heads="gold")))
        self._check_size(sum(len(str(sentence).encode()) for sentence in both))
        return both

    def _check_size(self, size: int) -> None:
        if size > self.limits.request_bytes:
            most = f"{self.limits.request_bytes / MEGABYTE:g} MB"
            problem = f"what the base model was trained on is larger than {most}, together with train_samples"
            raise ArcwalkError(f"base_model: {problem}", "choose a smaller one, or none")

    def _samples(self, given: Mapping[str, Any], name: str, heads: HeadPolicy) -> dict[str, list[Sentence]]:
        """The sentences of each sample."""
        samples = {}
        for sample, text in _object(given, name).items():
            if type(text) is not str:
                raise Refusal(400, f"{name}: expected CoNLL-U as a string for each sample")
            samples[sample] = self._bounded(checked_sentences(text, sample, heads))
        if not samples:
            raise Refusal(400, f"{name}: there are no samples")
        return samples

    def _bounded(self, sentences: Iterable[Sentence]) -> list[Sentence]:
        """The sentences, of which none may be too long."""
        found, most = [], self.limits.sentence_words
        for sentence in sentences:
            if len(sentence) > most:
                raise TreebankError(sentence.finding(0, "too-long", f"more than {most:,} words", "split it"))
            found.append(sentence)
        return found


def _trainable(sentence: Sentence) -> Sentence:
    """The sentence as it can stand anywhere in a file of CoNLL-U."""
    if sentence.format != CONLL_U:
        raise TreebankError(sentence.finding(0, "format", "this is not CoNLL-U", "send ten columns"))
    return sentence.without_file_start()


def _parsed(guesser: Guesser, settings: ParsingSettings, sentence: Sentence) -> Sentence:
    guessed = guesser.guess(settings.applied(sentence))
    return without_column_records(without_confidences(guessed))


def _status(task: Task) -> dict[str, Any]:
    if task.problem:
        raise Refusal(400, task.problem)
    return {"ready": True, **task.result} if task.result is not None else {"ready": False}


def _model_info(given: Mapping[str, Any], name: str) -> ModelInfo:
    info = _object(given, name)
    return ModelInfo(_text(info, "project_name"), _text(info, "model_id"))


def _text(given: Mapping[str, Any], name: str) -> str:
    return str(_field(given, name, str, "a string"))


def _object(given: Mapping[str, Any], name: str) -> dict[str, Any]:
    return dict(_field(given, name, dict, "an object"))


def _field(given: Mapping[str, Any], name: str, kind: type, expected: str) -> Any:
    if type(given.get(name)) is not kind:
        raise Refusal(400, f"{name}: expected {expected}")
    return given[name]
