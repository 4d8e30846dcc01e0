"""Performing: one call from its arguments to its Returned, each way it can go wrong becoming a record."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from loket.core.actions import Task, ToolCall
from loket.core.assistant import AssistantSpec
from loket.core.data import Json, JsonObject, trusted
from loket.core.errors import Invalid, TooLarge
from loket.core.events import CallStarted, Decided, Discarded, Progressed, Returned
from loket.core.shapes import is_object, list_at, object_at
from loket.core.tool import CallContext, Tool, ToolFailed, ToolSpec
from loket.engine.call_world import ConversationWorld
from loket.engine.claims import Claims
from loket.engine.drafting import MOST, interrupted
from loket.engine.faults import broken_tool
from loket.engine.feed import DraftText
from loket.engine.file_store import FileStore
from loket.engine.fitting import fitting, has_blobs, whole
from loket.engine.kit import Kit, key_of
from loket.engine.remote import CallRemote
from loket.engine.stalls import Limit, watched
from loket.engine.values import jsonable
from loket.engine.writer import Writer
from loket.views.turn_state import LiveCall

REFERENCE = "secret://"
GRACE_SECONDS = 5.0
"""How long a cancelled call may take to say what became of it."""
PROGRESS_NOTES = 50
MILLISECOND = timedelta(milliseconds=1)


@dataclass
class Performer:
    """Performs the calls of one conversation. `advance` is called after news that may wake a planner, `stuck` when a
    call does not answer although it was cancelled so many seconds of `grace` ago. `closing`: cancellation then means
    that the process goes down."""

    writer: Writer
    kit: Kit
    files: FileStore
    grace: float
    advance: Callable[[], None] = lambda: None
    stuck: Callable[[LiveCall], None] = lambda _: None
    closing: bool = field(default=False)
    claims: Claims | None = None

    async def perform(self, call: LiveCall, work: ToolCall, started_before: bool) -> None:
        """Runs one call to its Returned. `started_before`: its CallStarted is from an earlier life of the process."""
        tool = self.kit.tool(self.writer.turn, work.tool)
        if tool is None:
            await self._return(
                call, Returned(call=call.id, ok=False, code="unknown_outcome" if started_before else "invalid")
            )
            return
        spec, begun = tool.spec, self.writer.now()
        try:
            args = await self._args(work.args, spec)
            if call.state == "held":
                return  # its tool changed since it was approved: it is asked about again
            value = jsonable(await self._act(call, tool, args, started_before))
            returned = _came(call, value, self._since(begun))
        except ToolFailed as failed:
            returned = Returned(
                call=call.id,
                ok=False,
                code=failed.code,
                text=failed.text,
                value=_kept(failed),
                took_ms=self._since(begun),
            )
        except Invalid as misfit:  # it was done: only what it told of that is of no use
            returned = Returned(call=call.id, ok=False, code=misfit.code, text=misfit.text, took_ms=self._since(begun))
        except TimeoutError:
            code = "timeout" if spec.read_only or spec.idempotent else "unknown_outcome"
            text = f"No answer within {spec.deadline:g} s."
            returned = Returned(call=call.id, ok=False, code=code, text=text, took_ms=self._since(begun))
        except asyncio.CancelledError:
            if self.closing:
                raise
            code = "cancelled" if spec.read_only else "unknown_outcome"
            returned = Returned(call=call.id, ok=False, code=code, took_ms=self._since(begun))
        except Exception as error:  # noqa: BLE001 - whatever a tool raises becomes a record
            text = broken_tool(error, spec.name, self.writer.id, call.id)
            asked = started_before and not (spec.read_only or spec.idempotent)
            code = "unknown_outcome" if asked else "tool_broke"
            returned = Returned(call=call.id, ok=False, code=code, text=text, took_ms=self._since(begun))
        await self._return(call, returned)

    async def _act(self, call: LiveCall, tool: Tool, args: JsonObject, started_before: bool) -> Json:
        shown = DraftText(self.writer.feed, f"{call.id}.words", call.scope)
        context = self._context(call, tool.spec, shown)
        try:
            return await self._done(call, tool, (args, context), started_before)
        except asyncio.CancelledError:
            if not self.closing and shown.shown:
                shown.flush()
                kept = Discarded(took=(), why="ended", draft=shown.id, text=shown.sent[:MOST])
                shown.end(interrupted(self.writer, call.scope, kept))
            raise
        finally:
            shown.end()

    def _context(self, call: LiveCall, spec: ToolSpec, shown: DraftText) -> CallContext:
        assistant, changed = self._assistant(call), self.writer.turn.settings
        return CallContext(
            conversation=self.writer.id,
            owner=self.writer.entry.owner,
            scope=call.scope,
            call=call.id,
            key=self._key(call),
            deadline=spec.deadline,
            locale=str(changed.get("locale", "")) or ("en" if assistant is None else assistant.locale),
            progress=_Progress(self.writer, call),
            write=shown.write,
            leaving=lambda: self.closing,
            forked=self.writer.turn.forked > 0,
            agreed=call.agreed,
            settings=changed if assistant is None else {**assistant.settings, **changed},
            remote=CallRemote(self.writer, self.kit, call, self.advance),
            world=ConversationWorld(self.writer, self.kit, self.files, call),
        )

    async def _done(
        self, call: LiveCall, tool: Tool, given: tuple[JsonObject, CallContext], started_before: bool
    ) -> Json:
        spec, (args, context) = tool.spec, given
        if started_before and not (spec.read_only or spec.idempotent):
            return await self._watched(tool.look_up(args, context), spec, call)
        if not spec.read_only:
            lease = 0 if self.claims is None else self.claims.lease
            if not started_before:
                self.writer.append(call.scope, "tool", CallStarted(call=call.id, key=context.key), cause=call.decision)
            await self._durable(started_before)
            if self.claims is not None and not self.claims.holds(lease):
                text = "It was not sent: another server may have taken over here meanwhile."
                raise ToolFailed("unknown_outcome" if started_before else "unavailable", text)
        if call.doom is not None or not self.writer.turn.alive(call.scope):
            raise ToolFailed("unknown_outcome" if started_before and not spec.read_only else "cancelled", "")
        return await self._watched(tool.call(args, context), spec, call)

    def _watched(self, work: Awaitable[Json], spec: ToolSpec, call: LiveCall) -> Awaitable[Json]:
        limit = Limit(spec.deadline, 2 * self.grace, lambda: self.stuck(call))
        return watched(work, spec.name, self.writer.id, limit)

    async def _durable(self, started_before: bool) -> None:
        """Waits for the commit. Taken back meanwhile, the effect has not left: surely nothing was done in this life."""
        try:
            await self.writer.durable()
        except asyncio.CancelledError:
            if self.closing:
                raise
            raise ToolFailed("unknown_outcome" if started_before else "cancelled", "") from None

    async def _return(self, call: LiveCall, returned: Returned) -> None:
        """Appends what came back, unless the engine already returned this call (a cancelled one that only reads)."""
        if self.writer.turn.calls.get(call.id) is not call:
            return
        if not returned.ok and call.doom is not None and returned.code == "cancelled":
            returned = returned.model_copy(update={"code": call.doom})
        try:
            self.writer.append(call.scope, "tool", returned, cause=call.decision)
        except (TooLarge, Invalid) as misfit:
            error: TooLarge | Invalid = misfit
            fitted: Returned | None = None
            if isinstance(misfit, TooLarge):
                try:
                    fitted = await fitting(self.files.store, self.writer.id, returned)
                except TooLarge as too_large:
                    error = too_large
            if fitted is None:
                fitted = Returned(call=call.id, ok=False, code=error.code, text=error.text, took_ms=returned.took_ms)
            if self.writer.turn.calls.get(call.id) is call:
                self.writer.append(call.scope, "tool", fitted, cause=call.decision)

    def abandon(self, call: LiveCall) -> None:
        """Returns a call that was cancelled or is past its deadline and did not answer in time."""
        spec = self._spec(call.work)
        repeatable = spec is not None and (spec.read_only or spec.idempotent)
        code = "timeout" if repeatable and call.doom is None else "unknown_outcome"
        text = "It was taken back and did not say what became of it."
        took = round(spec.deadline * 1000) if spec is not None and call.doom is None else None
        returned = Returned(call=call.id, ok=False, code=code, text=text, took_ms=took)
        self.writer.append(call.scope, "tool", returned, cause=call.decision)

    def _spec(self, work: ToolCall | Task) -> ToolSpec | None:
        return self.kit.spec(self.writer.turn, work.tool) if isinstance(work, ToolCall) else None

    async def _args(self, args: JsonObject, spec: ToolSpec) -> JsonObject:
        """As the tool is to get them; what stood elsewhere could not be held against its schema before."""
        spilled = has_blobs(args)
        full: Json = await whole(self.files.store, self.writer.id, args) if spilled else args
        if REFERENCE in str(full):
            full = self._revealed(full, spec.input)
        if spilled and (misfit := self.kit.misfit(spec, full)) is not None:
            raise ToolFailed(*misfit)
        return full

    def _revealed(self, value: Json, schema: Json) -> Json:
        """Secrets are references in the log and become values here alone, and only in an argument that the tool's
        schema marks `writeOnly`, and only those it names in `x-secrets`: whoever could have a tool called with the name
        of any secret could have it sent anywhere. Elsewhere what a person or an agent writes stays the words it is."""
        hidden = is_object(schema) and schema.get("writeOnly") is True
        if hidden and isinstance(value, str) and value.startswith(REFERENCE):
            name = value.removeprefix(REFERENCE)
            secret = self.kit.secrets(name) if name in list_at(schema, "x-secrets") else None
            if secret is None:
                raise ToolFailed("no_secret", f"There is no secret named {name[:80]} for this argument.")
            return secret
        if isinstance(value, dict):
            known = object_at(schema, "properties")
            return {k: self._revealed(v, known.get(k)) for k, v in value.items()}
        items = schema.get("items") if is_object(schema) else None
        return [self._revealed(v, items) for v in value] if isinstance(value, list) else value

    def _key(self, call: LiveCall) -> str:
        """The key of the first call in a chain of retries."""
        first, work = call.id, call.work
        if isinstance(work, ToolCall) and work.retries is None:
            return key_of(self.writer.id, first)
        scope = self.writer.turn.scopes.get(call.scope)
        decisions = {r.seq: r.event for r in scope.history if isinstance(r.event, Decided)} if scope else {}
        while isinstance(work, ToolCall) and work.retries is not None and work.retries != first:
            first = work.retries
            seq, _, id = first.partition(".")
            decided = decisions.get(int(seq)) if seq.isdigit() else None
            calls = getattr(decided.action, "calls", ()) if decided is not None else ()
            work = next((c for c in calls if isinstance(c, ToolCall) and c.id == id), None)
        return key_of(self.writer.id, first)

    def _since(self, begun: datetime) -> int:
        """Milliseconds, by the clock that dates the records."""
        return max(0, round((self.writer.now() - begun) / MILLISECOND))

    def _assistant(self, call: LiveCall) -> AssistantSpec | None:
        scope = self.writer.turn.scopes.get(call.scope)
        return self.kit.assistants.get(scope.assistant) if scope is not None else None


class _Progress:
    """Appends notes of a running call; says nothing more after fifty, or once the call is back."""

    def __init__(self, writer: Writer, call: LiveCall) -> None:
        self.writer, self.call, self.left = writer, call, PROGRESS_NOTES

    def __call__(self, note: str, part: Json = None) -> None:
        if self.left <= 0 or self.writer.sealed or self.writer.turn.calls.get(self.call.id) is not self.call:
            return
        self.left -= 1
        try:
            progressed = Progressed(call=self.call.id, note=note[:500], part=jsonable(part))
            self.writer.append(self.call.scope, "tool", progressed, cause=self.call.decision)
        except (TooLarge, Invalid):
            if part is not None:
                self(note)


def _came(call: LiveCall, value: Json, took_ms: int) -> Returned:
    return trusted(
        Returned,
        {
            "kind": "returned",
            "call": call.id,
            "ok": True,
            "value": value,
            "code": None,
            "text": "",
            "took_ms": took_ms,
        },
    )


def _kept(failed: ToolFailed) -> Json:
    """The value beside a failure; the failure counts, also when its value can't be kept."""
    try:
        return jsonable(failed.value)
    except Invalid:
        return None
