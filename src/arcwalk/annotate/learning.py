"""The loop: after so many accepted sentences, a parser is trained on all of them, and the others are guessed anew."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Any, Literal

from arcwalk.annotate.items import Guess, Item
from arcwalk.annotate.learning_curve import Score, pooled_las
from arcwalk.annotate.plain_guess import NAME as PLAIN
from arcwalk.annotate.plain_guesser import PlainGuesser
from arcwalk.annotate.project import Project
from arcwalk.annotate.training import Training, tags_for, write_gold
from arcwalk.errors import ArcwalkError
from arcwalk.machine import cores
from arcwalk.service.models import Model, Models
from arcwalk.systems.bayes_point.options import NAME as QUICK
from arcwalk.systems.guesser import Guesser
from arcwalk.systems.parser import Parser
from arcwalk.systems.registry import DEFAULT_SYSTEM

NAME = "current"
GIVEN = "given"  # the model that the project began with
_RECENT = 3  # scores that count in the choice between systems
_CHUNK = 100  # sentences between two looks at whether to stop
_LEAST = 2  # sentences to train on

Activity = Literal["idle", "training", "parsing"]


class CurrentModel(Models):
    """The one model of the service, which is replaced by better ones."""

    def __init__(self, parser: Parser) -> None:
        super().__init__([Model.of(NAME, parser)])

    def replace(self, parser: Parser) -> None:
        """From now on, requests are answered with this parser."""
        self._models = {NAME: Model.of(NAME, parser)}


@dataclass(frozen=True)
class Schedule:
    """When to train what."""

    every: int = 20  # accepted sentences
    systems: tuple[str, ...] = (
        QUICK,
        DEFAULT_SYSTEM,
    )  # the first is quick, the last the better bet
    jobs: int = field(default_factory=lambda: max(1, cores() - 1))
    options: tuple[str, ...] = ()  # of training, as `--set` takes them


class Learning:
    """Trains in the background. `guesser` is always the best that is known."""

    def __init__(self, project: Project, given: Parser | None = None, schedule: Schedule | None = None) -> None:
        self.project, self.schedule = project, schedule or Schedule()
        self.guesser = Guesser(given) if given else PlainGuesser()
        self.models = CurrentModel(self.guesser.parser)
        self.activity: Activity = "idle"
        self.problem = ""
        self.scores = [score for entry in project.entries() if (score := Score.restore(entry.get("scores")))]
        self._parsers: dict[str, Guesser] = {GIVEN if given else PLAIN: self.guesser}  # the newest of each system
        self._record: dict[str, list[Score]] = {}
        self._known: set[int] = {
            item.id for item in project.items() if item.state == "done"
        }  # not new to the next parser
        self._trained = 0  # how many sentences were done when it was trained last
        self._generation = 0
        self._wake, self._stopped = Event(), Event()
        self._is_asked = False
        self._training: Training | None = None
        self._temporary = tempfile.TemporaryDirectory(prefix="arcwalk-")
        self._folder = Path(self._temporary.name)
        self._thread = Thread(target=self._work, daemon=True)

    def start(self) -> None:
        """Begin to guess, and to learn as soon as there is enough."""
        self._thread.start()

    def look(self, *, now: bool = False) -> None:
        """Train if enough sentences have been accepted, or if somebody asks to do it `now`."""
        self._is_asked = self._is_asked or now
        self._wake.set()

    def stop(self) -> None:
        """End the thread and whatever it trains."""
        self._stopped.set()
        self._wake.set()
        if self._training:
            self._training.stop()
        if self._thread.is_alive():
            self._thread.join()
        self._temporary.cleanup()

    def status(self) -> dict[str, Any]:
        """What a page shows."""
        next = self._trained + self.schedule.every  # before the activity, which changes first
        return {
            "state": self.activity,
            "done": len(self._done()),
            "next": next,
            "every": self.schedule.every,
            "guess": self.guesser.generation,
            "system": self.guesser.parser.system.name,
            "sentences": self.guesser.sentences,
            "problem": self.problem,
        }

    @property
    def is_due(self) -> bool:
        """Whether there is something to learn."""
        return self._is_asked or len(self._done()) >= self._trained + self.schedule.every

    def _done(self) -> list[Item]:
        return [item for item in self.project.items() if item.state == "done"]

    def _work(self) -> None:
        self._guess_all()
        while not self._stopped.is_set():
            if self.is_due:
                self._is_asked = False
                try:
                    self._learn()
                except Exception as error:  # the next round may do better
                    self.problem = _told(error)
                self._set("idle")
            else:
                self._wake.wait()
                self._wake.clear()

    def _learn(self) -> None:
        """One round: score the parsers on what is new to them, train them anew, and guess with the best."""
        self._set("training")
        done = self._done()
        self._trained = len(done)
        self._score([item for item in done if item.id not in self._known])
        self._known = {item.id for item in done}
        if len(done) < _LEAST:
            self.problem = f"there is nothing to learn from: accept at least {_LEAST} sentences"
            return
        sentences = [item.sentence for item in done]
        tags = tags_for(sentences, (item.sentence for item in self.project.items() if item.state != "done"))
        gold = self._folder / "gold.conllu"
        write_gold(gold, sentences)
        problems = []
        for system in self.schedule.systems:
            try:
                parser = self._train(gold, system, tags)
            except ArcwalkError as error:
                problems.append(str(error))
                continue
            if self._stopped.is_set():
                return
            self._generation += 1
            self._parsers[system] = Guesser(parser, self._generation, len(done))
            if self._best() == system:
                self._use(self._parsers[system])
        best = self._parsers[self._best()]
        if best is not self.guesser:
            self._use(best)
        self.problem = problems[0] if len(problems) == len(self.schedule.systems) else ""
        self._guess_all()

    def _train(self, gold: Path, system: str, tags: Any) -> Parser:
        model = self._folder / f"{system}-{self._trained}.arcwalk"
        self._training = Training(gold, model, system, tags, self.schedule.jobs, self.schedule.options)
        if self._stopped.is_set():
            self._training.stop()
        try:
            return self._training.result()
        finally:
            self._training = None

    def _score(self, fresh: Sequence[Item]) -> None:
        """How well each parser guesses sentences that were accepted since it was trained."""
        sentences = [item.sentence for item in fresh]
        for name, guesser in self._parsers.items():
            score = Score.of(guesser.parser, guesser.sentences, sentences) if sentences else None
            if score is None:
                continue
            self._record.setdefault(name, []).append(score)
            if guesser is self.guesser:
                self.scores.append(score)
                self.project.note({"scores": score.rounded()})

    def _best(self) -> str:
        """The system whose guesses were best lately; the first trained one, then the default, before that is known.

        A model that was given is only replaced by one that is known to be better.
        """
        names = [name for name in self._parsers if name != PLAIN] or [PLAIN]
        recent = {name: self._record[name][-_RECENT:] for name in names if name in self._record}
        if not recent or (set(recent) == {GIVEN} and len(names) > 1):
            return GIVEN if GIVEN in names else names[-1]
        shortest = min(map(len, recent.values()))
        return max(recent, key=lambda name: pooled_las(recent[name][-shortest:]))

    def _use(self, guesser: Guesser) -> None:
        self.guesser = guesser
        self.models.replace(guesser.parser)
        self.project.touch()

    def _guess_all(self) -> None:
        """Guess what nobody has begun."""
        self._set("parsing")
        guesser = self.guesser
        todo = [item for item in self.project.items() if item.state == "untouched"]
        for chunk in (todo[first : first + _CHUNK] for first in range(0, len(todo), _CHUNK)):
            self._guess(guesser, chunk)
        self._set("idle")

    def _guess(self, guesser: Guesser, items: Sequence[Item]) -> None:
        """Guess these sentences; if there is one that cannot be guessed, the others."""
        if self._stopped.is_set():
            return
        try:
            found = guesser.guesses([item.sentence for item in items], jobs=min(self.schedule.jobs, len(items)))
            guesses = [Guess.of(sentence, guesser.generation) for sentence in found]
        except Exception as error:
            if len(items) == 1:
                self.problem = _told(error)
            else:
                for item in items:
                    self._guess(guesser, [item])
            return
        self.project.guess(zip(items, guesses, strict=True))

    def _set(self, activity: Activity) -> None:
        self.activity = activity
        self.project.touch()


def _told(error: Exception) -> str:
    """An error as the page shows it."""
    if isinstance(error, ArcwalkError | OSError):
        return str(error)
    return f"the program has failed ({type(error).__name__}); please report it"
