"""Free JSON from outside, before it is let in: it must survive being written down and read back by anybody."""

import json

from loket.core.data import BlobRef, Json, JsonObject, as_blob
from loket.core.errors import Invalid, TooLarge

DEPTH = 64
SETTINGS_BYTES = 16_000
LARGEST = 2**53
"""Past this, clients that read numbers as floats see another one."""


def sound(value: Json) -> None:
    """Refuses what is nested too deep, numbers that are none or too large, half characters, and references to bytes:
    those are ours to make. Invalid names the first that was found."""
    level: list[Json] = [value]
    for _ in range(DEPTH):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            break
    else:
        raise Invalid("too_deep", f"JSON may be nested {DEPTH} levels deep at most.")
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError as error:
        raise Invalid("bad_text", "A text holds half a character (a lone surrogate).") from error
    except ValueError as error:
        raise Invalid("bad_number", "NaN and infinity are no numbers of JSON.") from error


def sound_settings(settings: JsonObject) -> None:
    """Refuses settings that are not sound, or longer than anybody needs."""
    sound(settings)
    if len(json.dumps(settings)) > SETTINGS_BYTES:
        raise TooLarge("too_large", f"Settings have at most {SETTINGS_BYTES} bytes.")


def _inside(value: Json) -> list[Json]:
    match value:
        case dict():
            if isinstance(as_blob(value), BlobRef):
                raise Invalid("reference", "References to stored bytes can't be sent; send the text itself.")
            return list(value.values())
        case list() | tuple():
            return list(value)
        case int() if abs(value) > LARGEST:
            raise Invalid("bad_number", "Whole numbers may have 15 digits; send longer ones as text.")
        case _:
            return []
