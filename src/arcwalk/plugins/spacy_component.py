"""`nlp.add_pipe("arcwalk", config={"model": "german.arcwalk"})`: a trained parser in a spaCy pipeline.

spaCy finds the component by the entry point `spacy_factories`, so nothing else in arcwalk imports this module.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.pipeline.dep_parser import parser_score
from spacy.tokens import Doc
from spacy.util import minibatch

from arcwalk.errors import ArcwalkError, Argument, Wording
from arcwalk.plugins.doc_annotation import CONFIDENCE, annotate, annotate_confidence, spacy_label
from arcwalk.plugins.doc_sentences import has_tags, to_sentence, words_of
from arcwalk.systems.parser import Parser
from arcwalk.systems.tag_source_options import PREDICT_TAGS
from arcwalk.treebank.sentence_text import LEMMA

NAME = "arcwalk"
_FILE = "model.arcwalk"  # in the component's folder of a saved pipeline


@Language.factory(  # type: ignore[untyped-decorator]
    NAME,
    assigns=["token.head", "token.dep", "token.is_sent_start", "doc.sents", f"token._.{CONFIDENCE}"],
    default_config={"model": "", "confidence": True, "jobs": 1, "options": {}},
    default_score_weights={"dep_uas": 0.5, "dep_las": 0.5},
)
def make_component(
    nlp: Language, name: str, model: str, confidence: bool, jobs: int, options: dict[str, Any]
) -> "ArcwalkComponent":
    """The component of a pipeline, with the parser in the file `model`, see `ArcwalkComponent`.

    A wrong path is an error at once, except in a saved pipeline: spaCy makes its components before they can load what
    they have saved, on a machine that need not have the original file. The pipeline's metadata tells the two apart.
    """
    if jobs < 1:
        raise ArcwalkError(Wording(Argument("jobs", jobs), ": must be at least 1"))
    component = ArcwalkComponent(name, model, confidence=confidence, jobs=jobs, options=options)
    included = nlp.meta.setdefault(NAME, [])
    if model and model not in included:
        component.parser = component.load(model)
        included.append(model)
    return component


class ArcwalkComponent(Pipe):  # type: ignore[misc]
    """Sets heads and labels; tags, features and lemmas, too, if the model has its own tagger.

    Sentences that a Doc has are kept; otherwise they are found as in raw text. `token._.arcwalk_confidence` is the
    probability that the head is right; without `confidence`, it is None and parsing is faster. `jobs` is the number of
    threads that parse a batch, `options` are parsing options (`Parser.with_options`).
    """

    def __init__(
        self, name: str, model: str, *, confidence: bool = True, jobs: int = 1, options: dict[str, Any] | None = None
    ) -> None:
        self.name, self.model = name, model
        self.confidence, self.jobs, self.options = confidence, jobs, dict(options or {})
        self.scorer = parser_score  # for `nlp.evaluate`
        self.parser: Parser | None = None

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of arcs, as spaCy lists them in the metadata of a pipeline."""
        return tuple(map(spacy_label, self.parser.system.label_set.names)) if self.parser else ()

    def __call__(self, doc: Doc) -> Doc:
        """Parse one Doc, in place."""
        self._annotate([doc])
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Parse a stream of Docs in batches. If one of a batch fails, the others are parsed one by one."""
        for docs in minibatch(stream, batch_size):
            try:
                self._annotate(docs)
            except Exception:
                yield from super().pipe(docs)
            else:
                yield from docs

    def load(self, path: str | Path) -> Parser:
        """The parser in a model file, with the options of the component."""
        return Parser.load(path, **self.options)

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:  # noqa: ARG002
        """Save the model to a folder."""
        Path(path).mkdir(parents=True, exist_ok=True)
        self._loaded().save(Path(path) / _FILE)

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> "ArcwalkComponent":  # noqa: ARG002
        """Load the model from a folder."""
        self.parser = self.load(Path(path) / _FILE)
        return self

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:  # noqa: ARG002
        """The model as it is in a file."""
        with TemporaryDirectory() as folder:
            self.to_disk(folder)
            return (Path(folder) / _FILE).read_bytes()

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> "ArcwalkComponent":  # noqa: ARG002
        """The inverse of `to_bytes`."""
        with TemporaryDirectory() as folder:
            (Path(folder) / _FILE).write_bytes(data)
            return self.from_disk(folder)

    def __reduce__(self) -> tuple[Any, ...]:
        settings = {"confidence": self.confidence, "jobs": self.jobs, "options": self.options}
        return _restored, (self.name, self.model, settings, self.to_bytes())

    def _loaded(self) -> Parser:
        if self.parser is None:
            if not self.model:
                raise ArcwalkError(
                    f"the component {self.name} has no model",
                    f'add it with nlp.add_pipe("{NAME}", config={{"model": FILE}}), or load a saved pipeline',
                )
            self.parser = self.load(self.model)
        return self.parser

    def _annotate(self, docs: list[Doc]) -> None:
        """Parse the sentences of all Docs together; nothing is written before all are parsed."""
        parser = self._loaded()
        for doc in docs:
            self._require_tags(doc)
        words = [words_of(doc) for doc in docs]
        given = [to_sentence(doc, own) for doc, sentences in zip(docs, words, strict=True) for own in sentences]
        parsed = iter(list(parser.parse(given, confidence=self.confidence, jobs=self.jobs)))
        tagger = parser.tagging.tagger
        columns = [*parser.tagging.columns, *([LEMMA] if tagger and tagger.lemmatizer else [])]
        for doc, own_words in zip(docs, words, strict=True):
            own = [next(parsed) for _ in own_words]
            annotate(doc, own_words, own, columns)
            if self.confidence:
                annotate_confidence(doc, own_words, own)

    def _require_tags(self, doc: Doc) -> None:
        if self._loaded().tagging.expected and not has_tags(doc):
            raise ArcwalkError(
                f"{self.model or self.name}: the model needs tags, which the Doc does not have",
                Wording(f"add a component that sets them before {self.name}, or ", PREDICT_TAGS),
            )


def _restored(name: str, model: str, settings: dict[str, Any], data: bytes) -> ArcwalkComponent:
    """The inverse of pickling."""
    return ArcwalkComponent(name, model, **settings).from_bytes(data)
