"""Table 4 of the consistency paper: tagging accuracy of all words and of unknown words."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from arcwalk import Sentence, Tagger
from arcwalk.consistency.tagging import tag_consistently
from arcwalk.evaluation.significance import SignTest, sign_test
from arcwalk.evaluation.tagging import forms_of
from consistent_parses import SIZES
from kept_parses import load
from tables import markdown_table, provenance, write

COLUMNS = {"english": "xpos", "german": "xpos"}  # elsewhere UPOS
RAW = 8000  # sentences of the training file used as raw text


class Accuracy(NamedTuple):
    """Correct tags in independent and joint decoding, and the words won and lost."""

    words: int
    independent: int
    joint: int
    test: SignTest

    def cells(self) -> list[str]:
        """The cells of a table."""
        independent, joint = (100 * right / self.words for right in (self.independent, self.joint))
        reduction = 100 * (joint - independent) / (100 - independent)
        return [f"{independent:.2f}", f"{joint:.2f}", f"{reduction:.2f}", f"{self.test.p_value:.2g}"]


def table4(languages: Sequence[Path], results: Path, _: Path) -> None:
    """Tag test files jointly, with raw sentences from the rest of the training file."""
    rows = []
    for size in SIZES:
        for language in languages:
            column = COLUMNS.get(language.name, "upos")
            train, test = (load(language / f"{part}.conllu.gz") for part in ("train", "test"))
            tagger = Tagger.train(train[:size], columns=column)
            found = tag_consistently(tagger, test, train[:size], raw=train[size : size + RAW]).columns[column]
            known = forms_of(train[:size])
            every, unknown = (_accuracy(test, found.independent, found.joint, column, some) for some in (set(), known))
            lifted = f"{100 * len(found.lifted) / len(found.joint):.2f}"
            rows.append([f"{language.name}-{size} {column}", *every.cells(), *unknown.cells(), lifted])
            header = ["", *(f"{kind}{what}" for what in (", all", ", unknown") for kind in _KINDS), "lifted %"]
            page = [
                "# Table 4: tagging with little training data",
                provenance(),
                "Accuracy of system tagger, trained on the first sentences of the training file; raw sentences for "
                "unknown words come from the rest of it, without tags. ER is error reduction in %, p that of "
                "the sign test on words. Paper (English): ER of 10.33, 6.52, 6.51, 4.64 on all words, 11.53, 7.68, "
                "9.31, 8.33 on unknown ones.",
                markdown_table(header, rows),
            ]
            write(results / "consistency-table4.md", page)


_KINDS = ("independent", "joint", "ER", "p")


def _accuracy(
    gold: Sequence[Sentence], independent: Sequence[Sentence], joint: Sequence[Sentence], column: str, without: set[str]
) -> Accuracy:
    """The accuracy of all words except those in `without`."""
    words = right = right_joint = won = lost = 0
    for wanted, before, after in zip(gold, independent, joint, strict=True):
        tags = zip(wanted.forms, *(sentence.tags(column) for sentence in (wanted, before, after)), strict=True)
        for form, tag, tag_before, tag_after in tags:
            if form not in without:
                words += 1
                right += tag == tag_before
                right_joint += tag == tag_after
                won += tag == tag_after != tag_before
                lost += tag == tag_before != tag_after
    return Accuracy(words, right, right_joint, sign_test(won, lost))
