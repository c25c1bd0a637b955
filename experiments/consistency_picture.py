"""Figure 4 of the consistency paper: sentences with the same context, and a head that their consensus corrects.

    python experiments/consistency_picture.py [--train N] [-o FOLDER]

A parser of system mst learns from N sentences of the embedded treebank and parses others jointly. Of the constraints
that changed most words, the first with a correction is drawn: one sentence that it corrects, and two that agreed
before. Writes `consistency-figure4.png`.
"""

from collections.abc import Iterator
from typing import NamedTuple

from arcwalk import Parser, Sentence, sample
from arcwalk.consistency.parsing import parse_consistently
from arcwalk.consistency.result import AppliedConstraint, ConsistentCorpus
from tables import arguments_of

TEST = 1000  # sentences parsed jointly
AGREEING = 2  # sentences beside the one that is corrected
_LETTER, _GAP = 0.11, 0.25  # width of a letter, and between words
_CONTEXT, _BEFORE, _AFTER = "#1f4e9c", "#b03030", "#202020"


class Example(NamedTuple):
    """A word of a sentence, its heads before and after, and where its context begins and ends."""

    sentence: Sentence
    word: int
    before: int
    after: int
    first: int
    last: int


def examples_of(corpus: ConsistentCorpus, gold: list[Sentence]) -> tuple[AppliedConstraint, list[Example]]:
    """The most effective constraint with a correction, and its examples, the shortest of each kind."""
    for constraint, changes in corpus.most_effective:
        right = [(change.sentence, change.word) for change in changes]
        right = [(s, m) for s, m in right if corpus.joint[s].heads[m - 1] == gold[s].heads[m - 1]]
        agreeing = [
            (s, m)
            for s, m in constraint.words
            if corpus.independent_tags[s][m - 1] == constraint.consensus and s not in {number for number, _ in right}
        ]
        shortest = [sorted(places, key=lambda place: len(gold[place[0]])) for places in (right, agreeing)]
        if right and len(agreeing) >= AGREEING:
            places = [shortest[0][0], *shortest[1][:AGREEING]]
            return constraint, [_example(corpus, constraint.name, *place) for place in places]
    raise SystemExit("no constraint corrects a word: choose another number of training sentences")


def _example(corpus: ConsistentCorpus, context: str, sentence: int, word: int) -> Example:
    tags = context.split()
    first = word - next(i for i, tag in enumerate(tags) if tag.startswith("["))
    before, after = (sentences[sentence].heads[word - 1] for sentences in (corpus.independent, corpus.joint))
    return Example(corpus.joint[sentence], word, before, after, first, first + len(tags) - 1)


def draw(constraint: AppliedConstraint, examples: list[Example], path: str) -> None:
    """One line for each sentence, under the consensus."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 1.2 + 1.35 * len(examples)))
    axes.axis("off")
    widths = [list(_places(example.sentence)) for example in examples]
    right = max(places[-1][0] + places[-1][1] for places in widths)
    top = 1.5 * len(examples)
    axes.text(right / 2, top, f"{constraint.name}: {constraint.consensus}", ha="center", va="center", weight="bold")
    for row, (example, places) in enumerate(zip(examples, widths, strict=True)):
        y = 1.5 * (len(examples) - 1 - row)
        center = {m: x for m, (x, _) in enumerate(places, 1)}
        center[0] = -_GAP
        for m, (form, upos) in enumerate(zip(example.sentence.forms, example.sentence.upos, strict=True), 1):
            inside = example.first <= m <= example.last
            weight, color = ("bold" if m == example.word else "normal"), (_CONTEXT if inside else _AFTER)
            axes.text(center[m], y, form, ha="center", va="center", fontsize=9, weight=weight, color=color)
            axes.text(center[m], y - 0.22, upos, ha="center", va="center", fontsize=6, color=color)
        arcs = [(example.after, _AFTER, "-")]
        if example.before != example.after:
            arcs.append((example.before, _BEFORE, "--"))
        for head, color, line in arcs:
            bend = 0.4 if head > example.word else -0.4
            style = {"arrowstyle": "<-", "color": color, "linestyle": line, "connectionstyle": f"arc3,rad={-bend}"}
            axes.annotate("", (center[head], y + 0.12), (center[example.word], y + 0.12), arrowprops=style)
        grey = {"color": "#a0a0a0", "linewidth": 0.6}
        axes.plot([center[example.word], right / 2], [y + 0.14, top - 0.12], zorder=0, **grey)
    axes.set(xlim=(-2 * _GAP, right + _GAP), ylim=(-0.5, top + 0.3))
    figure.tight_layout()
    figure.savefig(path, dpi=150)
    pyplot.close(figure)


def _places(sentence: Sentence) -> Iterator[tuple[float, float]]:
    """The center of each word and half its width."""
    x = 0.0
    for form, upos in zip(sentence.forms, sentence.upos, strict=True):
        half = _LETTER * max(len(form), 0.7 * len(upos)) / 2
        yield x + half, half
        x += 2 * half + _GAP


def main() -> None:
    parser = arguments_of(__doc__)
    parser.add_argument("--train", type=int, default=50, metavar="N", help="training sentences (default: 50)")
    arguments = parser.parse_args()
    train, test = sample(arguments.train), sample(TEST, seed=1)
    corpus = parse_consistently(Parser.train(train, system="mst", projective="yes"), test, train)
    arguments.output.mkdir(parents=True, exist_ok=True)
    path = arguments.output / "consistency-figure4.png"
    draw(*examples_of(corpus, test), str(path))
    print(path)


if __name__ == "__main__":
    main()
