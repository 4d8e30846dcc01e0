"""How much a value from outside may hold: checked when somebody sends it, never when it is read back from a log."""

from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationInfo
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticKnownError, core_schema

STORED = {"stored": True}
"""The context in which what is stored is read: a limit that is new must not make an old log unreadable."""
_TOLD = {"string": "maxLength", "array": "maxItems", "object": "maxProperties"}


@dataclass(frozen=True, slots=True)
class AtMost:
    """At most so many characters, items or fields, told in the schema as well. Counted before anything inside is
    looked at, so that much of it costs nothing."""

    count: int

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_before_validator_function(self._checked, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        told = handler(schema)
        return {**told, _TOLD[told["type"]]: self.count}

    def _checked(self, value: Any, info: ValidationInfo) -> Any:
        if info.context == STORED or not isinstance(value, str | list | tuple | dict) or len(value) <= self.count:
            return value
        if isinstance(value, str):
            raise PydanticKnownError("string_too_long", {"max_length": self.count})
        kind = "Dictionary" if isinstance(value, dict) else "List"
        raise PydanticKnownError(
            "too_long", {"field_type": kind, "max_length": self.count, "actual_length": len(value)}
        )
