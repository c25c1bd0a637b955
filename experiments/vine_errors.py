"""The error analysis of the vine parsing paper (sections 6 and 7): German and Arabic, by tag, length and relation.

    python experiments/vine_errors.py TREEBANKS [--languages german arabic] [--setting published] [--jobs N] [-o FOLDER]

TREEBANKS holds <language>/{train,test}.conllu.gz. Trains the vine parser on each language, in the setting of `vine.py`,
and writes `vine_errors.md`, anew after each language.
"""

from collections import Counter
from pathlib import Path

import numpy as np

from arcwalk import Parser, Sentence
from arcwalk.evaluation import AttachmentScores, evaluate
from arcwalk.evaluation.breakdown import by_arc_length, by_label, by_root, by_tag
from arcwalk.evaluation.confusion import label_confusion
from tables import arguments_of, markdown_table, provenance, write
from vine import SETTINGS, load

LANGUAGES = ("german", "arabic")
FREQUENT = 10  # tags, relations and forms in a table


def analysis(test: list[Sentence], found: list[Sentence]) -> list[str]:
    """The tables of one language."""
    scores = evaluate(test, found)
    wrong = int(np.count_nonzero(scores.scored & ~scores.correct_head))
    return [
        _root_errors(scores, wrong),
        _by_tag(scores, wrong),
        _by_length(scores),
        _by_relation(scores),
        _by_form(test, scores),
    ]


def _root_errors(scores: AttachmentScores, wrong: int) -> str:
    """How much attachment to the root costs."""
    system_root, gold_root = (scores.aligned.system_head == 0, scores.aligned.gold_head == 0)
    to_root = int(np.count_nonzero(scores.scored & system_root & ~gold_root))
    root = by_root(scores)[0]
    return (
        f"{scores.uas:.2f} UAS, {scores.las:.2f} LAS. Of {wrong:,} wrong heads, {to_root:,} "
        f"({100 * to_root / max(1, wrong):.0f}%) are words attached to the root that have another head. Attachment to "
        f"the root: recall {root.recall:.1f}%, precision {root.precision:.1f}%."
    )


def _by_tag(scores: AttachmentScores, wrong: int) -> str:
    """The most frequent tags: errors, and on which side heads are looked for."""
    gold, system, position = scores.aligned.gold_head, scores.aligned.system_head, scores.aligned.position
    rows = []
    for group in by_tag(scores)[:FREQUENT]:
        own = scores.scored & (scores.aligned.tag == scores.aligned.tags.index(group.name))
        errors = int(np.count_nonzero(own & ~scores.correct_head))
        to_root = int(np.count_nonzero(own & (system == 0) & (gold != 0)))
        left = [100 * float(np.mean(head[own] < position[own])) for head in (gold, system)]
        cells = [f"{group.words:,}", f"{group.uas:.1f}", f"{100 * errors / max(1, wrong):.0f}", f"{to_root:,}"]
        rows.append([group.name, *cells, *(f"{share:.0f}" for share in left)])
    header = ["tag", "words", "UAS", "% of errors", "wrongly to the root", "% heads left, gold", "found"]
    return markdown_table(header, rows)


def _by_length(scores: AttachmentScores) -> str:
    """Recall suffers from the bounds, precision does not."""
    rows = [[row.name, f"{row.gold:,}", f"{row.precision:.1f}", f"{row.recall:.1f}"] for row in by_arc_length(scores)]
    return markdown_table(["length of arc", "gold arcs", "precision", "recall"], rows)


def _by_relation(scores: AttachmentScores) -> str:
    """The most frequent relations, and what each is taken for."""
    confusion = label_confusion(scores, len(scores.labels))
    taken = {}
    for number, label in enumerate(confusion.labels):
        row = confusion.counts[number].copy()
        row[number] = 0
        others = [f"{confusion.labels[i]} {row[i]:,}" for i in np.argsort(-row, kind="stable")[:2] if row[i]]
        taken[label] = ", ".join(others)
    rows = [
        [row.name, f"{row.gold:,}", f"{row.precision:.1f}", f"{row.recall:.1f}", taken[row.name]]
        for row in by_label(scores)[:FREQUENT]
    ]
    return markdown_table(["relation", "gold arcs", "precision", "recall", "most often labeled"], rows)


def _by_form(test: list[Sentence], scores: AttachmentScores) -> str:
    """The words with most wrong heads."""
    forms = [form.lower() for sentence in test for form in sentence.forms]
    every, wrong = (
        Counter(forms),
        Counter(form for form, error in zip(forms, scores.scored & ~scores.correct_head, strict=True) if error),
    )
    rows = [[form, f"{every[form]:,}", f"{count:,}"] for form, count in wrong.most_common(FREQUENT)]
    return markdown_table(["word", "occurrences", "wrong heads"], rows)


def main() -> None:
    parser = arguments_of(__doc__, "treebanks")
    parser.add_argument("--languages", nargs="+", metavar="NAME", default=LANGUAGES)
    parser.add_argument("--setting", choices=SETTINGS, default="published")
    parser.add_argument("--jobs", type=int, default=1, help="threads")
    arguments = parser.parse_args()
    sections: list[str] = []
    for language in arguments.languages:
        folder: Path = arguments.treebanks / language
        if not (folder / "train.conllu.gz").exists():
            parser.error(f"{arguments.treebanks} has no {language}")
        train, test = load(folder, arguments.setting)
        vine = Parser.train(train, system="vine", jobs=arguments.jobs, **SETTINGS[arguments.setting])
        sections += [f"## {language.capitalize()}", *analysis(test, list(vine.parse(test)))]
        note = f"Setting *{arguments.setting}* of [Table 1](vine.md), gold tags, test files, without punctuation."
        paper = (
            "The paper: 38% of German and 40% of Arabic errors are wrong attachments to the root, whose recall is "
            "92.7% and precision 72.4% in German; prepositions are 26% and conjunctions 15% of Arabic errors, and "
            "German *und* is the word with most wrong heads."
        )
        made = provenance()
        write(arguments.output / "vine_errors.md", ["# Vine parsing: error analysis", made, note, paper, *sections])


if __name__ == "__main__":
    main()
