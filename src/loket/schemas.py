"""Does a value fit a JSON Schema? The only importer of the JSON Schema library; nothing here trusts schema or value.

Schemas come from tool servers and agents nobody knows: no reference leaves the schema, patterns stop after a number of
steps, and what a schema could cost is worked out before it is used."""

import re
from functools import lru_cache
from itertools import islice

import jsonschema_rs as library
import msgspec

from loket.core.data import Frozen, Json, JsonObject
from loket.core.errors import Invalid
from loket.core.shapes import deeper_than
from loket.schema_cost import allowed_depth

MOST_PROBLEMS = 20
SCHEMA_BYTES = 128 * 1024
MESSAGE_LENGTH = 300

TYPES = ("string", "number", "integer", "boolean", "object", "array", "null")
CLOCK = "x-time"
"""The format of a time of day as people and most tools write it: `10:30`, with seconds and a zone or without."""

_CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d(:([0-5]\d|60)(\.\d{1,9})?)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)?", re.ASCII)
_FORMATS = {CLOCK: lambda text: _CLOCK.fullmatch(text) is not None}

_encode = msgspec.json.Encoder(order="deterministic").encode
# Not the linear engine alone: common schemas for e-mail addresses need look-ahead. The step limit keeps it bounded.
_patterns = library.FancyRegexOptions(backtrack_limit=20_000, size_limit=1 << 20, dfa_size_limit=1 << 22)


class SchemaProblem(Frozen):
    """One thing that is wrong: a JSON pointer to where (empty: the whole value) and a sentence without the value."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path or '/'}: {self.message}"


class Validator:
    """One schema, ready for use; shared freely between tasks and threads."""

    def __init__(self, checker: library.Validator, depth: int) -> None:
        self._checker = checker
        self._depth = depth

    def problems(self, value: Json) -> list[SchemaProblem]:
        """What does not fit, at most 20; empty when the value fits."""
        if deeper_than(value, self._depth):  # the library walks values on the machine stack
            return [SchemaProblem(path="", message=f"is nested more than {self._depth} levels deep")]
        try:
            if self._checker.is_valid(value):
                return []
            return [_problem(error) for error in islice(self._checker.iter_errors(value), MOST_PROBLEMS)]
        except ValueError:
            return [SchemaProblem(path="", message="is not JSON")]

    def fits(self, value: Json) -> bool:
        """Whether there is no problem at all."""
        try:
            return not deeper_than(value, self._depth) and self._checker.is_valid(value)
        except ValueError:
            return False


def compiled(schema: JsonObject | bool) -> Validator:
    """The validator of a schema; equal schemas share one. Raises Invalid("bad_schema") for a schema we can't use."""
    try:
        text = _encode(schema)
    except (TypeError, ValueError, RecursionError) as error:
        raise Invalid("bad_schema", "The schema is not JSON.") from error
    if len(text) > SCHEMA_BYTES:
        raise Invalid("bad_schema", f"The schema is longer than {SCHEMA_BYTES} bytes.")
    return _compile(text)


def problems(schema: JsonObject | bool, value: Json) -> list[SchemaProblem]:
    """What in a value does not fit a schema; see `compiled` for the errors."""
    return compiled(schema).problems(value)


@lru_cache(maxsize=256)
def _compile(text: bytes) -> Validator:
    schema = msgspec.json.decode(text)
    depth = allowed_depth(schema)
    try:
        checker = library.validator_for(
            schema, validate_formats=True, formats=_FORMATS, offline=True, mask="the value", pattern_options=_patterns
        )
    except (ValueError, library.ReferencingError) as error:
        raise Invalid("bad_schema", f"The schema can't be used{_why(error)}.") from error
    return Validator(checker, depth)


def _why(error: Exception) -> str:
    """Where a schema is none, and what stands in its way there."""
    if not isinstance(error, library.ValidationError):
        return f": {str(error).split(chr(10), 1)[0][:MESSAGE_LENGTH]}"
    problem = _problem(error)
    of_types = problem.path.endswith("/type")
    message = f"must be one of {', '.join(TYPES)}, or a list of them" if of_types else problem.message
    return f": {problem.path or '/'} {message}"[:MESSAGE_LENGTH]


def _problem(error: library.ValidationError) -> SchemaProblem:
    return _placed(error, "".join(f"/{_escaped(step)}" for step in error.instance_path))


def _escaped(step: str | int) -> str:
    return str(step).replace("~", "~0").replace("/", "~1")


def _placed(error: library.ValidationError, path: str) -> SchemaProblem:
    """Own words for what people meet most; the library's, with the value masked, for the rest."""
    kinds = library.ValidationErrorKind
    match error.kind:
        case kinds.Required(name):
            return SchemaProblem(path=f"{path}/{_escaped(name)}"[:MESSAGE_LENGTH], message="is missing")
        case kinds.AdditionalProperties(names) | kinds.UnevaluatedProperties(names):
            shown = ", ".join(sorted(names)[:5])
            return SchemaProblem(path=path, message=f"has unknown fields: {shown}"[:MESSAGE_LENGTH])
        case kinds.Type(types):
            message = f"must be of type {' or '.join(types)}"
        case kinds.Enum(options):
            message = f"must be one of {', '.join(_encode(o).decode() for o in options[:20])}"
        case kinds.Constant(expected):
            message = f"must be {_encode(expected).decode()}"
        case kinds.MinLength(limit):
            message = f"must have at least {limit} characters"
        case kinds.MaxLength(limit):
            message = f"must have at most {limit} characters"
        case kinds.Minimum(limit):
            message = f"must be at least {limit}"
        case kinds.Maximum(limit):
            message = f"must be at most {limit}"
        case kinds.Format(form):
            message = f"must be written as {'a time such as 10:30' if form == CLOCK else form}"
        case _:
            message = error.message
    return SchemaProblem(path=path, message=message[:MESSAGE_LENGTH])
