"""The shared client as packages of assistants are given it: fetches whole, or says that it could not."""

from collections.abc import Mapping

import httpx

from loket.core.web import Fetched, FetchFailed
from loket.net.client import CallFailed, Client, ReplyTooLarge, fetched
from loket.net.guard import AddressRefused


class Web:
    """Fetches with the client it was given, and so behind its guard."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def __call__(self, url: str, form: Mapping[str, str] | None, deadline: float, most: int) -> Fetched:
        method, data = ("GET", None) if form is None else ("POST", dict(form))
        request = self._client.build_request(method, url, data=data)
        try:
            answer = await fetched(self._client, request, deadline, most)
        except CallFailed as error:
            why = error.refusal.text if isinstance(error, AddressRefused) else ""
            late, large = isinstance(error, httpx.TimeoutException), isinstance(error, ReplyTooLarge)
            raise FetchFailed(late=late, large=large, refused=why) from error
        return Fetched(answer.status, answer.body)
