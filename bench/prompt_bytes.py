"""How many bytes of a prompt repeat from one request to the next of the same scope: what a provider's cache keeps."""

import json
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from itertools import pairwise

from bench.browser import Seen
from bench.model_talks import Talk
from bench.script import QUESTION, SPECIALIST_PLAN
from bench.scripted_model import WORDS, model_served

TURNS = 20
PACE = 0.0005


def prompt_of(body: bytes) -> bytes:
    """The prompt as a provider reads it: the tools first, then the messages."""
    request = json.loads(body)
    text = json.dumps([request.get("tools"), request["messages"]], ensure_ascii=False)
    return text[:-2].encode()


def is_root(body: bytes) -> bool:
    """Whether a request is of the talk's own scope, not of the specialist's, which has a new one for each task."""
    tools = json.loads(body).get("tools") or ()
    return SPECIALIST_PLAN[0] not in [tool["function"]["name"] for tool in tools]


def alike(before: bytes, after: bytes) -> int:
    """How many bytes two prompts begin with alike."""
    most = min(len(before), len(after))
    return next((at for at in range(most) if before[at] != after[at]), most)


def counted(bodies: Sequence[bytes]) -> tuple[int, int]:
    """The bytes of all prompts but the first, and how many of them stood at the same place in the one before."""
    prompts = [prompt_of(body) for body in bodies if is_root(body)]
    kept = sum(alike(before, after) for before, after in pairwise(prompts))
    return sum(map(len, prompts[1:])), kept


async def repeated(opened: Callable[[str], AbstractAsyncContextManager[Talk]]) -> tuple[int, int]:
    """Of one talk of twenty turns: see `counted`."""
    async with model_served(PACE) as (url, ledger), opened(url) as talk:
        ledger.keep()
        for number in range(TURNS):
            seen = Seen(WORDS[0].encode())
            await talk.turn(f"{QUESTION} turn={number}", seen)
            seen.verify(WORDS)
        return counted(ledger.requests)
