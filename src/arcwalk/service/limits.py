"""What the service can be asked for at once, and for how long."""

from dataclasses import dataclass, field

from arcwalk.machine import cores

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Limits:
    """Bounds on requests; beyond them, clients get an error that names the bound."""

    jobs: int = field(default_factory=cores)  # requests annotated at the same time
    queue: int = 64  # requests that wait for their turn
    request_bytes: int = 4 * MEGABYTE
    reply_bytes: int = 100 * MEGABYTE  # drawings and alternatives can be a thousand times as long as the text
    sentence_seconds: float = 30.0
    receiving_seconds: float = 60.0  # for a whole request
    sentence_words: int = 1000
    alternatives: int = 100
