"""Odd arguments to every command: it does what it can, or one line says what is wrong with them."""

from contextlib import chdir
from importlib import import_module
from pathlib import Path
from random import Random

from commands import arcwalk  # of the tests

from arcwalk import sample, write
from arcwalk.cli.command_line import COMMANDS, CommandLine
from fuzz.commands import examine
from fuzz.parsers import parsers
from fuzz.scenario import Attack, Scenario
from fuzz.values import value

_ENDLESS = ("serve", "demo", "compile", "words", "train")  # would run for long if the arguments were right
_NEVER = ("-h", "--help", "--engine", "--scheduler")  # they end the process, or start others
_SETTINGS = ["longest=3", "longest=-1", "k=2", "search=walk", "budget=0", "neural=maybe", "x=1", "=", "k=1e9"]


def prepare(shared: Path) -> Attack:
    """Commands with arguments that exist, in combinations that make no sense."""
    models = parsers(shared)
    treebank = shared / "treebank.conllu"
    write(treebank, sample(3))

    def attack(random: Random, folder: Path) -> None:
        command = random.choice([name for name in COMMANDS if name not in _ENDLESS])
        options = _options(command)
        files = [str(treebank), str(models["vine"]), str(models["tagger"]), str(folder), str(folder / "missing"), "5"]
        words = [random.choice(files)] if random.random() < 0.9 else []
        if "-m" in options and random.random() < 0.9:
            words += ["-m", random.choice(files)]
        for _ in range(random.randint(0, 5)):
            kind = random.random()
            if kind < 0.5:
                words.append(random.choice(options))
            elif kind < 0.8:
                words.append(random.choice([*files, *_SETTINGS, "1", "0", "-1", "conllu", "2"]))
            else:
                words.append(value(random).replace("\0", "") or "''")
        words += ["-o", str(folder / "output")] if "-o" in options and "-o" not in words else []
        (folder / "arguments.txt").write_text("\n".join(words), encoding="utf-8", errors="backslashreplace")
        elsewhere = folder / "some" / "where"
        elsewhere.mkdir(parents=True)
        with chdir(elsewhere):  # outputs can have any name
            examine(command, arcwalk(command, *words))

    return attack


def _options(command: str) -> list[str]:
    """The options of a command, from its own argument parser."""
    parser = CommandLine()
    import_module(f"arcwalk.cli.commands.{command}").add_arguments(parser)
    return [each for each in parser._option_string_actions if each not in _NEVER]


ARGUMENTS = Scenario("arguments", 500, prepare)
