"""Notifications of other people's agents about the tasks we gave them: taken by their token, and never read.

It stands before everything that reads a body, so that one of any size costs nothing. See `tools/agents/webhooks.py`."""

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from loket.core.errors import Unavailable
from loket.house.refusal import refused
from loket.tools.agents.webhooks import PATH, Webhooks

PUBLIC = (PATH,)
"""How the paths begin that need no token of a person."""

AGAIN = {"Retry-After": "5", "Connection": "close"}
TOKENS = ("x-a2a-notification-token", "a2a-notification-token")
"""The headers that agents send the token in, as they call them; others log in with it, as a bearer."""


class AgentNews:
    """ASGI middleware. Answers 204 to a notification with the token of its webhook, whether or not anybody still waits
    for it, and 401 to everything else, whether or not there is such a webhook."""

    def __init__(self, app: ASGIApp, webhooks: Webhooks) -> None:
        self.app, self.webhooks = app, webhooks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith(PATH):
            await (await self._answer(scope))(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _answer(self, scope: Scope) -> Response:
        if scope["method"] != "POST":
            return refused(405, "wrong_method", "Notifications are posted here.", {"Allow": "POST"})
        headers = Headers(scope=scope)
        scheme, _, login = headers.get("authorization", "").partition(" ")
        tokens = [headers.get(name, "") for name in TOKENS]
        tokens.append(login.strip() if scheme.lower() == "bearer" else "")
        try:
            if await self.webhooks.notified(scope["path"].removeprefix(PATH), tokens):
                return Response(status_code=204)
        except Unavailable as error:
            return refused(error.status, error.code, error.text, AGAIN)
        # Whatever is still on its way is not waited for.
        return refused(401, "wrong_token", "This is no notification that was asked for.", {"Connection": "close"})
