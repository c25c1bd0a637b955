"""Consistent tagging: occurrences of the same unknown word type prefer the same tag (section 7)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from arcwalk.components.tagger.column import ColumnTagger, entries_of, join_tags
from arcwalk.components.tagger.tagger import Tagger
from arcwalk.consistency.dual_decomposition import decode_jointly
from arcwalk.consistency.head_classes import most_frequent_upos
from arcwalk.consistency.joint_problem import Constraint, JointProblem, rewards_of
from arcwalk.consistency.lattice_model import LatticeModel
from arcwalk.consistency.options import ConsistentTaggingOptions
from arcwalk.consistency.result import AppliedConstraint, ConsistentCorpus, Place
from arcwalk.consistency.word_types import import_sentences, learn_suffixes, related_types, tag_counts, unknown_words
from arcwalk.errors import ArcwalkError
from arcwalk.threads import in_threads
from arcwalk.training.progress import Progress
from arcwalk.treebank.sentence import Sentence

SHARE = 0.95  # of word pairs with two suffixes, those that must have the same tag for the suffixes to be related
STEP = 0.25  # first step of the multipliers, as a share of δ1


@dataclass(frozen=True)
class ConsistentTags:
    """Tagged sentences, and the result for each column."""

    sentences: list[Sentence]
    columns: dict[str, ConsistentCorpus]


def tag_consistently(
    tagger: Tagger,
    sentences: Iterable[Sentence],
    train: Sequence[Sentence],
    *,
    raw: Iterable[Sentence] = (),
    options: ConsistentTaggingOptions | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> ConsistentTags:
    """Tag sentences jointly, so that occurrences of a word type that `train` lacks get the same tag.

    `train` is the treebank that the tagger was trained on. Sentences of `raw` with such words are imported: they take
    part, but are not in the result. Results do not depend on `jobs`, the number of threads.
    """
    options = options or ConsistentTaggingOptions()
    wanted = list(sentences)
    counts = {name: _counts(train, name) for name in tagger.columns}
    suffixes = {
        name: learn_suffixes(column, least=options.related, share=SHARE) if options.related else set()
        for name, column in counts.items()
    }
    known = next(iter(counts.values()))
    types = unknown_words(wanted, known)
    every = set().union(*suffixes.values())
    imported = import_sentences(raw, types, every, options.imports) if options.imports else []
    corpus = [*wanted, *imported]
    unknown = unknown_words(corpus, known)
    corpora: dict[str, ConsistentCorpus] = {}
    given = [[""] * len(sentence) for sentence in corpus]
    upos = most_frequent_upos(train, "xpos")
    for name, column in tagger.columns.items():
        coarse = [upos.get(tag, tag) for tag in column.tags] if name == "xpos" else column.tags
        places = _constrained(unknown, set(types), suffixes[name])
        result = _tag_column(column, corpus, given, places, coarse, options, jobs, progress)
        given = [join_tags(*each) for each in zip(given, result.joint_tags, strict=True)]
        corpora[name] = result.first(len(wanted))
    tagged = [
        sentence.with_tags(
            **{name: column.joint_tags[number] for name, column in corpora.items()},
            lemmas=tagger.lemmas(sentence, given[number]),
        )
        for number, sentence in enumerate(wanted)
    ]
    return ConsistentTags(tagged, corpora)


def _counts(train: Sequence[Sentence], column: str) -> dict[str, Counter[str]]:
    """The tag counts of each word type, in a treebank that must have tags."""
    counts = tag_counts(train, column)
    if all(tag == "_" for tags in counts.values() for tag in tags):
        name = next((sentence.source for sentence in train if sentence.source), "the treebank")
        raise ArcwalkError(f"{name}: {column.upper()} is empty", "give the treebank that the tagger was trained on")
    return counts


def _constrained(
    places: Mapping[str, list[Place]], types: set[str], suffixes: set[tuple[str, str]]
) -> dict[str, list[Place]]:
    """The words of each unknown type of the input and of related types, unless there is only one such word."""
    leader = related_types(places, suffixes)
    related: dict[str, list[str]] = defaultdict(list)
    for form in sorted(places):
        related[leader[form]].append(form)
    joined = {
        " ".join(forms): sorted(word for form in forms for word in places[form])
        for forms in related.values()
        if not types.isdisjoint(forms)
    }
    return {name: words for name, words in joined.items() if len(words) > 1}


def _tag_column(
    column: ColumnTagger,
    corpus: Sequence[Sentence],
    given: Sequence[Sequence[str]],
    places: Mapping[str, list[Place]],
    coarse: Sequence[str],
    options: ConsistentTaggingOptions,
    jobs: int,
    progress: Progress | None,
) -> ConsistentCorpus:
    """Tag one column of all sentences jointly; `given` are the tags of the columns before it."""
    seen = [entries_of(*each) for each in zip(corpus, given, strict=True)]
    models = list(in_threads(lambda own: LatticeModel(column.lattice(own)), seen, jobs))
    problem = JointProblem(
        models,
        [np.maximum(model.tags, 0) for model in models],  # place 0 has none
        [Constraint(words, {}) for words in places.values()],
        rewards_of(coarse, options.same, options.close, options.off),
    )
    solution = decode_jointly(
        problem, step=STEP * options.same, iterations=options.iterations, jobs=jobs, progress=progress
    )
    independent, joint = (
        [[column.tags[tag] for tag in model.tags[chosen].tolist()] for model, chosen in zip(models, each, strict=True)]
        for each in (solution.independent, solution.joint)
    )

    def describe_constraints() -> list[AppliedConstraint]:
        return [
            AppliedConstraint(name, words, 0, column.tags[tag] if tag < len(column.tags) else "")
            for (name, words), tag in zip(places.items(), solution.consensus.tolist(), strict=True)
        ]

    def tagged(columns: list[list[str]]) -> list[Sentence]:
        return [sentence.with_tags(**{column.name: tags}) for sentence, tags in zip(corpus, columns, strict=True)]

    return ConsistentCorpus(tagged(independent), tagged(joint), independent, joint, solution, describe_constraints)
