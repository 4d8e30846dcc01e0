"""News of a call that had given up waiting for its agent: they go into the log all the same."""

from loket.core.events import AgentSaid
from loket.engine.host import Host
from loket.engine.remote import record_news
from loket.views.remote import RemoteWork


async def late_work(host: Host, conversation: str, call: str) -> RemoteWork | None:
    """The remote work of a call that is back; None while it is out, which looks for itself, and when it had none."""
    await host.wake(conversation)
    run = host.runs.usable(conversation)
    turn = None if run is None else run.writer.turn
    return None if turn is None or call in turn.calls else turn.remote.works.get(call)


async def hear_late(host: Host, conversation: str, call: str, news: AgentSaid) -> None:
    """Appends them, durable when it returns; they wake whoever follows its tasks."""
    work, run = await late_work(host, conversation, call), host.runs.usable(conversation)
    if work is not None and run is not None:
        record_news(run.writer, host.kit, work, news)
        run.advance()
        await run.writer.durable()
