"""A walk over JSON that gathers what is wrong with it, each with its path and a sentence."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from loket.core.data import Frozen, Json, JsonObject
from loket.core.shapes import is_object

_KINDS = ((bool, "true or false"), (str, "text"), (int | float, "a number"), (list, "a list"), (dict, "an object"))


class Finding(Frozen):
    """One thing that is wrong or missing: where, as in `agents[0].goals[2]` (empty: the whole), and a sentence."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path or 'the scenario'} {self.message}"


@dataclass
class Walk:
    """Gathers what is wrong, and asks of single fields what all fields are asked."""

    errors: list[Finding] = field(default_factory=list[Finding])
    warnings: list[Finding] = field(default_factory=list[Finding])

    def error(self, path: str, message: str) -> None:
        self.errors.append(Finding(path=path, message=f"{message}."))

    def warn(self, path: str, message: str) -> None:
        self.warnings.append(Finding(path=path, message=f"{message}."))

    def typed(self, at: JsonObject, name: str, path: str, kind: type, *, required: bool = False) -> Json:
        """The value of a field when it is of its kind, else None; says so when it is another, or missing."""
        where = f"{path}.{name}" if path else name
        if at.get(name) is None:
            if required:
                self.error(where, f"is missing; it must be {_kind_name(kind)}")
            return None
        value = at[name]
        if isinstance(value, kind) and (kind is bool or not isinstance(value, bool)):
            return value
        self.error(where, f"must be {_kind_name(kind)}, but it is {kind_of(value)}")
        return None

    def only(self, at: JsonObject, path: str, names: Sequence[str]) -> None:
        """Says so of whatever has another name than these."""
        for name in at:
            if name not in names:
                self.error(f"{path}.{shortened(name)}", f"is not known; there are {', '.join(names)}")

    def words(self, at: JsonObject, name: str, path: str, *, required: bool = True) -> str | None:
        """The words of a field; says so when they are missing, empty or no words."""
        text = self.typed(at, name, path, str, required=required)
        if text is not None and required and not text.strip():
            self.error(f"{path}.{name}" if path else name, "is empty; write some words")
            return None
        return text

    def one_of(self, at: JsonObject, name: str, path: str, options: Sequence[str], *, required: bool) -> None:
        """Whether a field is one of a few words."""
        value = self.typed(at, name, path, str, required=required)
        if value is not None and value not in options:
            self.error(f"{path}.{name}", f"must be {', '.join(options[:-1])} or {options[-1]}")

    def objects(
        self, at: JsonObject, name: str, path: str, *, required: bool = False
    ) -> Iterator[tuple[str, JsonObject]]:
        """The objects of a list, each with its path; says so of whatever else lies in it."""
        where = f"{path}.{name}" if path else name
        for index, item in enumerate(self.typed(at, name, path, list, required=required) or ()):
            if is_object(item):
                yield f"{where}[{index}]", item
            else:
                self.error(f"{where}[{index}]", f"must be an object, but it is {kind_of(item)}")

    def texts(self, at: JsonObject, name: str, path: str, *, required: bool = False) -> int:
        """How many texts there are in a list; says so of those that are empty or none."""
        where = f"{path}.{name}" if path else name
        listed = self.typed(at, name, path, list, required=required) or []
        for index, item in enumerate(listed):
            if not isinstance(item, str):
                self.error(f"{where}[{index}]", f"must be text, but it is {kind_of(item)}")
            elif not item.strip():
                self.error(f"{where}[{index}]", "is empty; write some words or leave it out")
        return len(listed)


def _kind_name(kind: type) -> str:
    return next(words for known, words in _KINDS if known is kind)


def kind_of(value: Json) -> str:
    """What a value is, in words."""
    if value is None:
        return "null"
    return next((words for kind, words in _KINDS if isinstance(value, kind)), type(value).__name__)


def shortened(text: str) -> str:
    """A name as a sentence can hold it."""
    return text if len(text) <= 40 else f"{text[:40]}…"
