"""Ctrl-C, SIGTERM and SIGHUP: when they are raised, and what is left of the command."""

import subprocess
import sys
from pathlib import Path
from textwrap import indent

import pytest
from commands import TINY, arcwalk, heed_signals
from interrupted_commands import interrupt_at

from arcwalk import Sentence, sample, write

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")

SCRIPT = """
import os, signal, sys, time, weakref
from arcwalk.cli.interrupts import ignore_signals, interruptible, take_signals

def send(number=signal.SIGINT):
    os.kill(os.getpid(), number)

def wait():
    while True:
        time.sleep(0.001)

def run(command):
    take_signals()
    code = interruptible(lambda _: command(), [])
    ignore_signals()
    send()
    print(code, done)

done = []
"""


def run(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a script, which prints the exit code of its command and what the command has done."""
    script = folder / "script.py"
    script.write_text(SCRIPT + code, encoding="utf-8")
    command = [sys.executable, str(script)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, preexec_fn=heed_signals)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def command():\n    send()\n    done.append('more')\nrun(command)", "130 []"),
        ("def command():\n    send(signal.SIGTERM)\n    wait()\nrun(command)", "143 []"),
        ("def command():\n    send(signal.SIGHUP)\n    wait()\nrun(command)", "129 []"),
        ("take_signals()\nsend()\ntime.sleep(0.1)\nrun(wait)", "130 []"),
        ("signal.signal(signal.SIGINT, signal.SIG_IGN)\nrun(send)", "None []"),
        ("signal.signal(signal.SIGHUP, signal.SIG_IGN)\nrun(lambda: send(signal.SIGHUP))", "None []"),
    ],
    ids=["Ctrl-C", "SIGTERM", "SIGHUP", "before the command starts", "ignored by whoever started it", "nohup"],
)
def test_a_signal_ends_the_command(code: str, expected: str, tmp_path: Path) -> None:
    ended = run(code, tmp_path)
    assert ended.stdout == f"{expected}\n", ended.stderr
    said = {"130": "arcwalk: interrupted\n", "143": "arcwalk: terminated\n", "129": "arcwalk: terminated\n"}
    assert ended.stderr == said.get(expected[:3], "")


INDIVISIBLE = {
    "import": """
import slow_module
""",
    "finalizer": """
class Object:
    def __del__(self):
        send()
        done.append(1)
Object()
""",
    "weak reference": """
class Object: pass
each = Object()
reference = weakref.ref(each, lambda _: send())
done.append(1)
del each
""",
    "lock": """
class Lock:
    def __enter__(self):
        os.kill(os.getpid(), signal.SIGINT)
        done.append(1)
    def __exit__(self, *_): pass
with Lock(): pass
""",
    "memory of LLVM": """
from llvmlite.binding.ffi import ObjectRef
class Memory(ObjectRef):
    def _dispose(self):
        send()
        done.append(1)
Memory(1).close()
""",
}


@pytest.mark.parametrize("name", INDIVISIBLE)
def test_what_cannot_be_interrupted_comes_to_its_end_first(name: str, tmp_path: Path) -> None:
    (tmp_path / "slow_module.py").write_text("import __main__\n__main__.send()\n__main__.done.append(1)\n")
    ended = run(f"def command():\n{indent(INDIVISIBLE[name], '    ')}    wait()\nrun(command)", tmp_path)
    assert (ended.stdout, ended.stderr) == ("130 [1]\n", "arcwalk: interrupted\n")


def test_an_interrupt_without_a_place_for_messages(tmp_path: Path) -> None:
    ended = run("sys.stderr = open('/dev/full', 'w')\nrun(send)", tmp_path)
    assert ended.stdout == "130 []\n"
    ended = run("def command():\n    raise KeyboardInterrupt('saved to a\\x1b[31m')\nrun(command)", tmp_path)
    assert ended.stderr == "arcwalk: saved to a\ufffd[31m\n"


def test_a_second_signal_does_not_disturb_cleaning_up(tmp_path: Path) -> None:
    code = """
def command():
    try:
        send()
    finally:
        send()
        try:
            raise ValueError
        except ValueError:
            send(signal.SIGTERM)
        done.append("cleaned up")
run(command)
"""
    ended = run(code, tmp_path)
    assert (ended.stdout, ended.stderr) == ("130 ['cleaned up']\n", "arcwalk: interrupted\n")


def test_an_interrupt_that_somebody_swallows_can_be_repeated(tmp_path: Path) -> None:
    code = """
def command():
    try:
        send()
    except BaseException:
        done.append("swallowed")
    send()
run(command)
"""
    assert run(code, tmp_path).stdout == "130 ['swallowed']\n"


def test_a_second_signal_finds_nobody_waiting_for_threads(tmp_path: Path) -> None:
    code = """
import atexit, threading
from arcwalk.cli import main
from arcwalk.threads import apart
main._run = lambda _: apart(10_000, threading.Event().wait)
for moment in (0.3, 0.35, 0.45):
    threading.Timer(moment, send).start()
atexit.register(print, "removed temporary files", flush=True)
main.main()
"""
    ended = run(code, tmp_path)
    assert (ended.returncode, ended.stdout, ended.stderr) == (
        130,
        "removed temporary files\n",
        "arcwalk: interrupted\n",
    )


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("interrupts")
    for name, size in (("train", 60), ("input", 1200)):
        arcwalk("sample", str(size), "-o", folder / name)
    long = Sentence.from_columns(["it"] * 6000, lemmas=["it"] * 6000, upos=["PRON"] * 6000)
    write(folder / "long", [*sample(150), long, long, long])
    fast = [word for option in TINY for word in ("--set", option)]
    arcwalk("train", folder / "train", "-m", folder / "parser", *fast)
    arcwalk("train", folder / "train", "-m", folder / "points", "--system", "bayes-point", *fast[4:6], *fast[12:14])
    arcwalk("train", folder / "train", "-m", folder / "tagger", "--system", "tagger", *fast[:2], *fast[4:6])
    return folder


COMMANDS = {
    "parse": ["parse", "input", "-m", "parser", "-o", "out/out", "--jobs", "1"],
    "parse in processes": ["parse", "input", "-m", "parser", "-o", "out/out", "--jobs", "2"],
    "tag": ["tag", "input", "-m", "tagger", "-o", "out/out", "--jobs", "1"],
    "train": ["train", "train", "-m", "out/out", "--system", "bayes-point", "--jobs", "2"],
}


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("name", COMMANDS)
def test_commands_interrupted_anywhere_leave_no_trace(
    name: str, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(files)
    (tmp_path / "out").mkdir()
    words = [word.replace("out/", f"{tmp_path}/out/") for word in COMMANDS[name]]
    endings = [interrupt_at(seed, words, tmp_path / "out" / "out", longest=1.5) for seed in range(6)]
    assert not [str(ending) for ending in endings if ending.problems]
    assert any(ending.signal for ending in endings)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_signals_are_heard_within_a_long_sentence(jobs: str, files: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    words = ["parse", files / "long", "-m", files / "points", "-o", output, "--jobs", jobs, "--set", "longest=0"]
    endings = [interrupt_at(seed, words, output, longest=4, patience=20) for seed in range(2)]
    assert not [str(ending) for ending in endings if ending.problems]
    assert all(ending.signal for ending in endings)


def test_a_run_that_is_interrupted_while_its_model_is_written_can_be_continued(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    assert arcwalk("sample", "20", "-o", tmp_path / "train.conllu").returncode == 0
    options = ["--system", "bayes-point", "--set", "epochs=1", "--set", "shuffles=1", "--set", "table_bits=16"]
    command = ["train", tmp_path / "train.conllu", "-m", tmp_path / "model", *options]
    with monkeypatch.context() as patch:
        patch.setattr("arcwalk.systems.parser.write_model", interrupted)
        assert arcwalk(*command).returncode == 130
    assert not (tmp_path / "model").exists()
    assert arcwalk(*command, "--resume").returncode == 0
    assert (tmp_path / "model").exists()
