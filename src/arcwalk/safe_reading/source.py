"""Where contents come from, and what to say when they are not what they should be."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from arcwalk.errors import ArcwalkError
from arcwalk.messages import quoted


class DamageError(ArcwalkError):
    """A file whose contents cannot be right."""


class Source(NamedTuple):
    """The name of a file for messages, what it is, and what to do if it is damaged."""

    name: str
    kind: str = "model file"
    remedy: str = "copy it again or train again"

    def damaged(self, reason: str) -> DamageError:
        """The error for contents that cannot be right."""
        return DamageError(f"{self.name}: the {self.kind} is damaged ({quoted(reason)})", self.remedy)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Turn the error of whoever makes sense of some of the contents into one that names the file."""
        try:
            yield
        except DamageError:
            raise
        except ArcwalkError as error:
            raise self.damaged(str(error)) from None


MEMORY, PICKLED = Source("<memory>"), Source("<pickled model>", "pickled model", "pickle it again")
