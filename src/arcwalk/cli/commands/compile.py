"""`arcwalk compile`: compile all kernels ahead of time."""

import argparse

from arcwalk.cli.display import ProgressBars, count


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arcwalk compile`."""
    parser.usage = "arcwalk compile [--processor NAME]"
    parser.description = (
        "Compile all kernels ahead of time, for images and servers. Otherwise each command compiles what it needs,"
        "\nonce. Kernels are kept in $NUMBA_CACHE_DIR, $XDG_CACHE_HOME/arcwalk or ~/.cache/arcwalk, for you alone;"
        "\nif the folder exists already, for all who may read it."
    )
    parser.add_argument(
        "--processor",
        default="",
        metavar="NAME",
        help="processors to compile for: x86-64-v3, x86-64-v2 (default: that of this machine)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Compile what is missing."""
    from arcwalk.compiled.ahead_of_time import compile_everything  # loads Numba, which help does without

    with ProgressBars() as progress:
        compiled = compile_everything(arguments.processor)
        progress.say(f"{count(compiled, 'kernel')} compiled")
    return 0
