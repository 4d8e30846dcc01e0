"""The walk of one A2A message through the code: where it stays, in how many rooms, and by how many names it goes.

Run `python -m scripts.walk`; `--all` lists them. The whole application is opened with one assistant that echoes, and is
sent one SendMessage over JSON-RPC. A function of `src/loket` is a stay when it is given the body: a value in which the
words of the message stand, as bytes, text, JSON, a type of a library, an event or a record. A room is a file with a
stay in it; a name is what a parameter with the body in it is called. What only has the body within something that
serves many messages (`self`, a conversation) is given none."""

import argparse
import asyncio
import dataclasses
import inspect
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

import httpx
from google.protobuf.message import Message as ProtobufMessage
from pydantic import BaseModel

import loket
from loket.app import Brought, opened
from loket.config import Config
from loket.core.actions import Decision, Say
from loket.core.events import UserSaid
from loket.core.planner import Draft, Situation

MARK = "aVeryRareWord"
DEPTH = 5
"""Values inside each other that are looked into."""
ROOT = str(Path(loket.__file__).parent)
PATH = "/a2a/walked/"


class Walk:
    """What one message has passed: each function with the names under which it was given the body there."""

    def __init__(self) -> None:
        self.stays: dict[tuple[str, str], set[str]] = {}

    def seen(self, frame: FrameType, event: str, _: object) -> None:
        """Notes a call; to be set as the profiler of the interpreter."""
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(ROOT) or code.co_name.startswith("<"):
            return
        place = code.co_filename.removeprefix(f"{ROOT}/"), code.co_qualname
        values = inspect.getargvalues(frame)
        given = [*values.args, *([values.varargs] if values.varargs else ())]
        names = {name for name in given if name != "self" and has_body(values.locals.get(name))}
        if names:
            self.stays.setdefault(place, set()).update(names)

    @property
    def rooms(self) -> list[str]:
        """The files, in the order in which the message came to them."""
        return list(dict.fromkeys(file for file, _ in self.stays))

    @property
    def names(self) -> set[str]:
        """By which the body goes."""
        return set[str]().union(*self.stays.values())


def has_body(value: Any, depth: int = DEPTH) -> bool:
    """Whether the words stand in a value that is of this message alone."""
    if isinstance(value, str):
        return MARK in value
    if isinstance(value, bytes | bytearray):
        return MARK.encode() in value
    if isinstance(value, ProtobufMessage):
        return MARK.encode() in value.SerializeToString()
    if depth == 0:
        return False
    if isinstance(value, dict):
        return any(has_body(one, depth - 1) for one in [*value.values()])
    if isinstance(value, list | tuple | set | frozenset):
        return any(has_body(one, depth - 1) for one in [*value])
    if isinstance(value, BaseModel):
        return any(has_body(one, depth - 1) for one in value.__dict__.values())
    if dataclasses.is_dataclass(value) and is_value(type(value)):
        return any(has_body(getattr(value, field.name, None), depth - 1) for field in dataclasses.fields(value))
    return False


def is_value(kind: Any) -> bool:
    """Whether a dataclass is a value, and nothing that changes."""
    how = kind.__dataclass_params__
    return how.frozen or how.unsafe_hash


class Echo:
    """A planner that says what it is told."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """The same words."""
        said = situation.woke[-1].event
        assert isinstance(said, UserSaid)
        return Decision(reasoning="It is an echo.", action=Say(text=f"echo {said.text}"))


async def walked(folder: Path) -> Walk:
    """The walk of a message, when the agent has answered another one before: what is made once is no part of it."""
    assistant = loket.Assistant("walked", title="Walked", planner=Echo())
    async with opened(Config(data=folder), {}, brought=Brought((assistant,))) as served:
        transport = httpx.ASGITransport(served.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:

            async def asked(number: str, words: str) -> None:
                message = {"messageId": number, "role": "ROLE_USER", "parts": [{"text": words}]}
                call = {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": message}}
                answer = (await client.post(PATH, json=call, headers={"A2A-Version": "1.0"})).json()
                assert f"echo {words}" in json.dumps(answer), answer

            await asked("m1", "first")
            return await profiled(lambda: asked("m2", f"{MARK} it is"))


async def profiled(act: Callable[[], Awaitable[None]]) -> Walk:
    """What is passed while this is done, in this thread."""
    walk = Walk()
    sys.setprofile(walk.seen)
    try:
        await act()
    finally:
        sys.setprofile(None)
    return walk


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="The walk of one A2A message.")
    parser.add_argument("--all", action="store_true", help="list each stay with its names")
    with TemporaryDirectory() as folder:
        walk = asyncio.run(walked(Path(folder)))
    if parser.parse_args().all:
        for (file, function), names in walk.stays.items():
            print(f"{file}: {function} ({', '.join(sorted(names))})")
    print(f"{len(walk.stays)} stays, {len(walk.rooms)} rooms, {len(walk.names)} names")


if __name__ == "__main__":
    main()
