"""The smallest shapes: a frozen model, free JSON, a reference to a long value, a file."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, ValidationInfo, model_validator

from loket.core.at_most import STORED, AtMost

Json = Any
"""Any JSON value. Held as Python values and treated as frozen; see docs/decisions/0002."""

JsonObject = dict[str, Any]
RECORD_BYTES = 64 * 1024
"""No stored record is longer than this many bytes of UTF-8 JSON."""
TEXT_CHARACTERS = 100_000
"""Of one message, wherever in it the words are."""
FIELDS, FILES = 1000, 100
"""Fields in an object that a person's client sends, and files of a message."""
MEDIA_CHARACTERS, URI_CHARACTERS = 255, 16_000

NAME = r"^[A-Za-z0-9][A-Za-z0-9_.:/-]{0,127}$"
"""What the names of assistants look like: up to 128 letters, digits and `_ . : / -`, of which the first is no sign."""


class Frozen(BaseModel):
    """A value: compared by content, never changed. Unknown fields are ignored on reading, for a newer program may have
    written them; whoever makes one in code has misspelled a field: TypeError."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    def __init__(self, /, **data: Any) -> None:
        try:  # as BaseModel does it: to pass the fields on once more would cost as much as half of their check
            self.__pydantic_validator__.validate_python(data, self_instance=self)
        except ValidationError:
            _refuse_misspelled(type(self), data)
            raise
        if len(self.__pydantic_fields_set__) < len(data):
            _refuse_misspelled(type(self), data)

    __init__.__pydantic_base_init__ = True  # type: ignore[attr-defined] - or reading, too, would come through here


class Declared(Frozen):
    """What somebody declares: a field that there is not is refused on reading, too, but for reading it from a log."""

    @model_validator(mode="before")
    @classmethod
    def _spelled(cls, data: Any, info: ValidationInfo) -> Any:
        if info.context != STORED and isinstance(data, dict) and not data.keys() <= _field_names(cls):
            raise ValueError(misspelled(cls, data))
        return data


def _refuse_misspelled(model: type[BaseModel], fields: dict[str, Any]) -> None:
    if not fields.keys() <= _field_names(model):
        raise TypeError(misspelled(model, fields))


def misspelled(model: type[BaseModel], fields: Iterable[str]) -> str:
    """The sentence about the first field that there is not, with the one that was probably meant."""
    known = _field_names(model)
    wrong = next(name for name in fields if name not in known)
    near = get_close_matches(str(wrong), known, 1)
    meant = f"did you mean {near[0]}?" if near else f"it has {', '.join(model.model_fields)}."
    return f"{model.__name__} has no field {wrong}; {meant}"


@cache
def _field_names(model: type[BaseModel]) -> frozenset[str]:
    """The names its fields may be given by."""
    fields = model.model_fields.items()
    return frozenset(name for name, _ in fields) | {field.alias for _, field in fields if field.alias is not None}


Model = TypeVar("Model", bound=BaseModel)
_set_fields, _set_names, _set_extra, _set_private = (
    BaseModel.__dict__[name].__set__
    for name in ("__dict__", "__pydantic_fields_set__", "__pydantic_extra__", "__pydantic_private__")
)


def trusted(model: type[Model], fields: dict[str, Any]) -> Model:
    """Fast twin of `model(**fields)`: an instance made without checking. For what our own code has put together and the
    type checker has seen: `fields` are all of them, in their order, with values that fit as they are."""
    made = model.__new__(model)
    _set_fields(made, fields)
    _set_names(made, _all_fields(model))
    _set_extra(made, None)
    _set_private(made, None)
    return made


@cache
def _all_fields(model: type[BaseModel]) -> set[str]:
    """One set for all instances: there is nothing to add to it, and copies copy it."""
    return set(model.model_fields)


class BlobRef(Frozen):
    """Stands in a record for a value that is too long for it; the bytes are in Blobs under `sha256`."""

    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    size: int = Field(ge=0, description="bytes")
    media: str = Field(default="application/json", description="media type of the bytes")
    preview: str = Field(default="", description="the first characters, for people")


class FileRef(Frozen):
    """A file somebody gave or made: its name, its media type and where the bytes are."""

    name: str = Field(min_length=1, max_length=200)
    media: Annotated[str, AtMost(MEDIA_CHARACTERS)] = "application/octet-stream"
    blob: BlobRef | None = None
    uri: Annotated[str, AtMost(URI_CHARACTERS)] | None = None


Text = str | BlobRef
"""Words of a person or an agent; a reference when they are too long for a record."""

_blob_keys = frozenset(BlobRef.model_fields)
_blobs = TypeAdapter(BlobRef)


def as_blob(value: Json) -> BlobRef | None:
    """The reference that a free JSON value is, or None when it is an ordinary value."""
    if isinstance(value, dict):
        if value.keys() != _blob_keys:
            return None
        try:
            return _blobs.validate_python(value)
        except ValueError:
            return None
    return value if isinstance(value, BlobRef) else None


def references(value: Json) -> Iterator[BlobRef]:
    """Every reference in a free JSON value."""
    if (ref := as_blob(value)) is not None:
        yield ref
    elif isinstance(value, dict | list | tuple):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from references(inner)


def is_file(value: Json) -> bool:
    """Whether a free JSON value is a file whose bytes are kept: its reference has no preview, unlike that of a value
    that was too long."""
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        return False
    blob = as_blob(value.get("blob"))
    return blob is not None and not blob.preview


def text_of(text: Text) -> str:
    """What can be shown of a text without fetching its bytes."""
    return text if isinstance(text, str) else text.preview
