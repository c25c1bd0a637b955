"""The parameters of a request as UDPipe takes them: in the query, urlencoded or multipart/form-data."""

from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from arcwalk.service.body_reader import decoded
from arcwalk.service.errors import Refusal

if TYPE_CHECKING:
    from python_multipart.multipart import MultipartCallbacks

MOST_FIELDS = 100


def query_parameters(query: bytes, where: str = "the query") -> dict[str, str]:
    """The parameters of a query, the last of each name; those without a value are empty."""
    text = decoded(query, where)
    try:
        return dict(parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS))
    except UnicodeDecodeError:
        raise Refusal(400, f"{where} is not UTF-8; convert it to UTF-8") from None
    except ValueError:
        raise Refusal(400, f"{where} has more than {MOST_FIELDS} parameters; omit those you do not need") from None


def form_parameters(content_type: str, body: bytes) -> dict[str, str]:
    """The parameters in the body of a request."""
    if not body:
        return {}
    kind, options = parse_options_header(content_type)
    if kind == b"multipart/form-data":
        return _multipart(body, options.get(b"boundary", b""))
    if kind == b"application/x-www-form-urlencoded":
        return query_parameters(body, "the request")
    remedy = "send application/x-www-form-urlencoded or multipart/form-data"
    raise Refusal(415, f"{content_type[:60]!r} is not the type of a form; {remedy}")


def _multipart(body: bytes, boundary: bytes) -> dict[str, str]:
    """The fields of a multipart form, the last of each name; files are fields like any other."""
    fields = _Fields()
    try:
        if not boundary:
            raise FormParserError
        parser = MultipartParser(boundary, fields.callbacks())
        parser.write(body)
        parser.finalize()
    except FormParserError:
        raise Refusal(400, "the multipart form is broken; check its boundary and the headers of its parts") from None
    if not fields.are_complete:
        raise Refusal(400, "the multipart form is incomplete; end it with its boundary and two hyphens")
    return {decoded(name, "the name of a part"): decoded(value, "a part") for name, value in fields.values.items()}


class _Fields:
    """What the parser of a multipart form finds."""

    def __init__(self) -> None:
        self.values: dict[bytes, bytes] = {}
        self.are_complete = False
        self._parts = 0
        self._header, self._value, self._data = b"", b"", list[bytes]()
        self._name: bytes | None = None

    def callbacks(self) -> "MultipartCallbacks":
        return {
            "on_part_begin": self._begin_part,
            "on_header_field": self._add_header,
            "on_header_value": self._add_value,
            "on_header_end": self._end_header,
            "on_part_data": self._add_data,
            "on_part_end": self._end_part,
            "on_end": self._end,
        }

    def _begin_part(self) -> None:
        self._parts += 1
        if self._parts > MOST_FIELDS:
            raise Refusal(400, f"the form has more than {MOST_FIELDS} parts; omit those you do not need")
        self._name, self._data = None, []

    def _add_header(self, data: bytes, start: int, end: int) -> None:
        self._header += data[start:end]

    def _add_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def _end_header(self) -> None:
        name, value = self._header.lower(), self._value
        self._header = self._value = b""
        if name == b"content-disposition":
            self._name = parse_options_header(value)[1].get(b"name")
        elif name == b"content-transfer-encoding" and value.strip().lower() not in (b"7bit", b"8bit", b"binary"):
            raise Refusal(400, "a part of the form is encoded; send it as it is (Content-Transfer-Encoding: 8bit)")

    def _add_data(self, data: bytes, start: int, end: int) -> None:
        self._data.append(data[start:end])

    def _end_part(self) -> None:
        if self._name is None:
            raise Refusal(
                400, 'a part of the form has no name; give it one (Content-Disposition: form-data; name="data")'
            )
        self.values[self._name] = b"".join(self._data)

    def _end(self) -> None:
        self.are_complete = True
