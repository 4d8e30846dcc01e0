"""The world that outlives every kill: a book of effects, and an agent in each dialect that counts what it takes on."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import unquote

from loket.core.data import JsonObject
from tests.endurance.counted import DIALECTS
from tests.loopback import Asked, Loopback, answering, reply
from tests.tools.sites import CARDS, NEW, OLD, rpc, rpc_error

SKILL: JsonObject = {
    "id": "errand",
    "name": "Errand",
    "description": "Tells that it took an errand.",
    "tags": ["errand"],
    "parameters": {"type": "object", "properties": {"errand": {"type": "string"}}, "required": ["errand"]},
}
LOOKS = 3
"""How often a task that takes a while is asked after before it is done; the first time there is only trouble."""
TROUBLE = reply(b"<html>Back in a moment</html>", 502, content_type="text/html")


@dataclass
class Book:
    """Effects by (what, errand), each with the keys it was asked for by."""

    effects: dict[tuple[str, str], Counter[str]] = field(default_factory=dict[tuple[str, str], "Counter[str]"])

    def note(self, what: str, errand: str, key: str) -> None:
        """One more effect."""
        self.effects.setdefault((what, errand), Counter())[key] += 1

    def answer(self, asked: Asked) -> bytes:
        """`GET /effect/WHAT/ERRAND/KEY`."""
        _, _, what, errand, key = (unquote(part) for part in asked.target.split("/"))
        self.note(what, errand, key)
        return reply({})


@dataclass
class Taker:
    """An agent: each message it takes is an effect. Every other one takes a while."""

    dialect: str
    book: Book
    url: str = ""
    tasks: dict[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])

    async def answer(self, asked: Asked) -> bytes | None:
        """Card, messages and questions after a task, in its dialect."""
        await asyncio.sleep(0)
        if asked.method == "GET" and asked.target in (NEW, OLD):
            wanted = OLD if self.dialect == "bare" else NEW
            return reply(CARDS[self.dialect](self.url, skills=[SKILL])) if asked.target == wanted else reply(b"", 404)
        if self.dialect == "bare":
            if asked.method == "GET" and asked.target.startswith("/tasks/"):
                return self._bare_look(asked.target.rpartition("/")[2])
            if asked.target == "/tasks/send":
                message = asked.json["message"]
                return reply(self._taken(message["messageId"], message["parts"]))
            return reply(b"", 404)
        if asked.target != "/rpc" or asked.method != "POST":
            return reply(b"", 404)
        params = asked.json.get("params") or {}
        match asked.json["method"]:
            case "message/send" | "SendMessage":
                message = params["message"]
                task = self._taken(message["messageId"], message["parts"], message.get("contextId", ""))
                return rpc(asked, task if self.dialect == "0.3" else {"task": task})
            case "tasks/get" | "GetTask" if params.get("id") in self.tasks:
                looked = self._look(params["id"])
                return TROUBLE if looked is None else rpc(asked, looked)
            case "ListTasks":
                there = [id for id, (context, _) in self.tasks.items() if context == params.get("contextId")]
                return rpc(asked, {"tasks": [self._task(id) for id in there], "nextPageToken": "", "totalSize": 1})
            case "tasks/get" | "GetTask":
                return rpc_error(asked, -32001, "Task not found")
            case _:
                return rpc_error(asked, -32601, "Method not found")

    def _taken(self, key: str, parts: list[JsonObject], context: str = "") -> JsonObject:
        data = next(part["data"] for part in parts if "data" in part)
        errand = str(data["parameters"]["errand"])
        self.book.note("agent", errand, key)
        number = int(errand.rpartition("-")[2])
        self.tasks[key] = (context or f"of-{key}", LOOKS if number % 2 else 0)
        return self._task(key)

    def _bare_look(self, task: str) -> bytes:
        if task not in self.tasks:
            return reply({"error": "no such task"}, 404)
        looked = self._look(task)
        return TROUBLE if looked is None else reply(looked)

    def _look(self, task: str) -> JsonObject | None:
        """How far it is; None: not to be had just now."""
        context, left = self.tasks[task]
        self.tasks[task] = (context, max(0, left - 1))
        return None if left == LOOKS else self._task(task)

    def _task(self, task: str) -> JsonObject:
        context, left = self.tasks[task]
        state = "working" if left else "completed"
        if self.dialect == "1.0":
            state = f"TASK_STATE_{state.upper()}"
        words: JsonObject = (
            {"text": "Taken."} if self.dialect == "1.0" else {"kind": "text", "type": "text", "text": "Taken."}
        )
        made: JsonObject = {"id": task, "contextId": context, "status": {"state": state}}
        if not left:
            made["artifacts"] = [{"artifactId": "a", "parts": [words]}]
        return made if self.dialect == "1.0" else {"kind": "task", **made}


@asynccontextmanager
async def outside(
    host: str = "127.0.0.1", book: Book | None = None
) -> AsyncGenerator[tuple[Book, Loopback, list[str]]]:
    """The book, where it is, and the addresses of the three agents."""
    async with AsyncExitStack() as stack:
        book = book or Book()
        there = await stack.enter_async_context(answering(book.answer, host=host))
        urls: list[str] = []
        for dialect in DIALECTS:
            taker = Taker(dialect, book)
            at = await stack.enter_async_context(answering(taker.answer, host=host))
            taker.url = at.url
            urls.append(at.url)
        yield book, there, urls


def described(book: Book) -> str:
    """The effects as JSON, for whoever looks into a miss."""
    return json.dumps({f"{what} {errand}": dict(keys) for (what, errand), keys in book.effects.items()})
