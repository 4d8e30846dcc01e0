"""The files of an agent's answer: what they are called, where they are, and their bytes when there are few.

Bytes go to the conversation's blobs, never into a record. An address is shown to a person only when it is one that a
stranger may give: where we would call, without a user, and not into a network of ours."""

import base64
import binascii
import re
from collections.abc import Sequence
from dataclasses import dataclass

import httpx

from loket.core.data import JsonObject
from loket.core.ports import Blobs
from loket.core.shapes import object_at, text_at
from loket.net.guard import AddressGuard
from loket.tools.agents.settings import AgentSettings
from loket.tools.agents.text import line

FILE_BYTES, ALL_BYTES = 1_000_000, 4_000_000
"""Of one file and of all files of an answer, as far as they are kept."""

NAME, MEDIA, ADDRESS = 200, 100, 2000
_MEDIA = re.compile(r"[\w.+-]+/[\w.+-]+")
_UNKNOWN = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class File:
    """A file as an agent gave it: `held` is its bytes in base64, empty when it is somewhere else."""

    name: str
    media: str
    uri: str
    held: str

    @property
    def size(self) -> int:
        """How many bytes are held."""
        return len(self.held.rstrip("=")) * 3 // 4


def file_of(part: JsonObject) -> File | None:
    """The file that a part of any dialect is; None for other parts."""
    inner = object_at(part, "file") or part
    uri = text_at(inner, "uri") or text_at(inner, "url") or text_at(inner, "fileWithUri")
    held = text_at(inner, "bytes") or text_at(inner, "raw") or text_at(inner, "fileWithBytes")
    if not uri and not held:
        return None
    named = text_at(inner, "name") or text_at(inner, "filename")
    told = text_at(inner, "mimeType") or text_at(inner, "mime_type") or text_at(inner, "mediaType")
    media = told.partition(";")[0].strip()
    return File(
        name=line(named.replace("\\", "/").rstrip("/").rpartition("/")[2], NAME),
        media=media if len(media) <= MEDIA and _MEDIA.fullmatch(media) else "",
        uri=uri,
        held=held,
    )


async def kept(
    files: Sequence[File], settings: AgentSettings, blobs: Blobs | None, conversation: str
) -> list[JsonObject]:
    """The files as a result tells them: name, media type, size in bytes, address, and `blob` where bytes were kept."""
    told: list[JsonObject] = []
    room = ALL_BYTES if blobs is not None else 0
    for file in files:
        one: JsonObject = {"name": file.name, "media": file.media, "uri": link(file.uri, settings), "size": file.size}
        data = _bytes(file.held) if 0 < file.size <= min(FILE_BYTES, room) else b""
        if blobs is not None and data:
            room -= len(data)
            one["blob"] = (await blobs.put(conversation, data, file.media or _UNKNOWN)).model_dump(mode="json")
        told.append(one)
    return told


def link(uri: str, settings: AgentSettings) -> str:
    """The address when a person may be shown it as a link; empty when not. Names are not looked up."""
    try:
        url = httpx.URL(uri[: ADDRESS + 1])
    except (httpx.InvalidURL, ValueError):
        return ""
    if len(uri) > ADDRESS or not uri.isprintable() or url.userinfo or not url.host or settings.refusal(url) is not None:
        return ""
    return "" if AddressGuard(settings.allow_private).forbids(url.host, url.port or 443) else str(url)


def _bytes(held: str) -> bytes:
    """What base64 of either alphabet holds; nothing when it is none."""
    plain = held.strip().rstrip("=").translate(str.maketrans("-_", "+/"))
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except (binascii.Error, ValueError):
        return b""
