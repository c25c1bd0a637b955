"""How the command line words what messages say of arguments: as its flags."""

from arcwalk.errors import ArcwalkError, Argument, Option, Wording

_FLAGS = {"all_sentences": "--all", "checkpoint": "--resume", "output": "-o", "with_tags": "--tags"}
"""Where the flag has another name than the argument."""


def in_flags(message: object) -> str:
    """An error or another message, with flags in place of the arguments that it mentions."""
    text = message.wording if isinstance(message, ArcwalkError) else message
    return text.worded(_flag) if isinstance(text, Wording) else str(text)


def _flag(argument: Argument) -> str:
    name, value = argument.name, argument.value
    if isinstance(argument, Option):
        return f"--set {name}" if value is None else f"--set {name}={value}"
    flag = _FLAGS.get(name, f"--{name.replace('_', '-')}")
    return flag if value is None or value is True else f"{flag} {value}"
