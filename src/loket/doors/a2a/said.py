"""What a message of another agent means: words as a person's, data for the planner, or an answer to a question."""

import base64
import json
import re

from a2a.types import a2a_pb2 as pb
from a2a.utils.errors import ContentTypeNotSupportedError, InvalidParamsError
from google.protobuf.json_format import MessageToDict

from loket.core.data import FIELDS, MEDIA_CHARACTERS, FileRef, Json, JsonObject, trusted
from loket.core.events import AgentSaid, Answered, Event, UserSaid
from loket.core.outside import A2A
from loket.core.ports import Blobs
from loket.core.shapes import is_object, object_at, text_at
from loket.doors.a2a.face import A2ASettings, AgentFace
from loket.doors.a2a.tasks import NOTE
from loket.engine.host import Host
from loket.views.outcome_state import Outcome
from loket.views.turn_state import Question

NOTE_BYTES = 4096
NOTE_NAME, NOTE_MEDIA = NOTE
CALLER = "caller"
NAMES = ("skill_id", "skillId", "skill", "capability")
INPUTS = ("parameters", "input", "args", "arguments")
FILE_CHARACTERS, URL_CHARACTERS = 200, 2000
QUOTED = "<<<BEGIN_QUOTED_AGENT_CONTENT>>>"
"""What a part has in it that relays what other agents said and did, as Google's ADK marks it: that is nobody's wish."""
QUOTES = "For context:"
"""What stood alone in a part before such parts, when they had no mark yet."""
_SPEAKER = re.compile(r"\[[^\]\n]{1,200}\] ")


async def event_of(message: pb.Message, face: AgentFace, host: Host, conversation: str) -> Event:
    """The event that a message is; its files are kept with the conversation. Words are a person's words, whatever else
    comes with them, so that every planner that talks with people understands them; data beside them is a file."""
    parts = message.parts[:]  # a copy: the library's own list tells its end by an error
    texts = [part.text for part in parts if part.HasField("text")]
    text = _own(texts)
    if not face.capabilities and len(texts) == len(parts):
        return trusted(UserSaid, {"kind": "user_said", "text": text, "files": (), "channel": A2A, "client": None})
    data, files = _data(message), await _files(message, host, conversation)
    if face.capabilities:
        named, given = _capability(text, data, face)
        asked = {"capability": named, "input": given}
        words = "" if data else text
        return AgentSaid(agent=CALLER, message_id=message.message_id, text=words, files=files, data=asked)
    if data and not text:
        one = data[0] if len(data) == 1 else list(data)
        return AgentSaid(agent=CALLER, message_id=message.message_id, files=files, data=one)
    notes = [await _note(one, host.store, conversation) for one in data]
    return UserSaid(text=text, files=(*files, *notes), channel=A2A)


def answer_of(message: pb.Message, questions: list[Question], task: Outcome) -> Answered | None:
    """The answer that a message to a task is, when the task asked one thing that it fits; else it is news."""
    asked = [question for question in questions if question.id in task.asks and question.ask is not None]
    if len(asked) != 1 or _has_files(message):
        return None
    ask, to = asked[0].ask, asked[0].id
    assert ask is not None
    text, data = _words(message), _data(message)
    given = data[0] if len(data) == 1 and is_object(data[0]) else None
    if ask.form is not None:
        form = None if given is None else object_at(given, "form") or given
        if form is not None and len(form) > FIELDS:
            raise InvalidParamsError(message=f"A form has at most {FIELDS} fields.")
        return None if form is None else Answered(to=to, form=form)
    chosen = text_at(given, "choice") or text.strip(" \t\n-*•\"'.").casefold()
    for choice in ask.choices:
        if chosen in (choice.id, choice.id.casefold(), choice.label.strip(" .").casefold()):
            return Answered(to=to, choice=choice.id)
    if data or not text or (ask.choices and ask.wants is None):
        return None
    return Answered(to=to, text=text)


def checked(message: pb.Message, face: AgentFace, settings: A2ASettings) -> set[str]:
    """What its parts hold. Refuses a message in our name, and parts that say nothing, are too many, or come in a media
    type that the card does not name."""
    if message.role != pb.ROLE_USER:
        raise InvalidParamsError(message="The message of a caller has the role of the user.")
    parts = message.parts[:]
    held: set[str] = set()
    if len(parts) > settings.parts:
        raise InvalidParamsError(message=f"A message has at most {settings.parts} parts.")
    for part in parts:
        if (content := part.WhichOneof("content")) is None:
            raise InvalidParamsError(message="A part has text, data, raw bytes or an address.")
        if content == "url" and len(part.url) > URL_CHARACTERS:
            raise InvalidParamsError(message=f"An address has at most {URL_CHARACTERS} characters.")
        media = part.media_type.partition(";")[0].strip().lower() if settings.modes else ""
        if media and not any(_takes(mode, media) for mode in face.modes):
            raise ContentTypeNotSupportedError(message=f"This agent does not take {media[:100]}.")
        held.add(content)
    return held


def _takes(mode: str, media: str) -> bool:
    return mode in (media, "*/*") or (mode.endswith("/*") and media.startswith(mode[:-1]))


def _words(message: pb.Message) -> str:
    return _own([part.text for part in message.parts if part.HasField("text")])


def _own(texts: list[str]) -> str:
    """What the sender says, without what it quotes of other agents; all of it when there is nothing else."""
    texts = [text for text in texts if text]
    if len(texts) == 1:
        return texts[0]
    own: list[str] = []
    quotes = False
    for text in texts:
        quotes = quotes or text.strip() == QUOTES
        if not (QUOTED in text or text.strip() == QUOTES or (quotes and _SPEAKER.match(text))):
            own.append(text)
    return "\n\n".join(own or texts)


def _data(message: pb.Message) -> list[Json]:
    return [whole_numbers(MessageToDict(part.data)) for part in message.parts if part.WhichOneof("content") == "data"]


def whole_numbers(value: Json) -> Json:
    """Numbers travel as floating point; those that are whole are whole again."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    if isinstance(value, dict):
        return {name: whole_numbers(inner) for name, inner in value.items()}
    return [whole_numbers(inner) for inner in value] if isinstance(value, list) else value


def _capability(text: str, data: list[Json], face: AgentFace) -> tuple[str, JsonObject]:
    """Which capability is asked for with which input. A data part may name both, or be the input of the first."""
    if not data:
        return face.capabilities[0], {"text": text}
    first = data[0]
    if not is_object(first):
        raise InvalidParamsError(message="The data of a data part must be an object.")
    named = next((name for key in NAMES if (name := text_at(first, key))), "")
    if not named:
        return face.capabilities[0], first
    if named not in face.capabilities:
        known = ", ".join(face.capabilities)
        raise InvalidParamsError(message=f"There is no skill {named[:100]}; there are {known}.")
    inputs = next((first[key] for key in INPUTS if key in first), None)
    if inputs is None:
        return named, {name: value for name, value in first.items() if name not in NAMES}
    if not is_object(inputs):
        raise InvalidParamsError(message="The parameters of a skill must be an object.")
    return named, inputs


def _has_files(message: pb.Message) -> bool:
    return any(part.WhichOneof("content") in ("raw", "url") for part in message.parts)


async def _note(data: Json, blobs: Blobs, conversation: str) -> FileRef:
    """Data that came with words: a file, which the planner can read in its address when it is short."""
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    if len(body) > NOTE_BYTES:
        return FileRef(name=NOTE_NAME, media=NOTE_MEDIA, blob=await blobs.put(conversation, body, NOTE_MEDIA))
    uri = f"data:{NOTE_MEDIA};base64,{base64.b64encode(body).decode()}"
    return FileRef(name=NOTE_NAME, media=NOTE_MEDIA, uri=uri)


async def _files(message: pb.Message, host: Host, conversation: str) -> tuple[FileRef, ...]:
    """As files of people come in: within what their owner may store, of the type that they have by what is in them."""
    files: list[FileRef] = []
    size = sum(len(part.raw) for part in message.parts)
    entry = await host.owned(conversation) if size else None
    if entry is not None:
        await host.files.room(entry, size)
    for part in message.parts:
        if part.WhichOneof("content") == "url":
            media = part.media_type[:MEDIA_CHARACTERS] or "application/octet-stream"
            files.append(FileRef(name=part.filename[:FILE_CHARACTERS] or "file", media=media, uri=part.url))
        elif part.WhichOneof("content") == "raw" and entry is not None:
            files.append(await host.files.put(entry, part.raw, part.filename))
    return tuple(files)
