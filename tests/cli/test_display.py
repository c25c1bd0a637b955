"""What is shown while files are parsed."""

import re
from io import StringIO
from types import SimpleNamespace

import pytest

from arcwalk.cli.display import CorpusBar, ProgressBars


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("is_shown", [True, False])
def test_the_bar_shows_files_words_speed_and_time_left(is_shown: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    with CorpusBar(is_shown=is_shown) as bar:
        bar.start(2, 1000)
        bar.advance(100, 1500, 250)
        bar.finish_file(250)
        bar.advance(1, 1, 500)
        bar.finish_file(0)
    shown = terminal.getvalue()
    assert ("1/2 files, 1,501 words, " in shown) == is_shown
    assert ("0:00:00" in shown) == is_shown
    assert bool(re.search(r"2 files, 101 sentences, 1,501 words in \d+\.\d s \(", shown)) == is_shown
    assert (shown == "") == (not is_shown)


def test_the_bar_of_training_is_that_of_the_whole_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    now = 1000.0
    monkeypatch.setattr("arcwalk.cli.display.time", SimpleNamespace(perf_counter=lambda: now))
    with ProgressBars() as bars:

        def shown() -> str:
            terminal.truncate(0)
            bars._bars.refresh()
            return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.getvalue())

        bars.stage("pruners", 8)
        assert "-:--:-- left; pruners 0/8 epochs" in shown()
        now += 60
        bars.left(180.0)
        bars.advance()
        assert "━━━━━╺━━━━━━━━━━━━━━ 0:03:00 left; pruners 1/8 epochs" in shown()
        now += 60
        assert "0:02:00 left; pruners 1/8" in shown()
        bars.stage("trees, 4 shuffles", 16, done=4)
        assert "0:02:00 left; trees, 4 shuffles 4/16 epochs" in shown()
        now += 1000
        assert "━━━━━━━━━━━━━━━━━━━━ 0:00:00 left; trees" in shown()
        bars.left(None)  # another run begins, as with --self-train
        bars.stage("pruners", 8)
        assert "-:--:-- left; pruners 0/8 epochs" in shown()
        now += 60
        bars.left(180.0)
        bars.advance()
        assert "━━━━━╺━━━━━━━━━━━━━━ 0:03:00 left; pruners 1/8 epochs" in shown()
