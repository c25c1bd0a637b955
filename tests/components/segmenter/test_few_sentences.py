"""A segmenter learned from so little that it takes no time where nothing is compiled."""

from segmenters import learned, tokens_in

from arcwalk import Sentence


def test_it_finds_the_tokens_and_sentences_of_four_sentences() -> None:
    texts = ["She ran.", "He ran.", "She can't.", "He can't."]
    treebank = [
        Sentence.from_columns(text.replace(".", " .").replace("can't", "ca n't").split(), text=text) for text in texts
    ]
    assert tokens_in(learned(treebank), " ".join(texts)) == [list(sentence.forms) for sentence in treebank]
