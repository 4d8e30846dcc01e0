"""Server-sent events as doors write them: a frame, headers that keep proxies from holding it back, signs of life."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from typing import TypeVar

import msgspec

from loket.core.data import JsonObject

HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
PING = b": ping\n\n"
PING_SECONDS = 15.0
PIECE = 40
"""Characters in a piece of a text that comes whole, up to the end of a word."""

News = TypeVar("News")


def frame(event: JsonObject) -> bytes:
    """An event as one frame without a name."""
    return b"data: %b\n\n" % msgspec.json.encode(event)


def pieces(text: str) -> Iterator[str]:
    """The text in pieces that end with a word."""
    while len(text) > PIECE:
        at = text.find(" ", PIECE) + 1
        if at == 0:
            break
        yield text[:at]
        text = text[at:]
    if text:
        yield text


async def beating(news: AsyncGenerator[News, None], seconds: float) -> AsyncGenerator[News | None, None]:
    """The news as they come, and None whenever there were none for so long. Closes what it follows."""
    coming = asyncio.ensure_future(anext(news))
    try:
        while True:
            await asyncio.wait((coming,), timeout=seconds)
            if not coming.done():
                yield None
                continue
            try:
                came = coming.result()
            except StopAsyncIteration:
                return
            coming = asyncio.ensure_future(anext(news))
            yield came
    finally:
        coming.cancel()
        await asyncio.gather(coming, return_exceptions=True)
        await news.aclose()
