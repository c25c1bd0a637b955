"""What fifty sentences with trees are good for: which parser to train, what to annotate next, what a correction brings.

    python experiments/fifty_sentences.py TREEBANKS [--jobs N] [-o FOLDER]

TREEBANKS contains <language>/{train,test}.conllu.gz. The first fifty sentences of the training file are the treebank,
the others have no trees; scores on the test file, without punctuation. Writes `fifty_sentences.md`.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

from arcwalk import Parser, Sentence
from arcwalk.consistency.parsing import parse_consistently
from arcwalk.consistency.self_training import self_train
from arcwalk.evaluation import AttachmentScores, evaluate
from arcwalk.treebank.words import is_punctuation
from kept_parses import load
from tables import arguments_of, markdown_table, provenance, write

LANGUAGES = ("arabic", "czech", "danish", "german", "turkish")
SIZE, RAW = 50, 200
UNATTACHED = -1


def parse(sentences: Sequence[Sentence], test: Sequence[Sentence], jobs: int, **options: Any) -> list[Sentence]:
    """Train on sentences, and parse others."""
    return list(Parser.train(sentences, jobs=jobs, **options).parse(test, jobs=jobs))


def parse_jointly(sentences: Sequence[Sentence], test: Sequence[Sentence], jobs: int) -> list[Sentence]:
    """The same, all others at once."""
    parser = Parser.train(sentences, jobs=jobs)
    return parse_consistently(parser, test, sentences, jobs=jobs).joint


def parse_self_trained(
    sentences: Sequence[Sentence], test: Sequence[Sentence], jobs: int, raw: Sequence[Sentence]
) -> list[Sentence]:
    """The same, with a parser that is trained again on its own parses of raw sentences."""
    parser = self_train(Parser.train(sentences, jobs=jobs), sentences, raw, jobs=jobs)
    return list(parser.parse(test, jobs=jobs))


def certainty(sentence: Sentence) -> float:
    """The mean confidence of the heads of a sentence."""
    return float(np.mean([token.confidence or 0.0 for token in sentence]))


def most_doubtful(parser: Parser, pool: Sequence[Sentence], words: int, jobs: int) -> list[Sentence]:
    """The sentences that the parser is least sure of, the most doubtful first: at most `words` words in all."""
    parsed = parser.parse(pool, confidence=True, jobs=jobs)
    certain = [certainty(sentence) for sentence in parsed]
    ranked = [pool[i] for i in np.argsort(certain, kind="stable")]
    lengths = accumulate(map(len, ranked))
    return [sentence for sentence, length in zip(ranked, lengths, strict=True) if length <= words]


def corrected(gold: Sentence, parsed: Sentence) -> Sentence:
    """The gold arc for the word whose head is least certain, no arcs for the others."""
    words = [token for token in parsed if not is_punctuation(token.form)] or list(parsed)
    doubtful = min(words, key=lambda token: token.confidence or 0.0).id
    heads = [token.head_id if token.id == doubtful else UNATTACHED for token in gold]
    return gold.with_tree(heads, [token.deprel if token.id == doubtful else "_" for token in gold])


def merged(parsed: Sentence, fixed: Sentence) -> Sentence:
    """A parse with the arcs that were corrected; they can close a cycle."""
    tokens = [own if right.head_id == UNATTACHED else right for own, right in zip(parsed, fixed, strict=True)]
    return parsed.with_tree([token.head_id for token in tokens], [token.deprel for token in tokens])


def measure(language: Path, jobs: int) -> dict[str, AttachmentScores]:
    """The scores of every way to use the fifty sentences of a language."""
    everything, test = load(language / "train.conllu.gz"), load(language / "test.conllu.gz")
    few, pool = everything[:SIZE], everything[SIZE:]
    following = pool[:SIZE]
    parser = Parser.train(few, jobs=jobs)
    doubtful = most_doubtful(parser, pool, sum(map(len, following)), jobs)
    sure = list(parser.parse(test, confidence=True, jobs=jobs))
    fixed = [corrected(*pair) for pair in zip(test, sure, strict=True)]
    ways: dict[str, Callable[[], list[Sentence]]] = {
        "`sampling`": lambda: sure,
        "`sampling`, `neural=no`": lambda: list(parser.with_options(neural="no").parse(test, jobs=jobs)),
        "`mst`": partial(parse, few, test, jobs, system="mst"),
        "`bayes-point`": partial(parse, few, test, jobs, system="bayes-point"),
        "`vine`": partial(parse, few, test, jobs, system="vine"),
        "`sampling`, `--consistency`": partial(parse_jointly, few, test, jobs),
        "`sampling`, `--self-train`": partial(parse_self_trained, few, test, jobs, pool[:RAW]),
        "`sampling`, `--tags predicted`": partial(parse, few, test, jobs, tags="predicted"),
        "50 more sentences": partial(parse, [*few, *following], test, jobs),
        "as many words of the most doubtful sentences": partial(parse, [*few, *doubtful], test, jobs),
        "corrected, the rest as before": lambda: [merged(*each) for each in zip(sure, fixed, strict=True)],
        "corrected, the rest parsed anew with `--keep`": lambda: list(parser.parse(fixed, keep=True, jobs=jobs)),
    }
    scores = {}
    for name, way in ways.items():
        scores[name] = evaluate(test, way())
        print(language.name, name, f"{scores[name].uas:.2f} {scores[name].las:.2f}", flush=True)
    return scores


def table(results: dict[str, dict[str, AttachmentScores]]) -> str:
    """A row for each way, a column for each language, and their mean."""
    rows = []
    for way in next(iter(results.values())):
        scores = [own[way] for own in results.values()]
        means = [sum(values) / len(scores) for values in ([s.uas for s in scores], [s.las for s in scores])]
        cells = [f"{own.uas:.1f} / {own.las:.1f}" for own in scores]
        rows.append([way, *cells, f"**{means[0]:.1f} / {means[1]:.1f}**"])
    return markdown_table(["", *(name.capitalize() for name in results), "mean"], rows)


def main() -> None:
    parser = arguments_of(__doc__, "treebanks")
    parser.add_argument("--jobs", type=int, default=2, help="threads")
    arguments = parser.parse_args()
    results = {name: measure(arguments.treebanks / name, arguments.jobs) for name in LANGUAGES}
    page = [
        "# Fifty sentences",
        provenance(),
        "UAS / LAS without punctuation on test files. Parsers are trained "
        "on the first fifty sentences of the training file with all options at their defaults, and with gold tags "
        f"except for `--tags predicted`. `--self-train` parses the next {RAW} sentences of that file. More sentences: "
        "the next fifty, or those with the lowest mean confidence in the rest of the file, up to as many words. "
        "Corrected: in each test sentence, the word with the least certain head is given its gold arc.",
        table(results),
    ]
    write(arguments.output / "fifty_sentences.md", page)


if __name__ == "__main__":
    main()
