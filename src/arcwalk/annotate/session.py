"""What the page can ask for, as functions of a project and of what has been learned from it; threads may call them."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from arcwalk.annotate.differences import differing
from arcwalk.annotate.items import Guess, parsed
from arcwalk.annotate.learning import Learning
from arcwalk.annotate.learning_curve import forecast
from arcwalk.annotate.project import SOURCE, Conflict, Draft, Project
from arcwalk.annotate.requests import SaveRequest
from arcwalk.annotate.sections import checked_sentences
from arcwalk.selection.choice import ORDERS, choose
from arcwalk.service.errors import Refusal
from arcwalk.service.workload import Progress
from arcwalk.systems.guesser import Guesser
from arcwalk.treebank.sentence import Sentence

FILE = "file"  # the order of the files


class Session:
    """A project, its guesses, and the sentences as annotators have seen them first."""

    def __init__(self, project: Project, learning: Learning, most_words: int) -> None:
        self.project, self.learning = project, learning
        self.most_words = most_words
        self._seen: dict[int, Sentence] = {}  # what a page was sent of each sentence before anybody had begun it

    def overview(self) -> dict[str, Any]:
        """Everything a page needs first."""
        at, items = self.project.at, self.project.items()
        counts = Counter(item.file for item in items)
        files = [
            {"name": file.name, "key": file.key, "sentences": counts[number], "problem": file.problem}
            for number, file in enumerate(self.project.files)
        ]
        return {
            "files": files,
            "sentences": [item.entry() for item in items],
            "values": values_in(item.sentence for item in items if item.state != "untouched" or item.guess is None),
            "training": self.learning.status(),
            "at": at,
            "who": list(dict.fromkeys(entry["who"] for entry in self.project.saves())),
        }

    def sentence(self, id: int) -> dict[str, Any]:
        """One sentence, with the newest guess if nobody has begun it."""
        item = self.project.item(id)
        if item is None:
            raise Refusal(404, "there is no such sentence any more; load the page again")
        guesser = self.learning.guesser
        if item.state == "untouched" and (item.guess is None or item.guess.generation < guesser.generation):
            item = item.guessed(Guess.of(guesser.guess(item.sentence), guesser.generation))  # however long it is
        shown, generation = item.shown()
        if item.state == "untouched" or id not in self._seen:
            self._seen[id] = shown
        return {"entry": item.entry(), "parsed": parsed(shown), "guess": generation}

    def guess(self, conllu: str, svg: bool, progress: Progress) -> dict[str, Any]:
        """Guess around what is confirmed."""
        guesser = self.learning.guesser
        given = progress.follow(checked_sentences(conllu, SOURCE))
        found = [self._guessed(guesser, sentence) for sentence in given]
        return {"guess": guesser.generation, "sentences": [parsed(sentence, svg=svg) for sentence in found]}

    def save(self, request: SaveRequest) -> dict[str, Any]:
        """Save, and learn from it when it is time; raises `Conflict`."""
        saved = self.project.save(request.who, request.replaces, request.drafts, self._corrections(request))
        self.learning.look()
        entries = [item.entry() for item in saved.items]
        return {"sentences": entries, "removed": saved.removed, "at": self.project.at}

    def conflict(self, conflict: Conflict, drafts: Iterable[Draft]) -> dict[str, Any]:
        """Both sides of a conflict."""
        mine = [sentence for draft in drafts for sentence in checked_sentences(draft.conllu, SOURCE)]
        return {
            "problem": conflict.problem,
            "current": [{"entry": item.entry(), "parsed": parsed(item.shown()[0])} for item in conflict.current],
            "yours": [parsed(sentence) for sentence in mine],
        }

    def changes(self, since: int) -> dict[str, Any]:
        """What is new."""
        found = self.project.changes(since)
        if found is None:
            raise Refusal(410, "the service has been started again; load the page again")
        items = [item for id in found.changed if (item := self.project.item(id))]
        return {
            "at": found.at,
            "sentences": [item.entry() for item in items],
            "removed": found.removed,
            "order": self.project.order() if found.is_new_order else None,
            "problems": self.project.problems(),
            "training": self.learning.status(),
        }

    def progress(self) -> dict[str, Any]:
        """How far the annotation has come, and how fast it has become."""
        sentences, words = Counter[str](), Counter[str]()
        for item in self.project.items():
            sentences[item.state] += 1
            words[item.state] += len(item.sentence)
        states = ("untouched", "begun", "done")
        corrections = sorted(
            (entry for entry in self.project.saves() if "corrections" in entry), key=lambda entry: str(entry["time"])
        )
        return {
            "sentences": {state: sentences[state] for state in states},
            "words": {state: words[state] for state in states},
            "corrections": [
                {"done": number, **{key: entry.get(key) for key in ("words", "corrections", "who", "time")}}
                for number, entry in enumerate(corrections, 1)
            ],
            "scores": [score.rounded() for score in self.learning.scores],
            "forecast": forecast(self.learning.scores, sentences["done"]),
            "training": self.learning.status(),
        }

    def next(self, by: str, count: int) -> dict[str, Any]:
        """What to annotate next."""
        items = [item for item in self.project.items() if item.state != "done"]
        if by == FILE:
            return {"ids": [item.id for item in items[:count]]}
        if by not in ORDERS:
            raise Refusal(400, f"by: choose one of {', '.join((FILE, *ORDERS))}")
        items = [item for item in items if item.doubt is not None]
        chosen = choose([item.shown()[0] for item in items], by, count)
        return {"ids": [items[index].id for index in chosen]}

    def differences(self) -> dict[str, Any]:
        """Where annotators differ."""
        return {"ids": differing(self.project.items())}

    def _guessed(self, guesser: Guesser, sentence: Sentence) -> Sentence:
        if len(sentence) > self.most_words:
            raise Refusal(400, f"the sentence has {len(sentence):,} words, more than {self.most_words:,}; split it")
        return guesser.guess(sentence)

    def _corrections(self, request: SaveRequest) -> Mapping[str, Any]:
        """What somebody had to correct in a sentence that is accepted, for the journal."""
        if len(request.replaces) != 1 or [draft.state for draft in request.drafts] != ["done"]:
            return {}
        guessed = self._seen.get(request.replaces[0][0])
        sentences = checked_sentences(request.drafts[0].conllu, SOURCE)
        if guessed is None or len(sentences) != 1 or guessed.forms != sentences[0].forms:
            return {}
        pairs = zip(arcs(guessed), arcs(sentences[0]), strict=True)
        return {"words": len(guessed), "corrections": sum(own != other for own, other in pairs)}


def arcs(sentence: Sentence) -> Iterable[tuple[int, str]]:
    """The heads and labels of a sentence."""
    return zip(sentence.heads, sentence.deprels, strict=True)


def values_in(sentences: Iterable[Sentence]) -> dict[str, Any]:
    """The values of each column, the most frequent first; those of FEATS for each key."""
    columns: dict[str, Counter[str]] = {name: Counter() for name in ("deprel", "upos", "xpos", "feats")}
    for sentence in sentences:
        columns["deprel"].update(sentence.deprels)
        for name in ("upos", "xpos", "feats"):
            columns[name].update(sentence.tags(name))
    features: dict[str, Counter[str]] = {}
    for feats, count in columns.pop("feats").items():
        for pair in feats.split("|"):
            key, equals, value = pair.partition("=")
            if equals:
                features.setdefault(key, Counter())[value] += count
    ordered = {name: _most_frequent(counts) for name, counts in columns.items()}
    return {**ordered, "feats": {key: _most_frequent(counts) for key, counts in sorted(features.items())}}


def _most_frequent(counts: Counter[str]) -> list[str]:
    return [value for value, _ in counts.most_common() if value not in ("_", "")]


def as_json(reply: Mapping[str, Any]) -> str:
    """A reply as it is sent."""
    return json.dumps(reply, ensure_ascii=False)
