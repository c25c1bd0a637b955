"""UDPipe 1 (`pip install ufal.udpipe`) as a yardstick: its parser, trained on the same file, on gold words and tags."""

from pathlib import Path

from ufal.udpipe import InputFormat, Model, Pipeline, ProcessingError, Sentences, Trainer
from ufal.udpipe import Sentence as UdpipeSentence

from arcwalk import Sentence


class Udpipe:
    """A UDPipe model that only parses."""

    def __init__(self, train: list[Sentence], iterations: int, folder: Path) -> None:
        """Train with the options that `udpipe --train` has for parsers, but for the number of iterations."""
        error = ProcessingError()
        # No tokenizer, no tagger. The trainer gives the model as bytes, and models are loaded from files.
        model = Trainer.train(
            "morphodita_parsito",
            udpipe_sentences(train),
            Sentences(),
            "none",
            "none",
            f"iterations={iterations}",
            error,
        )
        if error.occurred():
            raise RuntimeError(error.message)
        path = folder / "model.udpipe"
        path.write_bytes(model)
        self.model = Model.load(str(path))
        self.pipeline = Pipeline(self.model, "conllu", Pipeline.NONE, Pipeline.DEFAULT, "conllu")

    def parse(self, sentences: Sentences) -> None:
        """Fill in heads and labels in place."""
        error = ProcessingError()
        for sentence in sentences:
            if not self.model.parse(sentence, Model.DEFAULT, error):
                raise RuntimeError(error.message)

    def process(self, text: str) -> str:
        """CoNLL-U in, CoNLL-U out."""
        parsed: str = self.pipeline.process(text, ProcessingError())
        return parsed


def udpipe_sentences(sentences: list[Sentence]) -> Sentences:
    """The same sentences as UDPipe holds them."""
    source, error = InputFormat.newConlluInputFormat(), ProcessingError()
    source.setText(conllu(sentences))
    found, sentence = Sentences(), UdpipeSentence()
    while source.nextSentence(sentence, error):
        found.append(sentence)
        sentence = UdpipeSentence()
    if error.occurred():
        raise RuntimeError(error.message)
    return found


def conllu(sentences: list[Sentence]) -> str:
    """The text of a CoNLL-U file."""
    return "".join(line for sentence in sentences for line in sentence.lines)
