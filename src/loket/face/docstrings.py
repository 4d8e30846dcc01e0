"""What a docstring says of a function and of its parameters, in the styles of Google, Sphinx and NumPy."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_HEAD = re.compile(
    r"^(Args|Arguments|Parameters|Returns|Return|Yields|Raises|Examples?|Notes?)(:|\n-{3,})[ \t]*$", re.M
)
_FIELD = re.compile(r"^:(?:param|parameter|arg)(?: [^:\n]+?)? (\w+):[ \t]*(.*(?:\n[ \t]+\S.*)*)", re.M)
_OTHER_FIELD = re.compile(r"^:(?:returns?|rtype|raises?|type)\b", re.M)
_ENTRY = re.compile(r"^(\w+)(?:[ \t]*\([^)\n]*\))?[ \t]*:[ \t]*(.*)$")
_PARAMETERS = ("Args", "Arguments", "Parameters")


@dataclass(frozen=True, slots=True)
class Documented:
    """The words before the first section, and a sentence for each parameter that has one."""

    text: str = ""
    parameters: dict[str, str] = field(default_factory=dict)


def documented(docstring: str | None) -> Documented:
    """The parts of a docstring; no word of it is lost but those about results and errors."""
    text = inspect.cleandoc(docstring or "")
    of_fields = {name: _joined(said) for name, said in _FIELD.findall(text)}
    ends = [found.start() for found in (_HEAD.search(text), _FIELD.search(text), _OTHER_FIELD.search(text)) if found]
    sections = [body for head, body in _sections(text) if head in _PARAMETERS]
    of_sections = {name: said for body in sections for name, said in _entries(body)}
    return Documented(text[: min(ends, default=len(text))].strip(), {**of_sections, **of_fields})


def _sections(text: str) -> Iterator[tuple[str, str]]:
    heads = list(_HEAD.finditer(text))
    for at, head in enumerate(heads):
        end = heads[at + 1].start() if at + 1 < len(heads) else len(text)
        yield head[1], text[head.end() : end]


def _entries(body: str) -> Iterator[tuple[str, str]]:
    """`name: words` and `name (type): words`, or NumPy's `name : type` with the words below; what is indented further
    goes on."""
    lines = [line for line in inspect.cleandoc(body).split("\n") if line.strip()]
    at = 0
    while at < len(lines):
        entry = _ENTRY.match(lines[at])
        below = at + 1
        while below < len(lines) and lines[below][:1].isspace():
            below += 1
        if entry is not None:
            further = "\n".join(lines[at + 1 : below])
            numpy = " :" in lines[at] and bool(further)
            yield entry[1], _joined(further if numpy else f"{entry[2]} {further}")
        at = below


def _joined(said: str) -> str:
    return " ".join(said.split())
