"""How much a request of an agent may hold, in any version and on any binding, before the library reads it.

The library's own types have no limits, and tell everything that is wrong with every item of a list."""

import msgspec
from a2a.utils.errors import InvalidParamsError, InvalidRequestError

from loket.core.data import FIELDS, FILES, TEXT_CHARACTERS, Json, JsonObject
from loket.core.shapes import is_list, is_object

FREE = frozenset({"data", "params", "parameters", "value"})
"""Where JSON may be anything; how much of it there is, is counted for the body as a whole."""
METADATA = "metadata"
METADATA_VALUES = 1000
"""Nobody here reads it, and the library looks at every value in it."""
BYTES = frozenset({"bytes", "raw", "fileWithBytes", "file_with_bytes"})
"""Files: as long as a body may be."""
LIGHT = 3 * FILES
"""Bytes in which no list can be too long."""


def object_in(body: bytes, name: str) -> JsonObject:
    """The object that a body is, within the limits. InvalidRequestError calls it by the name when it is none."""
    try:
        sent: Json = msgspec.json.decode(body)
    except (ValueError, RecursionError) as error:
        raise InvalidRequestError(message=f"The {name} is not JSON.") from error
    if not is_object(sent):
        raise InvalidRequestError(message=f"The {name} is one JSON object.")
    check_limits(body, sent)
    return sent


def check_limits(body: bytes, request: Json) -> None:
    """InvalidParamsError names the first list, object or text of a request that is too long."""
    if len(body) > LIGHT:
        check_parts(request)


def check_parts(request: Json) -> None:
    """The same, of a request whose bytes don't tell how much it can hold."""
    left = [("request", request)]
    while left:
        name, value = left.pop()
        if isinstance(value, str):
            if len(value) > TEXT_CHARACTERS and name not in BYTES:
                raise InvalidParamsError(message=f"{name[:100]} has at most {TEXT_CHARACTERS} characters.")
        elif is_list(value):
            if len(value) > FILES:
                raise InvalidParamsError(message=f"{name[:100]} has at most {FILES} items.")
            left += [(name, one) for one in value]
        elif is_object(value):
            if len(value) > FIELDS:
                raise InvalidParamsError(message=f"{name[:100]} has at most {FIELDS} fields.")
            top = value is request
            for key, one in value.items():
                if key == METADATA:
                    _check_metadata(one)
                elif top or key not in FREE:
                    left.append((key, one))


def _check_metadata(value: Json) -> None:
    left, count = [value], 0
    while left:
        one = left.pop()
        inside = one.values() if is_object(one) else one if is_list(one) else ()
        count += len(inside)
        if count > METADATA_VALUES or (isinstance(one, str) and len(one) > TEXT_CHARACTERS):
            raise InvalidParamsError(
                message=f"Metadata has at most {METADATA_VALUES} values of {TEXT_CHARACTERS} characters."
            )
        left += inside
