"""The documents in what a tool gave: texts with a name, wherever they lie in it."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from loket.core.data import Frozen, Json, JsonObject
from loket.core.shapes import is_list, is_object, list_at, text_at

MOST = 20
"""Documents of one call."""
CHARACTERS = 400_000
"""Of one document."""
INLINE = 4_000
"""Of a document's text that stand in the result of the call; `readAttachment` gives the rest."""
NAME, SUMMARY, KEYWORDS = 120, 500, 12
_CONTENTS = ("content", "contentString", "contentJson")
TEXTS = re.compile(r"text/[\w.+-]+|application/(?:json|xml|yaml|x-yaml|[\w.-]+\+(?:json|xml))", re.IGNORECASE)
_ENDINGS = {"application/json": ".json", "text/markdown": ".md", "text/csv": ".csv", "text/html": ".html"}
_UNSAFE = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|\u202a-\u202e\u2066-\u2069]+')


class OracleDocument(Frozen):
    """A text that a tool made, under a name of its own among those of the same call."""

    doc_id: str
    name: str
    media: str
    text: str
    summary: str = ""
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True)
class Gathered:
    """What a tool gave, with `documents` in it named and shortened; `problems` are those of documents that can't be
    kept, in sentences for whoever wrote them."""

    output: Json
    documents: tuple[OracleDocument, ...]
    problems: tuple[str, ...]


def gathered(output: Json) -> Gathered:
    """Finds the documents of an output."""
    gathering = _Gathering()
    return Gathered(gathering.walked(output), tuple(gathering.documents), tuple(gathering.problems))


@dataclass
class _Gathering:
    documents: list[OracleDocument] = field(default_factory=list[OracleDocument])
    problems: list[str] = field(default_factory=list[str])

    def walked(self, value: Json) -> Json:
        if is_list(value):
            return [self.walked(inner) for inner in value]
        if not is_object(value):
            return value
        if not _is_document(value):
            return {name: self.walked(inner) for name, inner in value.items()}
        document = self._read(value)
        return value if document is None else _shown(value, document)

    def _read(self, value: JsonObject) -> OracleDocument | None:
        called = text_at(value, "name") or text_at(value, "docId") or "a document"
        media = text_at(value, "contentType").partition(";")[0].strip().lower()
        text = _text(value)
        wrong = self._wrong(value, media, text)
        if wrong or text is None:
            self.problems.append(f"{called[:NAME]}: {wrong or 'it has no content.'}")
            return None
        media = media or ("text/plain" if isinstance(value.get("content", ""), str) else "application/json")
        doc_id = _unique(text_at(value, "docId")[:NAME] or f"doc-{len(self.documents) + 1}", self._ids())
        name = file_name(text_at(value, "name")) or f"{file_name(doc_id) or 'document'}{_ENDINGS.get(media, '.txt')}"
        document = OracleDocument(
            doc_id=doc_id,
            name=_unique(name, {one.name for one in self.documents}),
            media=media,
            text=text,
            summary=text_at(value, "summary")[:SUMMARY],
            keywords=tuple([word[:40] for word in list_at(value, "keywords") if isinstance(word, str)][:KEYWORDS]),
        )
        self.documents.append(document)
        return document

    def _wrong(self, value: JsonObject, media: str, text: str | None) -> str:
        if len([name for name in _CONTENTS if value.get(name) is not None]) > 1:
            return "give exactly one of contentString and contentJson."
        if media and not TEXTS.fullmatch(media):
            return f"its type is {media[:60]}, but only texts can be made, such as text/plain or application/json."
        if text is not None and len(text) > CHARACTERS:
            return f"it is longer than {CHARACTERS:,} characters."
        return f"there are more than {MOST} documents." if len(self.documents) >= MOST else ""

    def _ids(self) -> set[str]:
        return {one.doc_id for one in self.documents}


def file_name(text: str) -> str:
    """A name that any system takes for a file; empty when nothing is left of it."""
    return _UNSAFE.sub("_", text).strip(" ._")[:NAME]


def numbered(name: str, taken: Callable[[str], bool], number: int = 1) -> str:
    """The name, with a number before its ending while it is taken; `number` is one up to which all are."""
    stem, dot, ending = name.rpartition(".")
    if not stem or len(ending) > 8:
        stem, dot, ending = name, "", ""
    fresh = name if number == 1 else f"{stem} ({number}){dot}{ending}"
    while taken(fresh):
        number += 1
        fresh = f"{stem} ({number}){dot}{ending}"
    return fresh


def _unique(name: str, taken: set[str]) -> str:
    return numbered(name, taken.__contains__)


def _is_document(value: JsonObject) -> bool:
    """Whether an object is a document and not only named after one, or refers to one."""
    whole = any(value.get(name) is not None for name in _CONTENTS)
    return whole and any(isinstance(value.get(name), str) for name in ("docId", "contentType"))


def _text(value: JsonObject) -> str | None:
    content = next((value[name] for name in _CONTENTS if value.get(name) is not None), None)
    if content is None or isinstance(content, str):
        return content
    return json.dumps(content, ensure_ascii=False, indent=2)


def _shown(value: JsonObject, document: OracleDocument) -> JsonObject:
    """The document as the result of the call tells it."""
    shown = {**value, "docId": document.doc_id, "name": document.name, "contentType": document.media}
    if len(document.text) <= INLINE:
        return shown
    kept = {name: inner for name, inner in shown.items() if name not in _CONTENTS}
    more = f"These are the first {INLINE:,} of {len(document.text):,} characters; readAttachment gives more."
    return {**kept, "content": document.text[:INLINE], "cut": more}
