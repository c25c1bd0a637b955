import math

import pytest

from arcwalk.errors import TreebankError
from arcwalk.treebank import Sentence
from arcwalk.treebank.arcs.prediction import HEAD_CONFIDENCE, LABEL_CONFIDENCE
from arcwalk.treebank.confidence import confidences, with_confidences

SENTENCE = Sentence.from_columns(["Go", "home", "!"], heads=[0, 1, 1], deprels=["root", "advmod", "punct"])


def test_confidences_are_written_to_misc_and_read_again():
    sentence = with_confidences(SENTENCE.with_misc("SpaceAfter", ["", "No", ""]), [1.0, 0.934, 0.5], [0.996, 0.88, 0])
    assert [line.rstrip("\n").split("\t")[9] for line in sentence.lines[:3]] == [
        "HeadConfidence=1.00|LabelConfidence=1.00|PredictedArc=0:root",
        "SpaceAfter=No|HeadConfidence=0.93|LabelConfidence=0.88|PredictedArc=1:advmod",
        "HeadConfidence=0.50|LabelConfidence=0.00|PredictedArc=1:punct",
    ]
    assert confidences(sentence, HEAD_CONFIDENCE) == [1.0, 0.93, 0.5]
    assert confidences(sentence, LABEL_CONFIDENCE) == [1.0, 0.88, 0.0]


def test_a_word_may_have_none():
    found = confidences(SENTENCE.with_misc(HEAD_CONFIDENCE, ["", "0.5", ""]), HEAD_CONFIDENCE)
    assert found[1] == 0.5
    assert math.isnan(found[0])
    assert math.isnan(found[2])


@pytest.mark.parametrize("text", ["1.01", "-0.1", "nan", "high"])
def test_what_is_no_probability_is_an_error_at_its_line(text: str):
    sentence = SENTENCE.with_misc(LABEL_CONFIDENCE, ["1", text, "1"])
    with pytest.raises(TreebankError, match=rf"^<memory>:2 .*LabelConfidence={text} is not a probability; give"):
        confidences(sentence, LABEL_CONFIDENCE)
