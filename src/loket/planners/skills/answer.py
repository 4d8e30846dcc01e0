"""Tells a person what came of a skill: in its own words where it has some, else in what its value says."""

from collections.abc import Mapping, Sequence

from loket.core.data import Json, as_blob
from loket.core.events import Returned
from loket.language.languages import language
from loket.language.tokens import parts

LINES = 12
LONGEST = 400
MOST_SAID = 4000
"""Characters of a text that are said; of a longer one the beginning is."""
WORDS = ("text", "message", "answer", "summary", "explanation", "result_text", "response")
"""Where a result keeps words for people."""

FAILURES = ("refused", "needs_failed", "unknown_outcome")
"""Codes the engine gives; we have a sentence for each."""


def report(returned: Returned, code: str) -> str:
    """What to say about a call that came back, in this language."""
    say = language(code).data["say"]
    if returned.ok:
        return sentence(returned.value, code) or returned.text or say["done"]
    if returned.code in FAILURES:
        return say[returned.code]
    return say["failed"].format(why=returned.text or returned.code or say["unknown_why"])


def sentence(value: Json, code: str) -> str:
    """A value in words; empty when there is nothing in it."""
    blob = as_blob(value)
    if blob is not None:
        return _begun(blob.preview, blob.size, code)
    match value:
        case str(text):
            return _whole_or_begun(text, code)
        case None:
            return ""
        case Mapping():
            return _words_of(value, code) or "\n".join(_lines(value, code))
        case list() | tuple():
            return _listed(value, code)
        case _:
            return _plain(value, code)


def _whole_or_begun(text: str, code: str) -> str:
    text = text.strip()
    return text if len(text) <= MOST_SAID else _begun(text[:MOST_SAID], len(text), code)


def _begun(beginning: str, size: int, code: str) -> str:
    """The beginning of something that is too long to be said, how long it is, and where the rest is."""
    return language(code).data["say"]["begun"].format(beginning=beginning.strip(), size=size)


def _words_of(value: Mapping[str, Json], code: str) -> str:
    """The text a result brings along: MCP's text content, or a property that is made for it."""
    content = value.get("content")
    if isinstance(content, Sequence) and not isinstance(content, str):
        texts = [
            str(part["text"]).strip()
            for part in content
            if isinstance(part, Mapping) and part.get("type", "text") == "text" and isinstance(part.get("text"), str)
        ]
        if any(texts):
            return _whole_or_begun("\n".join(filter(None, texts)), code)
    for key in WORDS:
        text = value.get(key)
        if isinstance(text, str) and text.strip():
            return _whole_or_begun(text, code)
    return ""


def _lines(value: Mapping[str, Json], code: str) -> list[str]:
    lines: list[str] = []
    for key, inner in value.items():
        said = _plain(inner, code) if not isinstance(inner, Mapping | list | tuple) else briefly(inner, code)
        if said and not str(key).startswith(("_", "x-")):
            lines.append(f"{_title(str(key))}: {said}")
    return _cut(lines, code)


def _listed(value: Sequence[Json], code: str) -> str:
    if not value:
        return language(code).data["say"]["empty"]
    return "\n".join(_cut([f"- {briefly(item, code)}" for item in value], code))


def briefly(value: Json, code: str) -> str:
    """A value in a few words."""
    if (blob := as_blob(value)) is not None:
        return _begun(blob.preview, blob.size, code)
    match value:
        case Mapping():
            named = next((value[key] for key in ("label", "title", "name", *WORDS) if key in value), None)
            if isinstance(named, str) and named:
                return named[:LONGEST]
            pairs = [(k, v) for k, v in value.items() if not isinstance(v, Mapping | list | tuple) and v is not None]
            return ", ".join(f"{_title(str(k))} {_plain(v, code)}" for k, v in pairs[:6])
        case list() | tuple():
            said = [briefly(item, code) for item in value[:6]]
            more = language(code).data["say"]["more"].format(count=len(value) - 6)
            return ", ".join(filter(None, said)) + (f" {more}" if len(value) > 6 else "")
        case _:
            return _plain(value, code)


def _plain(value: Json, code: str) -> str:
    say = language(code).data["say"]
    match value:
        case bool():
            return say["true"] if value else say["false"]
        case None:
            return ""
        case float():
            text = f"{value:,.2f}".rstrip("0").rstrip(".") if abs(value) < 1e15 else str(value)
            return text if code == "en" else text.replace(",", "_").replace(".", ",").replace("_", ".")
        case _:
            return str(value)[:LONGEST]


def _cut(lines: list[str], code: str) -> list[str]:
    if len(lines) <= LINES:
        return lines
    return [*lines[:LINES], language(code).data["say"]["more"].format(count=len(lines) - LINES)]


def _title(key: str) -> str:
    name = parts(key).strip()
    return name[:1].upper() + name[1:]
