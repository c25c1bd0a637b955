"""What is shown while files are parsed."""

import re
from io import StringIO

import pytest

from arcwalk.cli.display import CorpusBar


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
