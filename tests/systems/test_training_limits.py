"""What is too much to learn from is refused before it is tried."""

from pathlib import Path

import pytest

from arcwalk import Parser, SamplingOptions, Sentence, Tagger, sample, write
from arcwalk.errors import ArcwalkError, TreebankError
from arcwalk.systems.registry import system_named


@pytest.mark.parametrize("system", ["sampling", "bayes-point", "mst", "rerank"])
def test_a_sentence_too_long_to_learn_from(system: str, tmp_path: Path) -> None:
    words, file = 40_000, tmp_path / "train.conllu"
    long = Sentence.from_columns(
        ["a"] * words, upos=["X"] * words, heads=[*range(words)], deprels=["dep"] * words, id="endless"
    )
    write(file, [*sample(2), long])
    with pytest.raises(TreebankError) as caught:
        Parser.train(file, system=system)
    line = 1 + sum(len(sentence.lines) for sentence in sample(2))
    assert str(caught.value) == (
        f"{file}:{line} (sentence endless): 40,000 words, but {system} learns from sentences of at most 5,000; "
        "split the sentence, leave it out, or train with system='vine'"
    )
    if system_named(system).uses_dev:
        with pytest.raises(TreebankError, match="endless"):
            Parser.train(sample(2), dev=[long], system=system)


def test_more_labels_than_weights() -> None:
    words = 1100
    many = Sentence.from_columns(
        ["a"] * words, upos=["X"] * words, heads=[*range(words)], deprels=[f"l{i}" for i in range(words)]
    )
    with pytest.raises(ArcwalkError, match="table_bits=10: too few for 1100 labels; set it to 11 or more"):
        Parser.train([many], options=SamplingOptions(table_bits=10))
    with pytest.raises(ArcwalkError, match="table_bits=10: too few for 1100 values of XPOS; set it to 11 or more"):
        Tagger.train([many.with_tags(xpos=[f"t{i}" for i in range(words)])], columns="xpos", table_bits=10)


def test_more_labels_than_kernels_can_tell_apart() -> None:
    words = 4200
    many = Sentence.from_columns(
        ["a"] * words, upos=["X"] * words, heads=[*range(words)], deprels=[f"l{i}" for i in range(words)]
    )
    with pytest.raises(ArcwalkError, match="<memory>: 4200 different labels, at most 4095 are possible; check DEPREL"):
        Parser.train([many], system="bayes-point")
