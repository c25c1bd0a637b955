"""How a parser passes on what goes wrong with a sentence."""

from typing import Any

import pytest

from arcwalk import Parser, Sentence
from arcwalk.errors import ArcwalkError, TreebankError
from arcwalk.models.label_set import LabelSet


class Failing:
    """As much of a system as is asked before it fails."""

    label_set = LabelSet([])

    def encode(self, sentence: Sentence) -> None: ...

    def parse(self, *_: object) -> None:
        raise ArcwalkError("the feature failed: one thing; another thing", "correct it; or remove it")


def test_errors_get_the_sentence_and_keep_their_remedy() -> None:
    system: Any = Failing()
    with pytest.raises(TreebankError) as caught:
        Parser(system).parse(Sentence.from_columns(["Hi"], id="greeting"))
    finding = caught.value.finding
    assert (finding.sentence, finding.message) == ("greeting", "the feature failed: one thing; another thing")
    assert finding.remedy == "correct it; or remove it"
