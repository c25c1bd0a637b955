"""Commands in this process, and the promises that all of them keep."""

from collections.abc import Iterable
from pathlib import Path
from subprocess import CompletedProcess
from unicodedata import category

from commands import arcwalk  # of the tests

from fuzz.scenario import demand

OLD = "what was there before\n"
_LONGEST = 2100  # characters of a message, with the name of a file in it
_WARNING = "arcwalk: warning: "


def run(*words: str | Path, output: Path | None = None) -> CompletedProcess[str]:
    """Run a command that writes to `output`, which exists; one that fails leaves it alone.

    Whatever happens, nothing else appears in the folder of the output.
    """
    if output is None:
        return examine(str(words[0]), arcwalk(*words))
    output.write_text(OLD, encoding="utf-8")
    before = set(output.parent.iterdir())
    done = examine(str(words[0]), arcwalk(*words, "-o", output))
    demand(set(output.parent.iterdir()) == before, f"no stray files: {set(output.parent.iterdir()) - before}")
    demand(not done.returncode or output.read_text(encoding="utf-8") == OLD, "a command that fails leaves its output")
    return done


def examine(command: str, done: CompletedProcess[str]) -> CompletedProcess[str]:
    """What holds for every command: it succeeds, or a line for each file says why it does not and what to do."""
    demand(done.returncode in (0, 1, 2), f"exit code 0, 1 or 2, not {done.returncode}")
    demand(_is_printable(done.stderr), f"no control characters in messages: {done.stderr!r}")
    demand("Traceback" not in done.stderr, f"no traceback: {done.stderr}")
    if done.returncode and (command != "check" or not done.stdout):
        messages = [line for line in done.stderr.splitlines() if not line.startswith(_WARNING)]
        demand(messages and done.stderr.endswith("\n"), f"a line says what is wrong: {done.stderr!r}")
        for message in messages:
            demand(message.startswith("arcwalk: "), f"the message is ours: {messages}")
            demand(len(message) < _LONGEST, f"the message is short: {len(message)} characters")
    return done


def _is_printable(text: str) -> bool:
    """Whether a terminal would show this text and do nothing else, least of all turn it round."""
    turns = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    return all(
        character == "\n" or (category(character) not in ("Cc", "Cs", "Zl", "Zp") and character not in turns)
        for character in text
    )


def changed_columns(before: bytes, after: bytes) -> Iterable[tuple[int, int]]:
    """Which columns of which rows differ, as (columns of the row, number of the column); raises if more does."""
    old, new = before.split(b"\n"), after.split(b"\n")
    if old[-1] and new[-1] == b"":  # the last line gets an ending
        new.pop()
    demand(len(old) == len(new), f"{len(old)} lines become {len(new)}")
    for line, other in zip(old, new, strict=True):
        if line != other:
            values, others = line.rstrip(b"\r").split(b"\t"), other.rstrip(b"\r").split(b"\t")
            demand(len(values) == len(others), f"columns are as many as before: {line!r} becomes {other!r}")
            demand(not line.startswith(b"#"), f"comments stay as they are: {line!r} becomes {other!r}")
            yield from ((len(values), place) for place in range(len(values)) if values[place] != others[place])
