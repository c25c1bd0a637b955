"""What someone who has read the documentation might write; `test_api.py` runs it, and mypy --strict checks it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import arcwalk
from arcwalk import BayesPointOptions, Parser, Sentence, TaggerOptions, TaggingOptions, Token, code, emit


@arcwalk.feature
def several_subjects(sentence: arcwalk.SentenceView, tree: arcwalk.TreeView, features: NDArray[np.int64]) -> None:
    """Words with more than one subject."""
    for head in range(1, len(sentence.form)):
        subjects = 0
        modifier = tree.child[head]
        while modifier >= 0:
            subjects += tree.label[modifier] == code("nsubj")
            modifier = tree.next[modifier]
        if subjects > 1:
            emit(features, sentence.upos[head], subjects)


def train_and_parse(folder: Path) -> None:
    treebank: list[Sentence] = arcwalk.sample(120)
    train, test = treebank[:80], treebank[80:]
    arcwalk.write(folder / "train.conllu", train)
    arcwalk.write(folder / "test.conllu.gz", test)

    trained = Parser.train(folder / "train.conllu", options=BayesPointOptions(epochs=2, shuffles=1, table_bits=16))
    trained.save(folder / "model.arcwalk")
    parser: Parser = arcwalk.load(folder / "model.arcwalk", longest=50)
    assert parser(test[0]) == trained.parse(test[0])

    parsed: Iterator[Sentence] = parser.parse(arcwalk.read(folder / "test.conllu.gz"), confidence=True, jobs=2)
    arcwalk.write(folder / "parsed.conllu", parsed)
    scores: arcwalk.AttachmentScores = arcwalk.evaluate(folder / "test.conllu.gz", folder / "parsed.conllu")
    uas: float = scores.uas
    comparison: arcwalk.Comparison = arcwalk.compare(scores, scores)
    many: arcwalk.SystemsComparison = arcwalk.compare_systems({"one": scores, "other": [scores, scores]}, resamples=100)
    aligned: arcwalk.AlignedScores = arcwalk.evaluate_aligned(test, folder / "parsed.conllu")
    agreement: arcwalk.Agreement = arcwalk.agreement(test, folder / "parsed.conllu")
    kappa: float = agreement.columns["HEAD"].kappa
    print(aligned.metrics["MLAS"].f1, kappa)
    report: arcwalk.FileReport = arcwalk.check_file(folder / "train.conllu")
    suspects: list[arcwalk.Suspect] = arcwalk.review(test, train)
    problems: list[arcwalk.Finding] = report.problems
    print(comparison.las.difference, many.pairs[0].las.adjusted_p_value, report.trees, problems, len(suspects))
    print(f"{uas:.1f} UAS, {scores.las:.1f} LAS, {scores.with_punctuation.las:.1f} LAS with punctuation")


def walk(sentence: Sentence) -> None:
    for token in sentence:
        head: Token | None = token.head
        governor: str = head.form if head else "the root"
        case: str | None = token.feats.get("Case")
        doubtful: bool = token.confidence is not None and token.confidence < 0.5
        print(token.id, token.form, token.lemma, token.upos, case, token.deprel, governor, doubtful)
    root = sentence.root
    assert root is not None
    assert root.is_root
    first_words: list[Token] = sentence[:3]
    print(" ".join(map(str, first_words)), len(root.children), [token.form for token in sentence[0].subtree])
    assert Sentence.from_conllu(str(sentence)) == sentence
    print(arcwalk.draw(sentence)[:4], several_subjects.codes(sentence))


def parse_without_tags() -> None:
    sentences = arcwalk.sample(60)
    parser = Parser.train(
        sentences,
        options=BayesPointOptions(epochs=1, shuffles=1, table_bits=16),
        tags="predicted",
        tag_options=TaggingOptions(tag_folds=2, tag_shuffles=1, tag_epochs=1),
    )
    untagged = Sentence.from_columns(["The", "cat", "sleeps", "."])
    tags: tuple[str, ...] = parser.parse(untagged).upos
    print(parser, tags)

    tagger = arcwalk.Tagger.train(sentences, options=TaggerOptions(epochs=1, shuffles=1))
    print(tagger, tagger.tag(untagged)[1].upos)

    by_keyword = Parser.train(sentences, system="bayes-point", epochs=1, shuffles=1, table_bits=16)
    try:
        by_keyword.parse(untagged)
    except arcwalk.TreebankError as error:
        print(error)


if __name__ == "__main__":
    train_and_parse(Path(sys.argv[1]))
    walk(next(arcwalk.read(Path(sys.argv[1]) / "parsed.conllu")))
    parse_without_tags()
