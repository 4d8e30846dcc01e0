"""What type hints say: the JSON Schema of what a function takes and gives, and its values checked on the way in."""

import inspect
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NotRequired, Union, get_args, get_origin, get_type_hints

from pydantic import ConfigDict, PydanticUserError, TypeAdapter, ValidationError
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import PydanticSerializationError, core_schema, to_jsonable_python
from typing_extensions import TypedDict, is_typeddict

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object
from loket.core.tool import ToolFailed
from loket.face.docstrings import Documented
from loket.schemas import CLOCK

SAYS = "Loket makes the JSON Schema of its arguments from type hints"
_PLURAL = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


class _Schema(GenerateJsonSchema):
    """Titles only where somebody wrote one, and times of day as people write them."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def time_schema(self, schema: core_schema.TimeSchema) -> JsonObject:
        return {"type": "string", "format": CLOCK}


@dataclass(frozen=True)
class Parameters:
    """What a function takes besides its context: the schema, and how arguments become values of its hints.

    `whole` is the name of the one parameter that is given all arguments together, "" when each has its own; `extra` is
    the name of the parameter for the context, "" when it wants none."""

    schema: JsonObject
    adapter: TypeAdapter[Any]
    whole: str = ""
    extra: str = ""

    def values(self, args: JsonObject) -> dict[str, Any]:
        """Keyword arguments. ToolFailed `invalid` says which argument does not fit, for what no schema can say."""
        try:
            values = self.adapter.validate_python(args)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            where = ".".join(str(step) for step in first["loc"])
            sentence = first["msg"].removeprefix("Value error, ").rstrip(".")
            raise ToolFailed("invalid", f"{where}: {sentence}." if where else f"{sentence}.") from error
        return {self.whole: values} if self.whole else dict(values)


def parameters_of(function: Callable[..., Any], context: type, docs: Documented, *, whole: bool = False) -> Parameters:
    """What this function takes; the parameter hinted with `context` is its context. With `whole` a single parameter
    whose type has fields is all arguments together. TypeError says what to write where a hint is missing or can't be
    used."""
    name, found = name_of(function), hints(function)
    types_: dict[str, Any] = {}
    defaults: dict[str, Json] = {}
    extra = ""
    for parameter in inspect.signature(function).parameters.values():
        hint = _hint(name, parameter, found)
        if context in (hint, *get_args(hint)):
            extra = parameter.name
            continue
        types_[parameter.name] = hint
        _described(name, parameter.name, hint)
        if parameter.default is not inspect.Parameter.empty:
            types_[parameter.name] = NotRequired[hint]
            defaults[parameter.name] = _json(parameter.default)
    if whole and len(types_) == 1 and not defaults and has_fields(only := next(iter(types_.values()))):
        adapter = TypeAdapter[Any](only)
        return Parameters(schema_of(adapter, "validation"), adapter, next(iter(types_)), extra)
    made = TypedDict(name, types_)  # type: ignore[misc] - put together from what was hinted
    made.__pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[attr-defined]
    adapter = TypeAdapter[Any](made)
    schema = schema_of(adapter, "validation")
    schema.pop("title", None)
    for field, part in schema.get("properties", {}).items():
        if defaults.get(field) is not None:
            part.setdefault("default", defaults[field])
        if field in docs.parameters:
            part.setdefault("description", docs.parameters[field])
    return Parameters(schema, adapter, "", extra)


@dataclass(frozen=True)
class ReturnType:
    """What a function gives: its schema when it says so, and how a value becomes JSON and a value again."""

    name: str
    adapter: TypeAdapter[Any] | None = None
    schema: JsonObject | None = None

    def json(self, value: Any) -> Json:
        """The value in the form that the schema describes; TypeError when it is not what the hint says."""
        if self.adapter is None:
            return value
        try:
            return self.adapter.dump_python(value, mode="json", by_alias=True, warnings="error")
        except PydanticSerializationError as error:
            kind = type(value).__name__
            raise TypeError(
                f"{self.name} gave a value of the type {kind}, which its return type does not fit"
            ) from error

    def value(self, value: Json) -> Any:
        """What the function gave, from the JSON that was kept of it; the JSON itself when that has changed since."""
        try:
            return value if self.adapter is None else self.adapter.validate_python(value)
        except ValidationError:
            return value


def return_type_of(function: Callable[..., Any]) -> ReturnType:
    """What this function gives by its return type; TypeError when that has no JSON form."""
    name, hint = name_of(function), hints(function).get("return", Any)
    if hint is Any or hint is None or hint is type(None):
        return ReturnType(name)
    try:
        adapter = TypeAdapter[Any](hint)
        schema = schema_of(adapter, "serialization")
    except PydanticUserError as error:
        instead = "Give a pydantic model, a dataclass, a TypedDict or plain values."
        what = f"{name} gives a {_shown(hint)}, which has no JSON form"
        raise TypeError(_refused(what, error, instead)) from error
    return ReturnType(name, adapter, schema if schema.get("type") == "object" else None)


def schema_of(adapter: TypeAdapter[Any], mode: Any) -> JsonObject:
    """The schema with everything in its place: those who read schemas for people follow no references."""
    schema = adapter.json_schema(mode=mode, schema_generator=_Schema)
    defs = schema.pop("$defs", {})
    flat = _flat(schema, defs, ())
    left = {name: part for name, part in defs.items() if f"#/$defs/{name}" in str(flat)}
    return {**flat, "$defs": left} if left else flat


def _flat(part: Any, defs: Mapping[str, Any], inside: tuple[str, ...]) -> Any:
    """The part without references to anything but itself."""
    if isinstance(part, list):
        return [_flat(one, defs, inside) for one in part]
    if not is_object(part):
        return part
    name = str(part.get("$ref", "")).removeprefix("#/$defs/")
    if name in defs and name not in inside and not _recursive(name, defs):
        beside = {key: value for key, value in part.items() if key != "$ref"}
        return {**_flat(defs[name], defs, (*inside, name)), **beside}
    return {key: _flat(value, defs, inside) for key, value in part.items()}


def _recursive(name: str, defs: Mapping[str, Any]) -> bool:
    seen, queue = set[str](), [name]
    while queue:
        text = str(defs[queue.pop()])
        for other in defs:
            if f"'#/$defs/{other}'" in text and other not in seen:
                seen.add(other)
                queue.append(other)
    return name in seen


def has_fields(hint: Any) -> bool:
    """Whether a type is made of fields with names: a model, a dataclass, a TypedDict."""
    return is_typeddict(hint) or hasattr(hint, "__dataclass_fields__") or hasattr(hint, "model_fields")


def name_of(function: Callable[..., Any]) -> str:
    """What a function is called."""
    return getattr(function, "__name__", type(function).__name__)


def hints(function: Callable[..., Any]) -> dict[str, Any]:
    """Its type hints; TypeError when one names something that is not there."""
    try:
        return get_type_hints(function, include_extras=True)
    except NameError as error:
        raise TypeError(
            f"A type hint of {name_of(function)} can't be read: {error}. Define that type at the top of its module."
        ) from error


def _hint(name: str, parameter: inspect.Parameter, found: Mapping[str, Any]) -> Any:
    if parameter.kind in _PLURAL:
        raise TypeError(f"{name} takes *{parameter.name}, which has no names to ask for. Write each argument out.")
    if parameter.kind is inspect.Parameter.POSITIONAL_ONLY:
        raise TypeError(f"{name} takes {parameter.name} by its place only. Arguments come by name: leave the / out.")
    if parameter.name == "self" and "self" not in found:
        raise TypeError(f"{name} is a method: declare the bound one, tool(thing.{name}).")
    if parameter.name not in found:
        raise TypeError(f"{name}: {parameter.name} has no type hint. {SAYS}; write {parameter.name}: str, for example.")
    return found[parameter.name]


def _described(name: str, parameter: str, hint: Any) -> None:
    """TypeError when values of this type can't come as JSON."""
    try:
        TypeAdapter[Any](hint).json_schema(schema_generator=_Schema)
    except PydanticUserError as error:
        instead = (
            "Take plain values, a pydantic model, a dataclass or a TypedDict; what the function needs besides belongs "
            "outside its parameters."
        )
        raise TypeError(
            _refused(f"{name}: {parameter} is a {_shown(hint)}, which can't come as JSON", error, instead)
        ) from error


def _refused(what: str, error: PydanticUserError, instead: str) -> str:
    if error.code == "typed-dict-version":
        return f"{what}: before Python 3.12, write `from typing_extensions import TypedDict`."
    return f"{what}. {instead}"


def _shown(hint: Any) -> str:
    if get_origin(hint) in (Union, types.UnionType) or not isinstance(hint, type):
        return str(hint).replace("typing.", "")
    return hint.__qualname__


def _json(default: object) -> Json:
    try:
        return to_jsonable_python(default)
    except PydanticSerializationError:
        return None
