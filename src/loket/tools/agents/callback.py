"""How an agent comes to call us about one task: it is given a webhook at most once, and heard while we wait."""

from contextlib import ExitStack
from dataclasses import dataclass, field

from loket.core.ports import Book
from loket.tools.agents.book import GivenWebhook, given_webhook, keep_webhook
from loket.tools.agents.rounds import Rounds
from loket.tools.agents.sending import wish
from loket.tools.agents.webhooks import Webhook, Webhooks
from loket.tools.agents.wire import AgentConnection


@dataclass(slots=True)
class Callback:
    """That of one talk, on its wire, for one call. `asks`: the agent says that it calls; otherwise only a webhook that
    it has is heard. After `patience` seconds of asking after a task it is time for one."""

    webhooks: Webhooks
    wire: AgentConnection
    book: Book
    call: GivenWebhook
    patience: float
    asks: bool
    _given: bool | None = None
    _open: ExitStack = field(default_factory=ExitStack)

    def of(self, task: str) -> Webhook | None:
        """The webhook for a task, whose token is no longer heard from the agent itself; None when it can't reach us."""
        webhook = self.webhooks.of(self.wire.way.url, self.call.owner, self.call.conversation, task)
        if webhook is not None:
            self.wire.told.add(webhook.token)
        return webhook

    async def is_given(self, webhook: Webhook) -> bool:
        """Whether the agent has it already, perhaps from an earlier life of this process."""
        if self._given is None:
            given = await given_webhook(self.book, webhook.id)
            self._given = given is not None and given.url == webhook.url
        return self._given

    async def give(self, task: str, webhook: Webhook, key: str, deadline: float) -> None:
        """Asks the agent to call it. Raises ToolFailed."""
        await self.wire.ask("notify", wish(self.wire.way, task, webhook), key, deadline)
        self._given = True

    async def hear(self, webhook: Webhook, rounds: Rounds) -> None:
        """Until closed, its notifications say when to look; those that come later are news of this call."""
        await keep_webhook(self.book, webhook.id, self.call.model_copy(update={"url": webhook.url}))
        rounds.hear(self._open.enter_context(self.webhooks.heard(webhook)))

    def close(self) -> None:
        """Nobody waits any more."""
        self._open.close()
