"""spaCy (`pip install spacy`) as a yardstick: its tagger, trained for UPOS on the same file."""

import io
import json
from collections.abc import Sequence
from pathlib import Path

from spacy.cli.init_config import init_config
from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.training.initialize import init_nlp
from spacy.training.loop import train as train_pipeline
from spacy.vocab import Vocab

from arcwalk import Sentence
from arcwalk.training.held_out import hold_out


class SpacyTagger:
    """A pipeline of spaCy that only tags, with the layers and settings that `spacy init config` has for a CPU."""

    def __init__(self, train: Sequence[Sentence], folder: Path) -> None:
        """Train until accuracy on held-out sentences of the file falls, then as many steps on the whole file."""
        rest, held_out = hold_out(train)
        log = folder / "steps.jsonl"
        logger = {"@loggers": "spacy.ConsoleLogger.v3", "console_output": False, "output_file": str(log)}
        trained_pipeline(rest, held_out, folder, logger=logger)
        rows = [json.loads(line) for line in log.read_text().splitlines()]
        self.steps: int = max(1, max(rows, key=lambda row: row["score"])["step"])  # 0 would mean without end
        self.pipeline = trained_pipeline(train, held_out, folder, max_steps=self.steps, patience=0)

    def tag(self, sentences: Sequence[Sentence]) -> list[Sentence]:
        """The sentences with UPOS filled."""
        documents = (Doc(self.pipeline.vocab, words=sentence.forms) for sentence in sentences)
        return [
            sentence.with_tags(upos=[token.tag_ for token in found])
            for sentence, found in zip(sentences, self.pipeline.pipe(documents), strict=True)
        ]


def trained_pipeline(train: Sequence[Sentence], dev: Sequence[Sentence], folder: Path, **settings: object) -> Language:
    """A tagger as `spacy train` would make it; `settings` replace those of its section `training`."""
    config = init_config(lang="xx", pipeline=["tagger"], optimize="efficiency", gpu=False)
    config["training"] = config["training"] | settings
    for name, sentences in (("train", train), ("dev", dev)):
        path = folder / f"{name}.spacy"
        DocBin(docs=[Doc(Vocab(), words=each.forms, tags=each.upos) for each in sentences]).to_disk(path)
        config["paths"][name] = str(path)
    pipeline, _ = train_pipeline(init_nlp(config), stdout=io.StringIO(), stderr=io.StringIO())
    return pipeline
