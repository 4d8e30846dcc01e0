"""How an agent comes to call us about one task: it is given a webhook at most once, and heard while we wait."""

from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import dataclass, field

from loket.tools.agents.rounds import Rounds
from loket.tools.agents.sending import wish
from loket.tools.agents.webhooks import Webhook, Webhooks
from loket.tools.agents.wire import Wire


@dataclass(slots=True)
class Callback:
    """That of one talk, on its wire. `whose` are the owner and the conversation; `given` is the address that the agent
    was given before, in an earlier life of this process perhaps, and `keep` notes the one it is given now. After
    `patience` seconds of asking after a task it is time for one."""

    webhooks: Webhooks
    wire: Wire
    whose: tuple[str, str]
    patience: float
    given: str
    keep: Callable[[str], Awaitable[None]]
    _open: ExitStack = field(default_factory=ExitStack)

    def of(self, task: str) -> Webhook | None:
        """The webhook for a task, whose token is no longer heard from the agent itself; None when it can't reach us."""
        webhook = self.webhooks.of(self.wire.way.url, *self.whose, task)
        if webhook is not None:
            self.wire.told.add(webhook.token)
        return webhook

    def known(self, webhook: Webhook) -> bool:
        """Whether the agent has it already."""
        return webhook.url == self.given

    async def give(self, task: str, webhook: Webhook, key: str, deadline: float) -> None:
        """Asks the agent to call it. Raises ToolFailed."""
        await self.wire.ask("notify", wish(self.wire.way, task, webhook), key, deadline)
        self.given = webhook.url
        await self.keep(webhook.url)

    def hear(self, webhook: Webhook, rounds: Rounds) -> None:
        """Until closed, its notifications say when to look."""
        rounds.hear(self._open.enter_context(self.webhooks.heard(webhook)))

    def close(self) -> None:
        """Nobody waits any more: what the agent still tells is taken and forgotten."""
        self._open.close()
