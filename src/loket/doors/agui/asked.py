"""What a client of AG-UI asks for in one run: which thread, what a person said or answered there, what it holds."""

import base64
import binascii
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from loket.core.at_most import AtMost
from loket.core.data import FILES, MEDIA_CHARACTERS, TEXT_CHARACTERS, URI_CHARACTERS, Frozen, Json, JsonObject
from loket.core.errors import Invalid, TooLarge
from loket.core.outside import SurfaceActed
from loket.core.shapes import is_list, is_object, object_at, text_at
from loket.doors.sound import sound
from loket.house.misfit import sentence_of

NAME = 128
"""Characters of the id of a message: it is the key that tells the message once."""
ENTRIES = 100
MEDIA = frozenset({"image", "audio", "video", "document"})


class ResumeEntry(Frozen):
    """The answer to one interrupt."""

    interrupt: str = Field(alias="interruptId", min_length=1, max_length=NAME)
    status: Literal["resolved", "cancelled"]
    payload: Json = None


class RunInput(Frozen):
    """The body of a run. Of its messages the last one counts, when it is a person's: the server has the others."""

    thread: str = Field(alias="threadId", min_length=1, max_length=512)
    run: str = Field(alias="runId", min_length=1, max_length=512)
    messages: list[Json]
    resume: Annotated[tuple[ResumeEntry, ...] | None, AtMost(ENTRIES)] = None
    tools: list[Json] | None = None
    context: list[Json] | None = None
    state: Json = None
    version: str | None = Field(default=None, alias="protocolVersion", max_length=20)
    forwarded: Json = Field(default=None, alias="forwardedProps")

    @property
    def held(self) -> frozenset[str]:
        """The ids of the messages that the client has."""
        return frozenset(text_at(message, "id") for message in self.messages)

    @property
    def settings(self) -> JsonObject:
        """What a new conversation is started with."""
        return object_at(self.forwarded, "settings")

    @property
    def pressed(self) -> SurfaceActed | None:
        """What was pressed on a surface, as A2UI says it."""
        action = object_at(object_at(self.forwarded, "a2uiAction"), "userAction")
        if not action:
            return None
        sound(action)
        surface, name = text_at(action, "surfaceId"), text_at(action, "name")
        return SurfaceActed(surface=surface, name=name, payload=object_at(action, "context"))


class Attached(Frozen):
    """A file of a message: its bytes, or where they are."""

    name: str = Field(max_length=200)
    media: str = ""
    data: bytes = b""
    uri: str = Field(default="", max_length=URI_CHARACTERS)


class LastUserMessage(Frozen):
    """What a person said last: its id, the words, and the files that came with them."""

    id: str
    text: str
    files: tuple[Attached, ...] = ()


def asked(body: Json) -> RunInput:
    """The body of a request as what it asks for. Invalid names the field that is wrong."""
    try:
        wanted = RunInput.model_validate(body)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        raise Invalid("invalid_request", sentence_of(first)) from None
    sound([wanted.thread, wanted.run])
    return wanted


def last_words(wanted: RunInput) -> LastUserMessage | None:
    """The last message, when a person said it; None when the client has nothing new to say."""
    last = wanted.messages[-1] if wanted.messages else None
    if not is_object(last) or last.get("role") != "user":
        return None
    content, id = last.get("content"), text_at(last, "id")
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    if not 0 < len(id) <= NAME or not is_list(parts):
        text = f"messages: the last one needs an id of at most {NAME} characters and a content of text or parts."
        raise Invalid("invalid_request", text)
    sound([id, *(part for part in parts if text_at(part, "type") == "text")])
    words = [text_at(part, "text") for part in parts if text_at(part, "type") == "text"]
    files = [file for part in parts if (file := _attached(part)) is not None]
    if len(files) > FILES or sum(map(len, words)) > TEXT_CHARACTERS:
        raise TooLarge("too_large", f"A message has at most {TEXT_CHARACTERS} characters and {FILES} files.")
    return LastUserMessage(id=id, text="\n\n".join(word for word in words if word), files=tuple(files))


def _attached(part: Json) -> Attached | None:
    """The file that a part is. A handle at a provider of models says nothing here, and is passed over."""
    if text_at(part, "type") not in MEDIA:
        return None
    source, metadata = object_at(part, "source"), object_at(part, "metadata")
    name = (text_at(metadata, "filename") or text_at(metadata, "name") or text_at(part, "type"))[:200]
    value, media = text_at(source, "value"), text_at(source, "mimeType")[:MEDIA_CHARACTERS]
    sound([name, value, media])
    match text_at(source, "type"):
        case "data":
            try:
                return Attached(name=name, media=media, data=base64.b64decode(value, validate=True))
            except (ValueError, binascii.Error) as error:
                raise Invalid("invalid_request", f"The bytes of the file {name} are no base64.") from error
        case "url" if 0 < len(value) <= URI_CHARACTERS:
            return Attached(name=name, media=media, uri=value)
        case "url":
            raise Invalid("invalid_request", f"The address of the file {name} has at most {URI_CHARACTERS} characters.")
        case _:
            return None
