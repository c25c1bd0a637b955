"""A reply that grows sentence by sentence, up to a limit."""

from arcwalk.service.errors import Refusal
from arcwalk.service.limits import MEGABYTE, Limits


class Reply:
    """The parts of a reply."""

    def __init__(self, limits: Limits) -> None:
        self.parts: list[str] = []
        self._left = self._most = limits.reply_bytes

    def add(self, part: str) -> None:
        """Add a part; refuses the request once there is too much to send."""
        self._left -= len(part.encode())
        if self._left < 0:
            remedy = "send fewer sentences at a time, or ask for less (svg, nbest)"
            raise Refusal(413, f"the reply is larger than {self._most / MEGABYTE:g} MB; {remedy}")
        self.parts.append(part)
