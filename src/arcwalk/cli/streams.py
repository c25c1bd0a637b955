"""Standard streams as commands need them: all three open, with replacements for characters that they cannot encode."""

import io
import os
import sys
import warnings
from contextlib import suppress
from typing import Any

from arcwalk.messages import one_line

# Reading from a stream that was closed fails, and so does writing output to it; messages vanish.
_IN_PLACE_OF_CLOSED = {0: os.O_WRONLY, 1: os.O_RDONLY, 2: os.O_WRONLY}


def prepare_streams() -> None:
    """Make standard streams safe to use.

    The descriptor of a stream that was closed (`arcwalk ... >&-`) would go to the next file that is opened, which would
    then get, say, the output of a command.
    """
    for descriptor, mode in _IN_PLACE_OF_CLOSED.items():
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, mode)  # gets the lowest free descriptor, which is this one
    sys.stdin = sys.stdin or os.fdopen(0, closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    warnings.showwarning = _show_warning


def say(message: object) -> None:
    """Tell the user something on stderr, if there is one."""
    with suppress(OSError):
        print(f"arcwalk: {one_line(message)}", file=sys.stderr, flush=True)


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    say(f"warning: {message}")
