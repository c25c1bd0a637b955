"""Tagging a corpus consistently: occurrences of the same unknown word are to have the same tag (section 7)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from arcwalk.consistency.dual_decomposition import decode_jointly
from arcwalk.consistency.joint_problem import Group, JointProblem
from arcwalk.consistency.options import TypeOptions
from arcwalk.consistency.result import Consensus, ConsistentCorpus, Place
from arcwalk.consistency.rewards import rewards_of
from arcwalk.consistency.sentence_models import TagSentence
from arcwalk.consistency.word_types import importable, learn_endings, related_types, tag_counts, unknown_words
from arcwalk.errors import ArcwalkError
from arcwalk.systems.progress import Progress
from arcwalk.systems.tagger.column import ColumnTagger, entries_of, join_tags
from arcwalk.systems.tagger.tagger import Tagger
from arcwalk.systems.threads import in_threads
from arcwalk.treebank.sentence import Sentence

SHARE = 0.95  # of the words that differ in two endings, how many must have the same tag for these to be related


@dataclass(frozen=True)
class ConsistentTags:
    """Tagged sentences, and how each column came to be."""

    sentences: list[Sentence]
    columns: dict[str, ConsistentCorpus]


def tag_consistently(
    tagger: Tagger,
    sentences: Iterable[Sentence],
    train: Sequence[Sentence],
    *,
    raw: Iterable[Sentence] = (),
    options: TypeOptions | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> ConsistentTags:
    """Tag sentences so that words of the same type, which `train` does not have, get the same tag.

    `train` is the treebank that the tagger was trained on. Of `raw`, sentences are tagged too that have such words;
    they are not among the results. `jobs` is the number of threads, on which nothing depends.
    """
    options = options or TypeOptions()
    wanted = list(sentences)
    counts = {name: _counts(train, name) for name in tagger.columns}
    endings = {
        name: learn_endings(column, least=options.related, share=SHARE) if options.related else set()
        for name, column in counts.items()
    }
    known = next(iter(counts.values()))
    types = unknown_words(wanted, known)
    imported = importable(raw, types, set().union(*endings.values()), options.imports) if options.imports else []
    corpus = [*wanted, *imported]
    unknown = unknown_words(corpus, known)
    found: dict[str, ConsistentCorpus] = {}
    given = [[""] * len(sentence) for sentence in corpus]
    coarse = _coarse(train)
    for name, column in tagger.columns.items():
        kinds = [coarse.get(tag, tag) for tag in column.tags] if name == "xpos" else column.tags
        places = _joined(unknown, set(types), endings[name])
        of_all = _agree(column, corpus, given, places, kinds, options, jobs, progress)
        given = [join_tags(*each) for each in zip(given, of_all.told_together, strict=True)]
        found[name] = of_all.first(len(wanted))
    tagged = [
        sentence.with_tags(**{name: column.told_together[number] for name, column in found.items()})
        for number, sentence in enumerate(wanted)
    ]
    return ConsistentTags(tagged, found)


def _counts(train: Sequence[Sentence], column: str) -> dict[str, Counter[str]]:
    """How often each type has which tag, in a treebank that has tags."""
    counts = tag_counts(train, column)
    if all(tag == "_" for tags in counts.values() for tag in tags):
        name = next((sentence.source for sentence in train if sentence.source), "the treebank")
        raise ArcwalkError(
            f"{name}: there is nothing in {column.upper()}; give the treebank that the tagger was trained on"
        )
    return counts


def _joined(
    places: Mapping[str, list[Place]], types: set[str], endings: set[tuple[str, str]]
) -> dict[str, list[Place]]:
    """The words of each type with those that are related to it; only where one of them is wanted, and others are."""
    leader = related_types(places, endings)
    members: dict[str, list[str]] = defaultdict(list)
    for form in sorted(places):
        members[leader[form]].append(form)
    joined = {
        " ".join(forms): sorted(place for form in forms for place in places[form])
        for forms in members.values()
        if not types.isdisjoint(forms)
    }
    return {name: words for name, words in joined.items() if len(words) > 1}  # a single word agrees with itself


def _coarse(train: Sequence[Sentence]) -> dict[str, str]:
    """The UPOS that each XPOS mostly has."""
    uses: dict[str, Counter[str]] = defaultdict(Counter)
    for sentence in train:
        for xpos, upos in zip(sentence.xpos, sentence.upos, strict=True):
            uses[xpos][upos] += 1
    return {xpos: max(counts, key=counts.__getitem__) for xpos, counts in uses.items()}


def _agree(
    column: ColumnTagger,
    corpus: Sequence[Sentence],
    given: Sequence[Sequence[str]],
    places: Mapping[str, list[Place]],
    kinds: Sequence[str],
    options: TypeOptions,
    jobs: int,
    progress: Progress | None,
) -> ConsistentCorpus:
    """Tag one column of all sentences together; what is given are the tags of the columns before it."""
    seen = [entries_of(*each) for each in zip(corpus, given, strict=True)]
    models = list(in_threads(lambda own: TagSentence(column.lattice(own)), seen, jobs))
    problem = JointProblem(
        models,
        [np.maximum(model.tags, 0) for model in models],  # place 0 has none
        [Group(words, {}) for words in places.values()],
        rewards_of(kinds, options.same, options.close, options.off),
    )
    solution = decode_jointly(
        problem, step=options.step * options.same, iterations=options.iterations, jobs=jobs, progress=progress
    )
    alone, together = (
        [[column.tags[tag] for tag in model.tags[chosen].tolist()] for model, chosen in zip(models, each, strict=True)]
        for each in (solution.alone, solution.chosen)
    )

    def groups() -> list[Consensus]:
        return [
            Consensus(name, words, 0, column.tags[tag] if tag < len(column.tags) else "")
            for (name, words), tag in zip(places.items(), solution.consensus.tolist(), strict=True)
        ]

    def tagged(columns: list[list[str]]) -> list[Sentence]:
        return [sentence.with_tags(**{column.name: tags}) for sentence, tags in zip(corpus, columns, strict=True)]

    return ConsistentCorpus(tagged(alone), tagged(together), alone, together, solution, groups)
