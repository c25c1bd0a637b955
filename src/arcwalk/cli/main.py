"""The `arcwalk` command: runs a subcommand and turns errors into one line on stderr.

The exit code is 0, 1 for an error, 2 for wrong usage, 130, 143 or 129 if the command was interrupted.

Nothing else is imported before the signals are taken, so that Ctrl-C finds the command prepared from the start.
"""

import os
import sys

from arcwalk.cli.interrupts import ignore_signals, interruptible, leave_threads, take_signals


def main(argv: list[str] | None = None) -> int:
    """Run a command and return its exit code; without `argv`, the command of this process, which then has to end."""
    if argv is not None:
        return interruptible(_run, argv)
    take_signals()
    try:
        code = interruptible(_run, sys.argv[1:])
    finally:
        ignore_signals()
    if code > 128:  # it was interrupted
        leave_threads(code)
    return code


def _run(words: list[str]) -> int:
    if "_ARGCOMPLETE" in os.environ:  # the shell asks how the line could go on
        from arcwalk.cli.completion import complete

        return complete()
    from arcwalk.cli.command_line import UsageError, command_line
    from arcwalk.cli.flags import in_flags
    from arcwalk.cli.streams import prepare_streams, say
    from arcwalk.errors import ArcwalkError

    prepare_streams()
    try:
        try:
            arguments, unknown = command_line(words).parse_known_args(words or ["--help"])
            if unknown:
                names = " ".join(unknown)
                raise UsageError(f"unrecognized arguments: {names}", f"see arcwalk {arguments.command} --help")
            code: int = arguments.run(arguments)
        finally:
            sys.stdout.flush()  # what help has printed, too
    except ArcwalkError as error:
        say(in_flags(error))
        return 2 if isinstance(error, UsageError) else 1
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python would flush again at exit
        if not isinstance(error, BrokenPipeError):  # as in `arcwalk sample 1000 | head`
            say(f"cannot write output ({error.strerror}); check the destination")
        return 1
    return code


if __name__ == "__main__":
    sys.exit(main())
