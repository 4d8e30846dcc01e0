"""The access log: one line a request with who, what, how it came out and what it cost; no query, header or body."""

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from loket.house.requests import OWNER

STRANGERS = (401, 403, 421)
"""Answers to those who are nobody here."""

log = logging.getLogger("loket.access")


class AccessLog:
    """ASGI middleware around everything else. The path is told as it was sent, percent signs and all, so that no
    letter of it can look like a line of ours."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, answer = time.monotonic(), {"status": 0, "bytes": 0}

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer["status"] = message["status"]
            elif message["type"] == "http.response.body":
                answer["bytes"] += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, counted)
        finally:
            told: dict[str, object] = {
                "method": ascii(scope["method"])[1:-1],
                "path": scope["raw_path"].partition(b"?")[0].decode("ascii", "backslashreplace"),
                "ms": round((time.monotonic() - begun) * 1000),
                **answer,
                "owner": "-" if answer["status"] in STRANGERS else scope.get(OWNER, "-"),
            }
            log.info("%(method)s %(path)s %(status)d %(ms)d ms %(bytes)d bytes %(owner)s", told, extra=told)
