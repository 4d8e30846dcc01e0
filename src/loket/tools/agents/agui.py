"""An agent of others that speaks AG-UI, as a source of tools: `NAME.ask`, and for what it asks itself `NAME.approve`
and `NAME.answer`. It has no card; the operator names it.

A call is one run. Nothing is sent twice: who hangs up before the end has no answer, and unless the operator says that
the agent only reads, or takes the same run twice without harm, nobody knows then what it did."""

from collections.abc import Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass

from loket.core.data import Json, JsonObject
from loket.core.events import AgentSaid, TaskOpened, ToolsFound
from loket.core.shapes import list_at, object_at, text_at
from loket.core.source import SourceState
from loket.core.tool import CallContext, Tool, ToolFailed
from loket.core.tool_spec import ToolSpec
from loket.net.client import origin
from loket.tools.agents.agui_files import NAMES, check_files, with_files
from loket.tools.agents.agui_reading import AguiReading
from loket.tools.agents.agui_run import events_of, run_input
from loket.tools.agents.text import words
from loket.tools.configured import OutsideAgent
from loket.tools.invoke import InvokeTool
from loket.views.agui_thread import ANSWER, APPROVE, ASK, AguiThread, Interrupt, message_json, message_of, threads_of

DIALECT = "agui"
LETTERS = 2000
LOOK_BACK = 200
"""Records of the scope in which the thread is looked for."""
_ID: JsonObject = {"type": "string", "minLength": 1, "maxLength": 200}
_SHOWN: JsonObject = {"type": "string", "readOnly": True}
_ASK: JsonObject = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "minLength": 1, "maxLength": 20_000, "description": "the request in words"},
        "thread": _ID | {"description": "leave it out, but to pass a talk on: new, or the thread in which it goes on"},
    },
    "required": ["text"],
    "additionalProperties": False,
}
_ANSWER: JsonObject = {
    "type": "object",
    "properties": {
        "thread": _ID | {"description": "the thread in which the agent asks"},
        "answers": {"type": "object", "description": "the answer to each question that is no approval, by its id"},
    },
    "required": ["thread"],
    "additionalProperties": False,
}
_APPROVE: JsonObject = {
    "type": "object",
    "properties": {
        "question": _SHOWN | {"description": "what the agent asks, in its own words"},
        "call": _SHOWN | {"description": "what it wants to do"},
        "args": {"type": "object", "description": "with what"},
        "thread": _ID | {"readOnly": True},
        "interrupt": _ID | {"readOnly": True},
    },
    "required": ["thread", "interrupt"],
    "additionalProperties": False,
}
_APPROVES = {
    "en": "{} asks for your approval",
    "nl": "{} vraagt uw toestemming",
    "de": "{} bittet um Ihre Zustimmung",
    "pt": "{} pede sua aprovação",
}


class AguiSource:
    """The tools of an agent. `invoke` has the guarded client and what to log in with."""

    def __init__(self, name: str, agent: OutsideAgent, invoke: InvokeTool) -> None:
        self.name, self.agent, self.invoke = name, agent, invoke
        self.state: SourceState = "stopped"
        self.trouble = ""

    async def discover(self, owner: str) -> tuple[ToolsFound, ...]:
        """What the configuration says; nobody is asked."""
        agent, title = self.agent, self.agent.title or self.name
        usual: Callable[..., ToolSpec] = lambda tool, **more: ToolSpec(  # noqa: E731
            name=f"{self.name}.{tool}",
            deadline=self.invoke.directory.settings.task_deadline,
            source=self.name,
            place=origin(agent.url),
            **more,
        )
        hints = {"read_only": agent.read_only, "idempotent": agent.idempotent}
        about = agent.description or f"Asks the agent {self.name} in words, and gives its answer."
        titles = {code: words.format(title) for code, words in _APPROVES.items()}
        asking = {**_ASK, "properties": {**_ASK["properties"], "files": NAMES}} if agent.files else _ASK
        ask = usual(ASK, title=title, description=about, input=asking, destructive=not agent.read_only, **hints)
        approve = usual(
            APPROVE,
            title=titles["en"],
            titles=titles,
            description="A person's yes or no to what the agent wants to do; answer it afterwards.",
            input=_APPROVE,
            idempotent=True,
            destructive=True,
            approval="destructive",
        )
        answer = usual(
            ANSWER,
            title=f"Answer {title}",
            description="Answers all that the agent asks in a thread, so that it goes on.",
            input=_ANSWER,
            **hints,
        )
        return (ToolsFound(source=self.name, specs=(ask, approve, answer)),)

    def tool(self, spec: ToolSpec) -> Tool:
        """See Source."""
        return _AguiTool(self, spec)


@dataclass(frozen=True, slots=True)
class _AguiTool:
    source: AguiSource
    spec: ToolSpec

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        match self.spec.name.rpartition(".")[2]:
            case "approve":
                return _agreed(self._waiting(args, context), args)
            case "answer":
                thread = self._waiting(args, context)
                resume = _resume(thread, object_at(args, "answers"))
                return await self._run(thread, resume, context, aloud=True)
            case _:
                return await self._asked(args, context)

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        text = f"{self.source.name} can't be asked what became of this."
        raise ToolFailed("unknown_outcome", text)

    def _threads(self, context: CallContext) -> Mapping[str, AguiThread]:
        """Those of this conversation itself: what it was copied with is another one's."""
        known = threads_of(context.records(LOOK_BACK), self.source.name)
        return {id: thread for id, thread in known.items() if context.remote.uses(id)}

    def _waiting(self, args: JsonObject, context: CallContext) -> AguiThread:
        """The thread in which something is asked. Raises ToolFailed."""
        thread = self._threads(context).get(args["thread"])
        if thread is None or not thread.interrupts:
            raise ToolFailed("question_closed", f"{self.source.name} asks nothing in this thread, or not any more.")
        return thread

    async def _asked(self, args: JsonObject, context: CallContext) -> Json:
        """Words in a thread; what the agent asked there before is taken back with them."""
        wanted = text_at(args, "thread")
        thread = self._threads(context).get(wanted) or AguiThread(context.key)
        resume: list[JsonObject] = [{"interruptId": one.id, "status": "cancelled"} for one in thread.interrupts]
        files = list_at(args, "files")
        check_files(files, context)
        message = message_json(message_of(context.key), "user", args["text"], files)
        if message not in thread.messages:
            thread.messages.append(message)
        return await self._run(thread, resume, context, aloud=bool(wanted))

    async def _run(
        self, thread: AguiThread, resume: list[JsonObject], context: CallContext, *, aloud: bool
    ) -> JsonObject:
        """One run to its end; `aloud`: its words are shown as they come."""
        agent, remote = self.source.agent, context.remote
        messages = await with_files(thread.messages, context)
        opened = TaskOpened(call=context.call, agent=origin(agent.url), task=context.key, context=thread.id)
        await remote.record(opened.model_copy(update={"dialect": DIALECT, "address": agent.url}))
        reading = AguiReading(self.source.name, message_of(context.key))

        def heard(id: str, state: str = "working") -> None:
            text = words(reading.words_of(id), LETTERS)
            remote.news(AgentSaid(agent="", task=context.key, state=state, message_id=id[:200], text=text))

        body = run_input(thread.id, context.key, messages, resume)
        events = events_of(self.source.invoke, agent.url, body, repeatable=self.spec.read_only)
        try:
            async with aclosing(events):
                async for event in events:
                    self.source.state = "up"
                    answer = reading.take(event)
                    if aloud and reading.fresh:
                        context.write(reading.fresh)
                    reading.fresh = ""
                    if note := reading.note(event):
                        context.progress(note, None)
                    if id := reading.finished(event):
                        heard(id)
                    if answer is not None:
                        remote.news(AgentSaid(agent="", task=context.key, state="completed"), last=True)
                        return answer
        except ToolFailed as failed:
            self.source.state = "down" if failed.code in ("unreachable", "unknown_outcome") else self.source.state
            if failed.code != "input_required":
                for id in reading.broken_off:
                    heard(id, "interrupted")
                raise
            remote.news(AgentSaid(agent="", task=context.key, state="input-required"), last=True)
            raise ToolFailed(failed.code, failed.text, {**failed.value, "thread": thread.id}) from failed
        raise AssertionError("events end with an answer or a failure")


def _agreed(thread: AguiThread, args: JsonObject) -> JsonObject:
    """What a person said yes to, when that is what the agent asked, in its own words: a model might put it otherwise.
    Raises ToolFailed."""
    interrupt = next((one for one in thread.interrupts if one.id == args["interrupt"] and one.consent), None)
    if interrupt is None:
        raise ToolFailed("question_closed", "The agent does not ask for this approval, or not any more.")
    edited = object_at(args, "args") != interrupt.args
    asked = text_at(args, "question")
    reworded = asked != interrupt.message and (bool(asked) or not interrupt.call)
    if reworded or text_at(args, "call") != interrupt.call or (edited and not interrupt.editable):
        raise ToolFailed("invalid", "The agent asks about something else: approve or refuse it as it is.")
    return {"approved": True} | ({"editedArgs": object_at(args, "args")} if edited else {})


def _resume(thread: AguiThread, answers: JsonObject) -> list[JsonObject]:
    """The answers to all that is asked. Raises ToolFailed when one is missing."""
    return [
        {"interruptId": one.id, "status": "resolved", "payload": _payload(one, thread, answers)}
        for one in thread.interrupts
    ]


def _payload(interrupt: Interrupt, thread: AguiThread, answers: JsonObject) -> Json:
    if not interrupt.consent:
        if interrupt.id not in answers:
            raise ToolFailed("invalid", f"There is no answer to {interrupt.id}: {interrupt.message}")
        return answers[interrupt.id]
    if interrupt.id not in thread.consents:
        raise ToolFailed("invalid", f"{interrupt.id} waits for a person's approval first.")
    agreed = thread.consents[interrupt.id]
    if interrupt.answer is not None:
        return agreed is not None  # it takes a plain yes or no
    return {"approved": False} if agreed is None else agreed
