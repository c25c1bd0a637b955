"""A picture of the sampler's walk through the trees of one sentence.

    python experiments/sampler_walk.py [--sweeps N] [-o FILE]

A small parser is trained on the sample treebank, and its pruner keeps all heads. From the pruner's tree, the sentence
is searched by climbs, by random walks and by Gibbs sampling, as `arcwalk.trees.search` does it, and the score of the
tree is noted after every step.
"""

import argparse
from typing import Any, NamedTuple

import numpy as np

from arcwalk import Parser, Sentence, sample
from arcwalk.arrays import Heads, Numbers
from arcwalk.scoring.moves import LEAST_GAIN, most_moves, root_word, score_moves, start_from, try_move
from arcwalk.scoring.scorer import Scorer
from arcwalk.systems.sampling.options import WALK_WORDS
from arcwalk.systems.sampling.parser import SamplingParser
from arcwalk.trees.search.gibbs import gibbs_step
from arcwalk.trees.search.random_walk import make_walk, random_walk_step, sample_tree
from arcwalk.trees.search.tree_search import FINAL_TEMPERATURE, RESTART_TEMPERATURE, scorer_of
from tables import RESULTS, add_output
from walk_picture import Panel, walk_picture

TEXT = "We slept on the sofa and watched the film about wars on television."
SMALL: dict[str, Any] = {
    "neural": "no",
    "epochs": 2,
    "aggressiveness": 0.02,
    "shuffles": 1,
    "pruner_shuffles": 1,
    "folds": 2,
}
CLIMBS, WALKS = 4, 3


class Chain(NamedTuple):
    """Trees in the order in which a search visits them."""

    scores: list[float]
    trees: list[Heads]


class Searches:
    """Searches for the tree of one sentence, step by step."""

    def __init__(self, parser: SamplingParser, sentence: Sentence) -> None:
        codes = parser.encode(sentence)
        candidates = parser.candidates(codes)
        self.single_root, self.projective = map(bool, parser.search.shape(candidates))
        self.scorer: Scorer = scorer_of(codes, parser.kernel_model, candidates, np.inf)
        self.first = self.scorer.chosen.copy()
        self.state = parser.search.state(codes)
        size = most_moves(self.scorer)
        self.moves, self.gains = np.empty((size, 2), dtype=np.int64), np.empty(size)

    def climb(self, restart: bool) -> Chain:
        """The best move of every word in turn until none gains, from the pruner's tree or from a first-order sample."""
        scorer, start = self.scorer, self.first.copy()
        if restart:
            sample_tree(
                scorer.start, scorer.head, scorer.choice_score, RESTART_TEMPERATURE, self.single_root, self.state, start
            )
        chain = self._begin(start)
        while True:
            before = chain.scores[-1]
            for m in range(1, len(start)):
                count = score_moves(scorer, m, self.single_root, self.projective, self.moves, self.gains)
                best = int(np.argmax(self.gains[:count]))
                choice, root_choice = self.moves[best]
                if self.gains[best] > LEAST_GAIN:
                    root = root_word(scorer) if root_choice >= 0 else 0
                    try_move(scorer, m, choice, root, root_choice, self.projective, True)
                    self._note(chain)
            if chain.scores[-1] - before < LEAST_GAIN:
                return chain

    def anneal(self, by_walk: bool, sweeps: int) -> Chain:
        """Sample while the temperature falls: one step per word in every sweep."""
        scorer, chain = self.scorer, self._begin(self.first)
        for sweep in range(sweeps):
            temperature = FINAL_TEMPERATURE ** (sweep / max(sweeps - 1, 1))
            walk = make_walk(scorer.start, scorer.choice_score, temperature)
            for _ in self.first[1:]:
                shape = self.single_root, self.projective, temperature
                if by_walk:
                    enough = max(chain.scores) - chain.scores[-1] + LEAST_GAIN  # the best tree so far is accepted
                    random_walk_step(scorer, walk, WALK_WORDS, *shape, enough, self.state)
                else:
                    gibbs_step(scorer, *shape, self.state, self.moves, self.gains)
                self._note(chain)
        return chain

    def _begin(self, start: Numbers) -> Chain:
        start_from(self.scorer, start)
        chain = Chain([], [])
        self._note(chain)
        return chain

    def _note(self, chain: Chain) -> None:
        chosen = self.scorer.chosen[1:]
        chain.scores.append(float(self.scorer.unit_score.sum() + self.scorer.choice_score[chosen].sum()))
        chain.trees.append(self.scorer.head[chosen])


def picture(train: int, sweeps: int) -> str:
    """Train, search and draw."""
    parser = Parser.train(sample(train), system="sampling", pruner_recall=1.0, table_bits=18, **SMALL).system
    assert isinstance(parser, SamplingParser)
    (sentence,) = (own for own in sample(300, seed=7) if own.text == TEXT)
    searches = Searches(parser, sentence)
    climbs = [searches.climb(restart=number > 0) for number in range(CLIMBS)]
    walks = [searches.anneal(True, sweeps) for _ in range(WALKS)]
    chains = [searches.anneal(False, sweeps) for _ in range(WALKS)]
    best_score, best_tree = max(
        ((score, tree) for chain in [*climbs, *walks, *chains] for score, tree in zip(*chain, strict=True)),
        key=lambda pair: pair[0],
    )
    panels = [
        Panel(title, [[score - best_score for score in chain.scores] for chain in group])
        for title, group in (
            ("hill climbing, four starts", climbs),
            ("random walks, three chains", walks),
            ("Gibbs sampling, three chains", chains),
        )
    ]
    visited = np.stack([tree for chain in [*walks, *chains] for tree in chain.trees])
    return walk_picture(sentence, panels, visited, best_tree)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--train", type=int, default=100, help="sentences to train on")
    parser.add_argument("--sweeps", type=int, default=16, help="sweeps of each sampler")
    add_output(parser, RESULTS / "walk.svg", "FILE", "picture to write; the published one is docs/figures/walk.svg")
    arguments = parser.parse_args()
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(picture(arguments.train, arguments.sweeps), encoding="utf-8")


if __name__ == "__main__":
    main()
