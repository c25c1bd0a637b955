"""UDPipe 1 (`pip install ufal.udpipe`) as a yardstick: its parser and its tagger, trained on the same file."""

from pathlib import Path

from ufal.udpipe import InputFormat, Model, Pipeline, ProcessingError, Sentences, Trainer
from ufal.udpipe import Sentence as UdpipeSentence

from arcwalk import Sentence
from arcwalk.treebank.reader import read_text


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

    def held(self, sentences: list[Sentence]) -> Sentences:
        """Sentences for `parse`."""
        return udpipe_sentences(sentences)

    def parse(self, sentences: Sentences) -> None:
        """Fill in heads and labels in place."""
        error = ProcessingError()
        for sentence in sentences:
            if not self.model.parse(sentence, Model.DEFAULT, error):
                raise RuntimeError(error.message)

    def parsed(self, sentences: list[Sentence]) -> list[Sentence]:
        """The sentences with its trees."""
        return list(read_text(self.process("".join(map(str, sentences))).splitlines(keepends=True)))

    def process(self, text: str) -> str:
        """CoNLL-U in, CoNLL-U out."""
        parsed: str = self.pipeline.process(text, ProcessingError())
        return parsed


class UdpipeTagger:
    """A UDPipe model that only tags."""

    def __init__(self, train: list[Sentence], folder: Path) -> None:
        """Train with the options that `udpipe --train` has for taggers."""
        error = ProcessingError()
        model = Trainer.train("morphodita_parsito", udpipe_sentences(train), Sentences(), "none", "", "none", error)
        if error.occurred():
            raise RuntimeError(error.message)
        path = folder / "tagger.udpipe"
        path.write_bytes(model)
        self.model = Model.load(str(path))

    def tag(self, sentences: list[Sentence]) -> list[Sentence]:
        """The sentences with UPOS, XPOS, FEATS and LEMMA filled."""
        error, tagged = ProcessingError(), []
        held = udpipe_sentences(sentences)
        for place, sentence in enumerate(sentences):
            found = held[place]
            if not self.model.tag(found, Model.DEFAULT, error):
                raise RuntimeError(error.message)
            words = [found.words[m] for m in range(1, len(sentence) + 1)]
            upos, xpos, feats, lemmas = (
                [getattr(word, name) or "_" for word in words] for name in ("upostag", "xpostag", "feats", "lemma")
            )
            tagged.append(sentence.with_tags(upos=upos, xpos=xpos, feats=feats, lemmas=lemmas))
        return tagged


def udpipe_sentences(sentences: list[Sentence]) -> Sentences:
    """The same sentences as UDPipe holds them."""
    source, error = InputFormat.newConlluInputFormat(), ProcessingError()
    source.setText("".join(map(str, sentences)))
    found, sentence = Sentences(), UdpipeSentence()
    while source.nextSentence(sentence, error):
        found.append(sentence)
        sentence = UdpipeSentence()
    if error.occurred():
        raise RuntimeError(error.message)
    return found
