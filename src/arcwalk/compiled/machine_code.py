"""Machine code as it is stored: an object file with a header that names what it needs."""

import json
from dataclasses import dataclass, field
from hashlib import blake2b

from arcwalk.safe_reading.json_text import parse_json
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.safe_reading.source import DamageError, Source


@dataclass
class MachineCode:
    """An object file of the platform, and the kernels it calls."""

    object_file: bytes
    callees: list[str] = field(default_factory=list)

    def to_bytes(self, name: str) -> bytes:
        """A line with a digest of the rest and of the `name` of its file, a line of JSON, and the object file."""
        header = json.dumps({"callees": self.callees}).encode()
        rest = header + b"\n" + self.object_file
        return _digest(name, rest) + b"\n" + rest

    @classmethod
    def from_bytes(cls, name: str, data: bytes) -> "MachineCode | None":
        """The stored machine code, or None if it is damaged or another's: a processor would execute anything."""
        digest, _, rest = data.partition(b"\n")
        if digest != _digest(name, rest):
            return None
        header, _, object_file = rest.partition(b"\n")
        try:
            return cls(object_file, Metadata(parse_json(header.decode()), Source(name)).texts("callees"))
        except (ValueError, DamageError):
            return None


def _digest(name: str, data: bytes) -> bytes:
    digest = blake2b(name.encode() + b"\n", digest_size=16)
    digest.update(data)
    return digest.hexdigest().encode()
