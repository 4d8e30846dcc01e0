"""The tool `sendMessage`: a message to the other agent, with documents of the vault, and where it goes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from loket.core.data import FileRef, Json, JsonObject
from loket.core.shapes import list_at, text_at
from loket.core.tool import CallContext, ToolFailed
from loket.core.tool_spec import ToolSpec
from loket_demos.scenario.run import ASK, SEND
from loket_demos.scenario.vault.attaching import attached
from loket_demos.scenario.whole import WholeRuns

SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "minLength": 1, "maxLength": 20_000, "title": "Message"},
        "attachments": {
            "type": "array",
            "title": "Attachments",
            "maxItems": 20,
            "items": {
                "type": "object",
                "properties": {"docId": {"type": "string"}, "name": {"type": "string"}},
                "additionalProperties": True,
            },
        },
        "finality": {"enum": ["turn", "conversation", "none"], "default": "turn"},
        "endpoint": {"type": "string", "maxLength": 2000, "description": "where the other agent is; empty: it asks us"},
        "taskId": {"type": "string", "maxLength": 200},
    },
    "required": ["text"],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class SendTool:
    """Sends by A2A where there is an address; where somebody asks us, its door gives them what this returns. `noted`
    is the context of a call whose exchanges are kept."""

    runs: WholeRuns
    noted: Callable[[CallContext], CallContext] = lambda context: context
    spec: ToolSpec = field(
        default=ToolSpec(
            name=SEND,
            title="Send a message to the other agent",
            description="Sends a message with documents to the other agent.",
            input=SCHEMA,
            deadline=600.0,
        )
    )

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        files = await self._files(args, context)
        if not text_at(args, "endpoint"):
            finality = text_at(args, "finality") or "turn"
            named = [file.model_dump(mode="json") for file in files]
            return {"status": "sent", "text": text_at(args, "text"), "files": named, "finality": finality}
        result = await context.tool(ASK).call(_request(args), self._with(files, context))
        if text_at(args, "finality") == "conversation" and text_at(result, "state") == "input-required":
            return await self._closed(args, result, context)
        return result

    async def _closed(self, args: JsonObject, result: JsonObject, context: CallContext) -> Json:
        """After our last word the task is over, though the other agent would go on."""
        task = text_at(result, "task_id")
        try:
            await context.tool(ASK).call(
                {"task_base_url": text_at(args, "endpoint"), "task_id": task, "cancel": True}, self.noted(context)
            )
        except ToolFailed as failed:
            return {**result, "notes": [*list_at(result, "notes"), f"The task could not be closed: {failed.text}"]}
        return {**result, "state": "canceled", "closed": True}

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        """After a crash: what somebody asks us is told by the log alone; what we asked is looked for where it went."""
        if not text_at(args, "endpoint"):
            return await self.call(args, context)
        request, files = _request(args), list[FileRef]()
        try:
            files = await self._files(args, context)
        except ToolFailed:  # what went along then is not to go along now
            request["whole"] = False
        return await context.tool(ASK).look_up(request, self._with(files, context))

    def _with(self, files: Sequence[FileRef], context: CallContext) -> CallContext:
        return replace(self.noted(context), sends=tuple(files))

    async def _files(self, args: JsonObject, context: CallContext) -> list[FileRef]:
        """What goes along. ToolFailed when it may not, or is not there."""
        wanted = list_at(args, "attachments")
        files = attached((await self.runs.of(context.conversation)).vault, wanted) if wanted else ()
        return [file.outgoing for file in files]


def _request(args: JsonObject) -> JsonObject:
    return {
        "task_base_url": text_at(args, "endpoint"),
        "site": text_at(args, "endpoint"),
        "contextual_query_text": text_at(args, "text"),
        "task_id": text_at(args, "taskId"),
        "each": True,
    }
