"""The work of one call at an agent of others: in the log before it leaves, sent once, followed, and taken up again from
the log after a crash. Every tool that gives work to an agent does it so."""

import asyncio
from collections.abc import Awaitable, Callable

import anyio

from loket.core.events import TaskOpened
from loket.core.shapes import is_object
from loket.core.tool import CallContext, ToolFailed
from loket.tools.agents.dialect import NO_SUCH_CONTENT
from loket.tools.agents.reading import RemoteTask
from loket.tools.agents.record import news_of
from loket.tools.agents.sending import Outgoing
from loket.tools.agents.talk import Talk
from loket.tools.agents.wire import AgentConnection

UNSUPPORTED_MEDIA = 415
"""What HTTP calls it."""


def talk_of(
    wire: AgentConnection,
    opened: TaskOpened,
    context: CallContext,
    seconds: float,
    pause: Callable[[float], Awaitable[None]] = anyio.sleep,
) -> Talk:
    """A talk of so many seconds about what is recorded, whose task and news go into the log as they are heard."""

    async def record_task(task: RemoteTask) -> None:
        named = {"task": task.id, "context": task.context or opened.context}
        await context.remote.record(opened.model_copy(update=named))

    return Talk(
        wire=wire,
        key=context.key,
        until=anyio.current_time() + seconds,
        answer_deadline=seconds,
        progress=context.progress,
        found=record_task,
        news=lambda task: context.remote.news(news_of(task), last=task.rests),
        pause=pause,
    )


async def send(talk: Talk, message: Outgoing, context: CallContext) -> list[str]:
    """Sends and follows to the end; what a person should know of it. An agent that refuses data did nothing, and is
    asked once more in words. A cancelled call takes its task back, unless only this process is leaving."""
    notes: list[str] = []
    try:
        try:
            await talk.send(message)
        except ToolFailed as failed:
            worded = message.in_words() if message.data is not None and _refuses_data(failed) else None
            if worded is not None:
                notes.append("It takes no data, so it was asked in words.")
                await talk.send(worded)
            elif failed.code != "unknown_outcome" or message.task or not await talk.find(message.context):
                raise
        await talk.follow()
        return notes
    except asyncio.CancelledError:
        if talk.task.id and not context.leaving() and await talk.take_back():
            raise ToolFailed("cancelled", "The agent stopped its work.") from None
        raise


def _refuses_data(failed: ToolFailed) -> bool:
    """Whether the agent says that it does not take parts of some kind, and so did nothing."""
    told = failed.value if is_object(failed.value) else {}
    refused = told.get("code") == NO_SUCH_CONTENT or told.get("status") == UNSUPPORTED_MEDIA
    return refused or told.get("reason") == "CONTENT_TYPE_NOT_SUPPORTED"


async def take_up(
    talk: Talk, opened: TaskOpened, patience: float, *, went_on: bool = False, again: Outgoing | None = None
) -> None:
    """After a crash: looks for the task by what was recorded before anything left, and follows it to its end. What
    can't be found is an unknown outcome, and is not sent again; only where the agent promises to do a message once,
    `again` is that message as it was. One that `went_on` with a task is `not_sent` when the agent tells what we said in
    it, and that is not among it: that the task waits for us says nothing then."""
    if not opened.task and not await talk.find(opened.context or "", patience):
        if again is None:
            raise ToolFailed("unknown_outcome", _unknown(opened))
        await _repeat(talk, again, opened)
    talk.task.id = talk.task.id or opened.task
    await talk.follow()
    if went_on and talk.task.ours and talk.key not in talk.task.ours:
        raise ToolFailed("not_sent", "We were stopped before it left, and the agent never had it; ask again.")


async def _repeat(talk: Talk, message: Outgoing, opened: TaskOpened) -> None:
    """Sends it once more. What goes wrong now says nothing about the first time."""
    try:
        await talk.send(message)
    except ToolFailed as failed:
        if not talk.task.id:
            raise ToolFailed("unknown_outcome", _unknown(opened)) from failed


def _unknown(opened: TaskOpened) -> str:
    return f"{opened.agent} was asked, and nobody knows whether it was done."


def recorded(context: CallContext) -> TaskOpened:
    """What is in the log of this call. ToolFailed `not_sent` when there is nothing, and so nothing left."""
    opened = context.remote.latest()
    if opened is None:
        raise ToolFailed("not_sent", "We were stopped before anything was sent; ask again.")
    return opened
