"""What no line of a text file may hold."""

import re
from typing import NamedTuple

UNFIT = re.compile("[\t\n\r\0\ud800-\udfff]")  # Python reads a byte that is not UTF-8 as half of a surrogate pair


class Flaw(NamedTuple):
    """Why a line cannot be read."""

    test: str
    message: str
    remedy: str
    column: str = ""  # its name, if the flaw is in one


def flaw_of(line: str, number: int) -> Flaw | None:
    """What is in a line, the `number`th of its file, that no line may contain, not even a comment."""
    match = UNFIT.search(without_ending(line).replace("\t", " "))
    if match is None:
        return None
    if match[0] == "\0":
        remedy = "remove it; if the file is UTF-16, convert it: iconv -f UTF-16 -t UTF-8"
        return Flaw("null-character", "there is a null character in the line", remedy)
    if match[0] == "\r" and number == 1 and "\n" not in line:
        return Flaw("line-break", "all lines end in carriage returns", r"convert them to line feeds: tr '\r' '\n'")
    if match[0] in "\r\n":
        return Flaw("line-break", "there is a carriage return inside the line", "end lines with line feeds only")
    byte = ord(match[0]) - 0xDC00
    what = f"byte 0x{byte:02x}" if 0x80 <= byte <= 0xFF else "half of a surrogate pair"
    remedy = "convert it to UTF-8, e.g. with iconv -f latin1 -t utf-8"
    return Flaw("encoding", f"the line is not UTF-8 ({what})", remedy)


def without_ending(text: str) -> str:
    """The end of a line, or all of it, without the line break."""
    return text[:-2] if text.endswith("\r\n") else text.removesuffix("\n")
