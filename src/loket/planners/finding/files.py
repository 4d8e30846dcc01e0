"""The files that came with an agent's answer, as a person gets them: beside the words, and named in them."""

from collections.abc import Iterator, Sequence

from loket.core.data import MEDIA_CHARACTERS, URI_CHARACTERS, FileRef, Json, as_blob
from loket.core.shapes import is_object, list_at, text_at
from loket.planners.finding.words import FindingWords

MOST, NAMED = 20, 10
"""Files of an answer that are handed on, and that are named in its words."""

_UNITS = ("B", "kB", "MB", "GB")
_STEP = 1000


def files_in(result: Json) -> tuple[FileRef, ...]:
    """The files of a result whose bytes are kept, or that have an address."""
    return tuple(_files(result))[:MOST]


def _files(result: Json) -> Iterator[FileRef]:
    for n, one in enumerate(list_at(result, "files"), start=1):
        blob, uri = as_blob(one.get("blob")) if is_object(one) else None, text_at(one, "uri")
        uri = uri if 0 < len(uri) <= URI_CHARACTERS else None
        if blob is not None or uri is not None:
            media = text_at(one, "media")[:MEDIA_CHARACTERS] or "application/octet-stream"
            yield FileRef(name=text_at(one, "name")[:200] or str(n), media=media, blob=blob, uri=uri)


def files_in_words(files: Sequence[FileRef], said: FindingWords) -> str:
    """What came along, in words; nothing when nothing did."""
    listed = [f"{file.name} ({', '.join(_about(file))})" for file in files[:NAMED]]
    more = [f"+ {len(files) - NAMED}"] if len(files) > NAMED else []
    return said.files.format(listed=", ".join((*listed, *more))) if listed else ""


def _about(file: FileRef) -> Iterator[str]:
    yield file.media
    if file.blob is not None:
        yield size_of(file.blob.size)
    elif file.uri:
        yield file.uri


def size_of(count: int) -> str:
    """So many bytes, as people read it."""
    size, unit = float(count), 0
    while size >= _STEP and unit < len(_UNITS) - 1:
        size, unit = size / _STEP, unit + 1
    return f"{size:.0f} {_UNITS[unit]}"
