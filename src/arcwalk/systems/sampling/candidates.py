"""Training sentences with the candidates that pruners leave: what trees are learned from, and what is tuned on."""

from typing import NamedTuple, Protocol

from arcwalk.arrays import Codes, Numbers, Scores
from arcwalk.components.neural_scorer.scorer import NeuralScorer
from arcwalk.components.pruner.pruner import Pruner
from arcwalk.components.pruner.training import TrainedPruners
from arcwalk.scoring.choices import Candidates, gold_choices
from arcwalk.systems.sampling.learner import Example
from arcwalk.systems.sampling.search_space import search_space
from arcwalk.training.encoded_treebank import EncodedTreebank
from arcwalk.training.held_out import hold_out
from arcwalk.training.progress import Progress
from arcwalk.treebank.encoding import first_analysis
from arcwalk.treebank.sentence import Sentence

LABEL_COST = 0.5  # of a wrong label, where a wrong head costs 1


class HeldOut(NamedTuple):
    """A sentence to tune on, with candidates as for a new sentence."""

    sentence: Sentence
    codes: Codes
    candidates: Candidates


class TrainingCandidates(NamedTuple):
    """All training sentences with out-of-fold candidates, and the last of them to tune on, with no gold ones added."""

    examples: list[Example]
    held_out: list[HeldOut]


class SentenceReader(Protocol):
    """How a parser sees the sentences of its treebank: with the tags they have, or with others to choose from."""

    def codes(self, i: int) -> Codes:
        """Sentence i as the pruner sees it."""

    def example(self, i: int, candidates: Candidates, gold: Numbers, errors: Scores) -> Example:
        """Sentence i as it is learned from."""


class GivenTags:
    """Reads sentences with the tags that they have."""

    def __init__(self, treebank: EncodedTreebank) -> None:
        self.treebank = treebank

    def codes(self, i: int) -> Codes:
        """Sentence i as the pruner sees it."""
        return self.treebank.corpus.sentence(i)[0]

    def example(self, _: int, candidates: Candidates, gold: Numbers, errors: Scores) -> Example:
        """Sentence i as it is learned from."""
        return Example(candidates, gold, errors)


def find_candidates(
    treebank: EncodedTreebank,
    reader: SentenceReader,
    pruners: TrainedPruners[Pruner],
    network: NeuralScorer | None,
    progress: Progress,
) -> TrainingCandidates:
    """The out-of-fold candidates of all sentences; those of held-out sentences with the scores of a network, if any."""
    examples: dict[int, Example] = {}
    held_out: dict[int, HeldOut] = {}
    everything = range(len(treebank))
    _, to_hold_out = hold_out(everything)
    arcs = choices = 0
    for i, pruner in pruners.of_folds.in_turn():
        _, heads, labels = treebank.corpus.sentence(i)
        seen = pruners.of_folds.codes(i, reader.codes(i))
        candidates = pruner.candidates(seen, gold=heads, gold_labels=labels)
        if i in to_hold_out:
            as_new = search_space(pruner, network, seen)
            held_out[i] = HeldOut(treebank.sentences[i], first_analysis(seen), as_new)
        examples[i] = reader.example(i, candidates, *gold_choices(candidates.choices, heads, labels, LABEL_COST))
        arcs, choices = arcs + len(candidates.head), choices + len(candidates.prior)
    words = treebank.words(everything)
    progress.say(
        f"pruner: {100 * pruners.recall:.2f}% of gold heads kept on out-of-fold sentences, "
        f"{arcs / words:.1f} heads and {choices / words:.1f} head–label candidates per word",
        recall=100 * pruners.recall,
        heads_per_word=arcs / words,
        candidates_per_word=choices / words,
    )
    return TrainingCandidates([examples[i] for i in everything], [held_out[i] for i in to_hold_out])
