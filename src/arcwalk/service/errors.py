"""What a client gets instead of an answer: a status, and one line that says what to do."""

from collections.abc import Mapping


class Refusal(Exception):
    """The reason why a request is not answered."""

    def __init__(self, status: int, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.headers = dict(headers or {})


def busy() -> Refusal:
    """The service has enough to do."""
    return Refusal(503, "too many requests are waiting; try again in a few seconds", {"Retry-After": "5"})


class ClientGone(Exception):
    """Nobody waits for the answer any longer."""
