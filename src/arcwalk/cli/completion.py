"""What the shell offers when Tab is pressed; it runs the command to ask, with the line so far in the environment."""

import os

from arcwalk.cli.command_line import command_line


def complete() -> int:
    """Answer, unless argcomplete is not installed. Nothing else is done: the line is not complete."""
    try:
        import argcomplete
    except ModuleNotFoundError:
        return 1
    words = os.environ.get("COMP_LINE", "").split()
    argcomplete.autocomplete(command_line(words[1:]))  # ends the process
    return 1
