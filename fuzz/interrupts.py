"""Ctrl-C, SIGTERM and SIGHUP at random moments: one line, the old output, and nothing else is left."""

from pathlib import Path
from random import Random

from interrupted_commands import interrupt_at  # of the tests
from quick_training import QUICK

from arcwalk import sample, write
from fuzz.parsers import TAGGER, parsers
from fuzz.scenario import Attack, Scenario, demand

_LONGEST = 2.0  # seconds until a command is interrupted


def prepare(shared: Path) -> Attack:
    """Parse, tag and train with every system, in one process and in two."""
    models = parsers(shared)
    large, small = shared / "large.conllu", shared / "small.conllu"
    write(large, sample(3000, seed=5))
    write(small, sample(200, seed=6))

    def attack(random: Random, folder: Path) -> None:
        name = random.choice(list(models))
        output = folder / "output"
        jobs = ["--jobs", random.choice("12")]
        words: list[str | Path] = ["tag" if name == TAGGER else "parse", large, "-m", models[name], "-o", output, *jobs]
        if name in QUICK and random.random() < 0.3:
            options = [word for option, value in QUICK[name].items() for word in ("--set", f"{option}={value}")]
            words = ["train", small, "-m", output, "--system", name, *jobs, *options]
        ending = interrupt_at(random.randrange(1 << 30), words, output, _LONGEST)
        demand(not ending.problems, f"{' '.join(map(str, words))}: {ending}")

    return attack


INTERRUPTS = Scenario("interrupts", 50, prepare)
