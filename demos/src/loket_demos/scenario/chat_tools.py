"""Three tools for MCP clients, by which their model talks with the side of a scenario that is played here."""

import base64
import binascii
from dataclasses import dataclass

from loket.core.data import FileRef, Json, JsonObject
from loket.core.errors import LoketError
from loket.core.events import AgentSaid, SurfaceActed
from loket.core.shapes import is_object, list_at, text_at
from loket.core.tool import CallContext, Tool, ToolFailed
from loket.core.tool_spec import ToolSpec
from loket.tools.function import FunctionTool
from loket_demos.scenario.bridge import BridgeAgent, BridgeConfig, choice_of
from loket_demos.scenario.counterpart import Counterparts, NoCounterpart, SentFile
from loket_demos.scenario.run import ASSISTANT, run_of

BEGIN, SEND, CHECK = "begin_chat_thread", "send_message_to_chat_thread", "check_replies"
MOST_WAIT_MS, SHOWN = 60_000, 200_000
_ID: JsonObject = {"type": "string", "minLength": 1, "maxLength": 100}
_ATTACHMENT: JsonObject = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 200},
        "contentType": {"type": "string", "maxLength": 100},
        "content": {"type": "string", "maxLength": 1_000_000, "description": "the text of the file"},
        "bytes": {"type": "string", "maxLength": 1_400_000, "description": "its bytes in base64, in place of content"},
    },
    "required": ["name"],
}


@dataclass(frozen=True)
class ChatThreads:
    """Threads are runs of the caller. What is said twice under one key is said once."""

    counterparts: Counterparts

    def tools(self) -> tuple[Tool, ...]:
        """All three."""
        return (
            FunctionTool(_spec(BEGIN, "Begins a talk with the other side of a scenario.", _BEGIN), self.begin),
            FunctionTool(
                _spec(SEND, "Sends a message to the other side; check_replies gives its answer.", _SEND), self.send
            ),
            FunctionTool(
                _spec(CHECK, "The answers since your last message; waits for them.", _CHECK, True), self.check
            ),
        )

    async def begin(self, args: JsonObject, context: CallContext) -> Json:
        """Its id, who the caller is in it, and how it may begin."""
        try:
            scenario = await self.counterparts.scenario(context.owner, text_at(args, "scenarioId"))
            agent = text_at(args, "agentId")
            others = [one.agent_id for one in scenario.agents if one.agent_id != agent]
            listed = tuple(BridgeAgent(id=one) for one in (*others[:1], agent)) if agent else ()
            choice = choice_of(BridgeConfig(agents=listed), scenario)
            run = await self.counterparts.run(context.owner, f"mcp:{context.key}", choice)
        except (NoCounterpart, LoketError) as error:
            raise ToolFailed("no_counterpart", error.text) from error
        caller = scenario.agent(choice.counterpart)
        first = caller.message_to_use_when_initiating_conversation if caller is not None else ""
        about = {"title": scenario.metadata.title, "you": choice.counterpart, "counterpart": choice.agent}
        return {"conversationId": run, **about, "suggestedStart": first}

    async def send(self, args: JsonObject, context: CallContext) -> Json:
        """Tells it; the answer is not waited for."""
        run, house = await self._thread(args, context.owner), self.counterparts.opened.house
        files: list[FileRef] = []
        for file in map(sent_file, list_at(args, "attachments")):
            blob = await house.files.put(run, file.data, file.media)
            files.append(FileRef(name=file.name, media=file.media, blob=blob))
        said = AgentSaid(agent="caller", message_id=context.key, text=text_at(args, "message"), files=tuple(files))
        try:
            await house.tell(run, said, owner=context.owner, key=context.key, by="agent")
        except LoketError as error:
            raise ToolFailed("not_sent", error.text) from error
        return {"conversationId": run, "messageId": context.key, "status": "sent"}

    async def check(self, args: JsonObject, context: CallContext) -> Json:
        """What our side sent since the caller's last message, as soon as it rests or the time is over."""
        run, sides = await self._thread(args, context.owner), self.counterparts
        wait = args.get("waitMs", 0)
        last = await self._last(run)
        working = False
        try:
            await sides.opened.house.settled(run, last, max(0.001, min(int(wait), MOST_WAIT_MS) / 1000))
        except TimeoutError:
            working = True
        replies = await sides.sent(run, last)
        messages: list[Json] = []
        for reply in replies:
            attachments = [_shown(file, await sides.data(run, file)) for file in reply.files]
            messages.append({"from": "counterpart", "text": reply.text, "attachments": attachments})
        ended = bool(replies) and replies[-1].finality == "conversation"
        status = "completed" if ended else "working" if working else "input-required"
        return {"conversationId": run, "status": status, "messages": messages, "conversationEnded": ended}

    async def _last(self, run: str) -> int:
        """The caller's last message, or what began the thread."""
        last = 1
        async for record in self.counterparts.opened.house.records(run):
            last = record.seq if isinstance(record.event, AgentSaid | SurfaceActed) else last
        return last

    async def _thread(self, args: JsonObject, owner: str) -> str:
        run, house = text_at(args, "conversationId"), self.counterparts.opened.house
        there = await house.owned(run, owner, ASSISTANT)
        played = run_of(await house.settings(run, owner)) if there is not None else None
        if played is None or played.endpoint:
            raise ToolFailed("no_thread", f"There is no thread {run[:80]}. Begin one with {BEGIN}.")
        return run


def sent_file(raw: Json) -> SentFile:
    """The file that an attachment is. ToolFailed `invalid_attachment`."""
    name, media = text_at(raw, "name"), text_at(raw, "contentType")
    if not is_object(raw) or ("content" in raw) == ("bytes" in raw):
        raise ToolFailed("invalid_attachment", f"The attachment {name[:80]} needs content or bytes, one of them.")
    if "content" in raw:
        return SentFile(name, media or "text/plain", text_at(raw, "content").encode())
    try:
        data = base64.b64decode(text_at(raw, "bytes"), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ToolFailed("invalid_attachment", f"The bytes of {name[:80]} are no base64.") from error
    return SentFile(name, media or "application/octet-stream", data)


def _shown(file: FileRef, data: bytes) -> JsonObject:
    about: JsonObject = {"name": file.name, "contentType": file.media, "size": len(data)}
    if len(data) > SHOWN:
        return about
    if file.media.startswith("text/") or file.media == "application/json":
        return {**about, "content": data.decode("utf-8", "replace")}
    return {**about, "bytes": base64.b64encode(data).decode()}


def _object(required: tuple[str, ...], **properties: JsonObject) -> JsonObject:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _spec(name: str, description: str, input: JsonObject, looks: bool = False) -> ToolSpec:
    return ToolSpec(
        name=name,
        description=description,
        input=input,
        read_only=looks,
        idempotent=True,
        deadline=MOST_WAIT_MS / 1000 + 10,
    )


_BEGIN = _object((), scenarioId=_ID, agentId={**_ID, "description": "who is played here; the other one is you"})
_SEND = _object(
    ("conversationId", "message"),
    conversationId=_ID,
    message={"type": "string", "minLength": 1, "maxLength": 20_000},
    attachments={"type": "array", "maxItems": 20, "items": _ATTACHMENT},
)
_CHECK = _object(
    ("conversationId",), conversationId=_ID, waitMs={"type": "integer", "minimum": 0, "maximum": MOST_WAIT_MS}
)
