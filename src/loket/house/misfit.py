"""What is wrong with a body, in our own sentences: where, and what must stand there."""

from collections.abc import Mapping
from typing import Any

from pydantic_core import ErrorDetails

PATH, MOST = 200, 300
"""Characters of where something is wrong, and of what."""
_SENTENCES: Mapping[str, str] = {
    "missing": "this field is missing",
    "extra_forbidden": "there is no such field",
    "frozen_field": "this can't be set",
    "string_type": "it must be text",
    "string_pattern_mismatch": "it does not have the form that is asked for: {pattern}",
    "string_too_long": "it has at most {max_length} characters",
    "string_too_short": "it has at least {min_length} characters",
    "too_long": "it has at most {max_length} entries",
    "too_short": "it has at least {min_length} entries",
    "greater_than": "it must be more than {gt}",
    "greater_than_equal": "it must be at least {ge}",
    "less_than": "it must be less than {lt}",
    "less_than_equal": "it must be at most {le}",
    "literal_error": "it must be {expected}",
    "enum": "it must be {expected}",
    "union_tag_invalid": "its {discriminator} must be one of {expected_tags}",
    "union_tag_not_found": "it has no {discriminator}",
    "json_invalid": "this is no JSON",
    "json_type": "this is no JSON",
}
_KINDS: Mapping[str, str] = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "list": "a list",
    "tuple": "a list",
    "dict": "an object",
    "model": "an object",
    "dataclass": "an object",
    "datetime": "a date and time",
    "date": "a date",
    "uuid": "a UUID",
    "url": "a web address",
}


def sentence_of(error: ErrorDetails | Mapping[str, Any]) -> str:
    """One error of pydantic, as a sentence for who sent the body."""
    where = ".".join(str(part) for part in error["loc"])[:PATH] or "body"
    return f"{where}: {_what(error)[:MOST]}."


def _what(error: ErrorDetails | Mapping[str, Any]) -> str:
    kind, context = str(error["type"]), error.get("ctx", {})
    if kind == "value_error":
        return str(error["msg"]).removeprefix("Value error, ").rstrip(".")  # a sentence of ours already
    told = _SENTENCES.get(kind)
    if told is None:
        wanted = _KINDS.get(kind.partition("_")[0])
        return "it can't be used as it is" if wanted is None else f"it must be {wanted}"
    try:
        return told.format(**context).replace("'", "")
    except KeyError:
        return "it can't be used as it is"
