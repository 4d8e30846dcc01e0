"""How a browser talks with each contender of the model turns: what is sent, and which bytes end a turn."""

import json
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

from bench.browser import BadAnswer, Browser, Seen, form

SEQ = re.compile(rb"^id: (\d+)$", re.MULTILINE)


@dataclass
class Talk(ABC):
    """One conversation of one person with one server."""

    browser: Browser
    name: str

    async def begin(self) -> None:
        """What has to be asked before the first message: most ask nothing."""
        return

    @abstractmethod
    async def turn(self, text: str, seen: Seen) -> None:
        """One message and all that came of it, whole."""


@dataclass
class LoketTalk(Talk):
    """The own API: a conversation, its live stream, and an event told."""

    id: str = ""
    after: int = 0

    async def begin(self) -> None:
        """A new conversation."""
        created = await self.browser.post("/api/conversations", {"assistant": "bench"})
        self.id = json.loads(created)["id"]

    async def turn(self, text: str, seen: Seen) -> None:
        """The page follows the conversation before it tells anything."""
        path = f"/api/conversations/{self.id}/events"
        frames = self.browser.stream("GET", f"{path}?after={self.after}")
        seen.add(await anext(frames))
        await self.browser.post(path, {"kind": "user_said", "text": text})
        async for piece in frames:
            seen.add(piece)
            if b'"kind":"say"' in piece and any(is_answer(line) for line in piece.splitlines()):
                break
        await frames.aclose()
        self.after = int(SEQ.findall(seen.body)[-1])


def is_answer(line: bytes) -> bool:
    """Whether this is the record of the root's last words."""
    return b'"scope":"/"' in line and b'"kind":"say"' in line and b'"decided"' in line


@dataclass
class PlainTalk(Talk):
    """A server of ours around a library: one request a turn, answered by its stream."""

    async def turn(self, text: str, seen: Seen) -> None:
        """To the end of the stream."""
        await self._all(seen, "/turn", json.dumps({"conversation": self.name, "text": text}).encode())

    async def _all(self, seen: Seen, path: str, body: bytes, media: str = "application/json") -> None:
        async for piece in self.browser.stream("POST", path, body, media):
            seen.add(piece)
        if b"rror" in seen.body[-200:]:
            raise BadAnswer(f"it failed: {bytes(seen.body[-300:])!r}")


@dataclass
class AgnoTalk(PlainTalk):
    """AgentOS: a form."""

    async def turn(self, text: str, seen: Seen) -> None:
        """To the end of the stream."""
        fields = form(message=text, stream="true", session_id=self.name)
        await self._all(seen, "/agents/root/runs", fields, "application/x-www-form-urlencoded")


@dataclass
class AdkTalk(PlainTalk):
    """The server of google-adk: a session, then `/run_sse`."""

    base: dict[str, Any] = field(default_factory=dict[str, Any])

    async def begin(self) -> None:
        """A new session."""
        await self.browser.post(f"/apps/bench/users/person/sessions/{self.name}", {})
        self.base = {"appName": "bench", "userId": "person", "sessionId": self.name, "streaming": True}

    async def turn(self, text: str, seen: Seen) -> None:
        """To the end of the stream."""
        message = {"role": "user", "parts": [{"text": text}]}
        await self._all(seen, "/run_sse", json.dumps({**self.base, "newMessage": message}).encode())
