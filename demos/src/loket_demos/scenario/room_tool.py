"""The tool by which a message in a room waits for whoever is behind it."""

from dataclasses import dataclass, field

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, list_at, text_at
from loket.core.tool import CallContext, Repeatable, ToolFailed
from loket.core.tool_spec import ToolSpec
from loket_demos.scenario.answering import answering
from loket_demos.scenario.counterpart import NoCounterpart, OpenHouse
from loket_demos.scenario.rooms import RoomMessage, Rooms

ASSISTANT, TOOL, SETTING = "scenario.rooms", "answer_in_room", "room"
ROOM = answering(ASSISTANT, "Rooms of the workbench", TOOL)
SECONDS = 3600.0


@dataclass(frozen=True)
class RoomTool(Repeatable):
    """Repeated after a crash it waits again, if somebody is behind the room by then."""

    rooms: Rooms
    opened: OpenHouse
    spec: ToolSpec = field(
        default=ToolSpec(
            name=TOOL,
            title="Wait for whoever is behind the room",
            description="What the one behind the room answers to a message.",
            idempotent=True,
            deadline=SECONDS,
        )
    )

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        settings = await self.opened.house.settings(context.conversation, context.owner)
        message = RoomMessage(
            id=f"{context.conversation}.{context.call}",
            conversation=context.conversation,
            task=int(args["task"]),
            text=text_at(args, "text"),
            files=tuple(file for file in list_at(args, "files") if is_object(file)),
        )
        try:
            reply = await self.rooms.ask(context.owner, text_at(settings, SETTING), message)
        except NoCounterpart as error:
            raise ToolFailed("no_counterpart", error.text) from error
        for file in reply.files:
            await context.keep(file.data, file.name, file.media)
        return {"text": reply.text, "finality": reply.finality}
