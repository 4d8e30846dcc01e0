"""The future that everybody who appended in one turn of the event loop shares."""

import asyncio

from loket.core.errors import Unavailable


class Durable(asyncio.Future[None]):
    """Done when the commit is. Cancelling one who waits for it must not cancel the others, so it can't be cancelled:
    a cancelled task hears of it when the commit is over and its outcome is known."""

    def cancel(self, msg: object | None = None) -> bool:
        return False

    def fail(self, error: Exception) -> None:
        """Ends it with an error; asking for it at once keeps asyncio quiet when nobody waits."""
        self.set_exception(error)
        self.exception()


def broken(error: Exception) -> Durable:
    """A future that has failed already: nothing was taken."""
    future = Durable()
    future.fail(error)
    return future


def closed() -> Unavailable:
    return Unavailable("store_closed", "The server is stopping.")
