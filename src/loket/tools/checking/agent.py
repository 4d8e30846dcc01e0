"""The whole look at an agent: its card, every way to call it, and, when somebody wants that, a message."""

from collections.abc import AsyncIterator

from loket.tools.agents.credentials import Keyring
from loket.tools.agents.directory import AgentDirectory, KnownAgent
from loket.tools.agents.fetch import Missing
from loket.tools.agents.wire import AgentConnection
from loket.tools.checking.cards import GROUP, card_checks
from loket.tools.checking.messages import message_checks
from loket.tools.checking.probing import Prober
from loket.tools.checking.report import Check
from loket.tools.checking.ways import way_checks

MOST_WAYS = 6
NOTHING_SENT = (
    "No message was sent: that may make the agent do something. Give one to have answers and streams checked."
)


async def checks_of(found: KnownAgent | Missing, directory: AgentDirectory, text: str = "") -> AsyncIterator[Check]:
    """The checks as they are made. Only with `text` a message is sent, over the way that the card prefers: once, and
    once more as a stream where the card promises streams. Whoever gives it agrees to what the agent makes of it."""
    if isinstance(found, Missing):
        yield Check(id="card.found", group=GROUP, outcome="failed", text=found.text)
        return
    keyring = Keyring(directory.client, directory.settings.secrets)
    prober = Prober(directory.client, directory.settings, keyring)
    async for check in card_checks(found, prober):
        yield check
    ways = found.card.interfaces[:MOST_WAYS]
    noted: set[str] = set()
    for way in ways:
        async for check in way_checks(way, found.card, prober):
            if check.id != "way.cors" or check.text not in noted:  # of a server whatever way is taken
                yield check
            noted.add(check.text)
    if not text:
        yield Check(id="message", group="message", outcome="skipped", text=NOTHING_SENT)
        return
    if not ways:
        return
    way = ways[0]
    if (why := directory.settings.refusal(way.url)) is not None:
        yield Check(id="message.answered", group=f"message over {way}", outcome="failed", text=why.text)
        return
    connection = AgentConnection(directory.client, way, keyring, directory.settings.credential(way.url))
    async for check in message_checks(connection, found.card, text, directory.settings.answer_deadline):
        yield check
