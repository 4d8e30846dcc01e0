"""The tool `invoke_a2a_agent_skill`: one skill of one agent, asked once, in the dialect the agent speaks.

Nothing is sent before the card was seen, the agent is trusted and the parameters fit; nothing is ever sent twice."""

import uuid
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace

import anyio
import httpx
from pydantic import ValidationError

from loket.core.data import Json, JsonObject
from loket.core.events import AgentSaid, TaskOpened
from loket.core.ports import Blobs, Book
from loket.core.remote import RemoteTaskNow
from loket.core.shapes import is_object, text_at
from loket.core.tool import CallContext, Passed, ToolFailed, ToolSpec
from loket.net.client import origin
from loket.tools.agents.alone import LOCAL, alone
from loket.tools.agents.book import AgentBook, GivenWebhook
from loket.tools.agents.callback import Callback
from loket.tools.agents.card import AgentCard
from loket.tools.agents.credentials import Keyring
from loket.tools.agents.dialect import Interface, others
from loket.tools.agents.directory import AgentDirectory, KnownAgent, noted, ways_at
from loket.tools.agents.fetch import Missing, missed, refused
from loket.tools.agents.files import kept
from loket.tools.agents.forks import of_its_own
from loket.tools.agents.history import Retelling
from loket.tools.agents.local import opener
from loket.tools.agents.names import source_at, tool_name
from loket.tools.agents.outcome import error_result, outcome
from loket.tools.agents.outgoing import in_context, message_of, vouched_for, with_login
from loket.tools.agents.reading import ASKS
from loket.tools.agents.record import news_of, opening, state_of_task, way_of
from loket.tools.agents.request import REQUEST, RESULT, AgentRequest
from loket.tools.agents.sending import Outgoing
from loket.tools.agents.settings import AgentSettings, same_site
from loket.tools.agents.skill_tools import found_event
from loket.tools.agents.talk import LOOK_DEADLINE, Talk
from loket.tools.agents.trust import doubt
from loket.tools.agents.webhooks import Webhooks
from loket.tools.agents.wire import AgentConnection, NotSpoken
from loket.tools.agents.work import recorded, send, take_up, talk_of

NAME = "invoke_a2a_agent_skill"
SPARE = 10.0
"""Seconds of a call's deadline that are kept for telling how it ended."""


async def invoke_a2a_agent_skill(
    task_request_object: JsonObject,
    *,
    http: httpx.AsyncClient | None = None,
    book: Book | None = None,
    settings: AgentSettings | None = None,
    context: CallContext | None = None,
) -> JsonObject:
    """What the tool answers, as a plain function that raises nothing: failures are results with status `error`. With
    a guarded client made for the call and a memory that ends with it, unless others are given."""
    async with alone(http, book, settings) as directory:
        tool = InvokeTool(directory, Keyring(directory.client, directory.settings.secrets))
        key, deadline = str(uuid.uuid4()), directory.settings.task_deadline
        here = context or CallContext("", LOCAL, "/", "", key, deadline)
        try:
            return await tool.call(task_request_object, here)
        except ValidationError:
            failed = ToolFailed("invalid", "The request is not one: it needs at least a task_base_url.")
            return error_result(failed, AgentRequest(task_base_url="?"))
        except ToolFailed as failed:
            return failed.value if is_object(failed.value) else {}


@dataclass(frozen=True, slots=True)
class InvokeTool:
    """Calls the agents of others; with `webhooks` they can tell us that there is news. Its value is the result of the
    contract, also when it fails: then in `value` of the failure, whose code is one of `confirmation_needed`,
    `unknown_skill`, `missing_parameters`, `invalid_parameters`, `bad_base`, those of a missing card, of the wire, and
    of how a task can end."""

    directory: AgentDirectory
    keyring: Keyring
    pause: Callable[[float], Awaitable[None]] = anyio.sleep
    webhooks: Webhooks | None = None
    blobs: Blobs | None = None
    spec: ToolSpec = field(init=False)

    def __post_init__(self) -> None:
        spec = ToolSpec(
            name=NAME,
            title="Ask another agent",
            description="Sends a request to an outside agent that was discovered, and gives its answer.",
            input=REQUEST,
            output=RESULT,
            deadline=self.directory.settings.task_deadline,
            kind="a2a",
        )
        object.__setattr__(self, "spec", spec)

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        request = AgentRequest.model_validate(args)
        return await self._reported(self._call(request, context), request)

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        """After a crash: the task is looked for by the ids that were noted before anything left, and followed to its
        end. What can't be found is an unknown outcome, and is never sent again."""
        request = AgentRequest.model_validate(args)
        return await self._reported(self._look_up(request, context), request)

    def passes_to(
        self, args: JsonObject, found: Mapping[str, ToolSpec], tasks: Mapping[str, RemoteTaskNow]
    ) -> Passed | None:
        """The skill that is asked, as the strictest of the cards that were found for this address describes it: any
        site may name it as its own. An answer to a question of the agent goes on with what was agreed to."""
        skill, base = text_at(args, "skill_id"), text_at(args, "task_base_url")
        if not skill or args.get("look") or args.get("cancel"):
            return None
        end, place = f".{tool_name(skill)}", origin(base)
        same = [one for one in found.values() if one.kind == "a2a" and one.place == place and one.name.endswith(end)]
        if not same:
            return None
        source = source_at(text_at(args, "site").rstrip("/"))
        spec = max(same, key=lambda one: (one.destructive, not one.read_only, one.source == source))
        if _answers(args, place, tasks.get(text_at(args, "task_id"))):
            spec = spec.model_copy(update={"destructive": False})
        return Passed(spec, within="parameters", beside=("contextual_query_text",))

    async def look(self, opened: TaskOpened, given: GivenWebhook) -> AgentSaid:
        """How a task stands that no call waits for any more, asked once. Raises ToolFailed."""
        way = way_of(opened)
        if way is None or not opened.task:
            raise ToolFailed("not_sent", "There is no task that could be asked for.")
        here = CallContext(given.conversation, given.owner, "/", given.call, str(uuid.uuid4()), LOOK_DEADLINE)
        talk = self._talk(way, None, opened, here)
        talk.task.id = opened.task
        if talk.callback is not None:
            talk.callback.of(opened.task)
        await talk.look()
        return news_of(talk.task)

    async def _reported(self, result: Awaitable[JsonObject], request: AgentRequest) -> JsonObject:
        """A failure carries the result in its value, for those who read results and know no exceptions."""
        try:
            return await result
        except ToolFailed as failed:
            opens = opener(failed, self.directory.settings)
            told = ToolFailed(failed.code, failed.text, opens) if opens else failed
            raise ToolFailed(failed.code, failed.text, error_result(told, request)) from failed

    async def _call(self, request: AgentRequest, context: CallContext) -> JsonObject:
        known = await self._trusted(request, context)
        book, base = self.directory.book_of(context.owner), request.task_base_url
        earlier = context.remote.of_task(request.task_id) if request.task_id else None
        request = of_its_own(request, context, earlier)
        before = way_of(earlier) if earlier is not None else None
        ways = [before] if before is not None else await self._ways(request, known, book)
        if request.cancel or request.only_looks:
            opened = earlier or opening(ways[0], context.call, base, request.task_id)
            talk = self._talk(ways[0], known.card, opened, context, request.each)
            if request.cancel:
                return await self._ended(talk, request.task_id)
            await context.remote.record(opened)
            if earlier is None:  # nobody here knows that there is such a task
                talk.trouble = min(talk.trouble, self.directory.settings.patience)
            talk.task.id = opened.task
            await talk.follow()
            return await self._result(talk, [], context)
        message, notes = await message_of(request, known, context, earlier)
        notes += [known.instead] if known.instead else []
        skill = {"skill": earlier.skill if earlier is not None else request.skill_id or ""}
        for n, way in enumerate(ways):
            outgoing = in_context(message, way)
            opened = opening(way, context.call, base, outgoing.task, outgoing.context).model_copy(update=skill)
            talk = self._talk(way, known.card, opened, context, request.each)
            await context.remote.record(opened)
            try:
                notes += await send(talk, outgoing, context)
            except ToolFailed as failed:
                if not isinstance(failed, NotSpoken):
                    raise with_login(failed, known) from failed
                notes.append(f"{origin(way.url)} says that it does not know {way}.")
                continue
            if n > 0:
                await book.keep_way(ways[0].url, noted(way))
                notes.append(f"It was asked in {way}, and will be from now on.")
            return await self._result(talk, notes, context)
        nowhere = f"The card of {known.card.name} has no url, and " if known.card.placeless else ""
        raise ToolFailed("not_spoken", f"{nowhere}{origin(request.task_base_url)} speaks no dialect that we know.")

    async def _look_up(self, request: AgentRequest, context: CallContext) -> JsonObject:
        opened = recorded(context)
        if (way := way_of(opened)) is None:
            raise ToolFailed("unknown_outcome", f"{opened.agent} was asked, in a way that we do not know any more.")
        known = await self.directory.meant(request.task_base_url, request.site, context.owner)
        # Looking after what was sent needs no new word of a person, whatever the card says by now.
        card = known.card if isinstance(known, KnownAgent) and not known.doubts() else None
        talk = self._talk(way, card, opened, context, request.each)
        went_on = bool(request.task_id) and not (request.only_looks or request.cancel)
        again = await self._same(request, known, context, way) if card is not None and card.once else None
        await take_up(talk, opened, self.directory.settings.trouble, went_on=went_on, again=again)
        return await self._result(talk, ["It was taken up again after a restart."], context)

    async def _same(
        self, request: AgentRequest, known: KnownAgent | Missing, context: CallContext, way: Interface
    ) -> Outgoing | None:
        """The message as it left, None where it can't be made anew."""
        if not request.whole or request.task_id or context.forked or isinstance(known, Missing):
            return None
        try:
            return in_context((await message_of(request, known, context, None))[0], way)
        except ToolFailed:
            return None

    async def _ended(self, talk: Talk, task: str) -> JsonObject:
        """Asks the agent to end a task that waits for an answer which will not come."""
        talk.task.id = task
        if not (task and await talk.take_back()):
            raise ToolFailed("not_taken_back", "The agent did not say that it stopped.")
        return {"status": "success", "task_id": task, "state": "canceled", "result_data": {}, "text": ""}

    async def _result(self, talk: Talk, notes: list[str], context: CallContext) -> JsonObject:
        """The result of the contract; the files that came along are kept with the conversation."""
        files = await kept(talk.task.files(), self.directory.settings, self.blobs, context.conversation)
        return outcome(talk.task, notes, talk.wire.way, files)

    async def _trusted(self, request: AgentRequest, context: CallContext) -> KnownAgent:
        known = await self.directory.meant(request.task_base_url, request.site, context.owner)
        if isinstance(known, Missing):
            base = request.task_base_url
            if known.status == "not_found" and self.directory.settings.allowed(base):
                return vouched_for(base)
            raise missed(known)
        if (why := doubt(known)) is not None:
            if known.digest != request.confirmed and not self._agreed(known, context.agreed):
                raise why
            await self.directory.agree(known, context.owner)
        return known

    def _agreed(self, known: KnownAgent, digest: str) -> bool:
        """Whether a person who approved this call was shown one of the skills as this card tells it."""
        settings = self.directory.settings
        shown = found_event(source_at(known.whose), known, settings.task_deadline, settings.changes)
        return bool(digest) and any(spec.digest == digest for spec in shown.specs)

    async def _ways(self, request: AgentRequest, known: KnownAgent, book: AgentBook) -> list[Interface]:
        ways = ways_at(known, request.task_base_url)
        if not ways:
            spoken = ", ".join(known.card.unknown_ways)
            if spoken and not known.card.interfaces:
                raise ToolFailed(
                    "not_spoken", f"{known.card.name} can only be called by {spoken}, which we don't speak."
                )
            text = f"{known.card.name} wants to be called at {known.card.url}, not there."
            raise ToolFailed("bad_base", text)
        if (why := self.directory.settings.refusal(ways[0].url)) is not None:
            raise missed(refused(why))
        remembered = await book.way(ways[0].url)
        base = known.card.url if same_site(known.card.url, ways[0].url) else origin(ways[0].url)
        tried = [*([remembered] if remembered else []), *ways, *others(ways[0], base)]
        return [way for way in dict.fromkeys(tried) if self.directory.settings.refusal(way.url) is None]

    def _talk(
        self, way: Interface, card: AgentCard | None, opened: TaskOpened, context: CallContext, each: bool = False
    ) -> Talk:
        """A talk about what is recorded. Without a card the agent is only asked what it was surely asked before."""
        settings = self.directory.settings
        wire = AgentConnection(self.directory.client, way, self.keyring, settings.credential(way.url))
        wire = replace(wire, exchanges=context.exchanges, call=context.call)
        talk = talk_of(wire, opened, context, max(context.deadline - SPARE, context.deadline / 2), self.pause)
        talk.answer_deadline, talk.trouble = settings.answer_deadline, settings.trouble
        talk.streaming = card is not None and card.streaming
        if each:
            retelling = Retelling(context, settings, self.blobs)
            talk.each = lambda task: retelling.tell(task.id, task.messages(), task.rests)
            talk.news = lambda task: context.remote.news(state_of_task(task), last=task.rests)
        if self.webhooks is not None and "notify" in way.deeds:
            given = GivenWebhook(owner=context.owner, conversation=context.conversation, call=context.call)
            asks = card is not None and card.notifies
            talk.callback = Callback(self.webhooks, wire, self.directory.book, given, settings.patience, asks)
        return talk


def _answers(args: JsonObject, place: str, task: RemoteTaskNow | None) -> bool:
    """Whether this goes on with a task that the agent at `place` was given here: words alone, or what it asks for to do
    the skill it was given for."""
    if task is None or task.opened.agent != place:
        return False
    asks = task.state in ASKS and task.opened.skill == text_at(args, "skill_id")
    return asks or args.get("parameters") is None
