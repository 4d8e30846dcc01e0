"""What becomes of the pages of a conversation, in its stream: A2UI messages between the records that they come from."""

import asyncio
import json
from collections.abc import AsyncGenerator, Iterator

from loket.core.data import JsonObject
from loket.core.record import Record
from loket.engine.host import Host
from loket.engine.news import news_of
from loket.house.a2ui import A2uiStream, worded
from loket.views.screen import Screens

RECORD = b"id: "


async def with_pages(
    host: Host, conversation: str, owner: str, frames: AsyncGenerator[list[bytes], None], pace: float = 0.0
) -> AsyncGenerator[list[bytes], None]:
    """First every page as it is now, the one on screen last; then the frames, each record followed by what it
    changed. Messages have the event `page` and no id: whoever comes again gets the pages whole. `pace`: so many
    seconds are left to see a change before the stream goes on."""
    looked = await host.look(conversation, owner)
    view = looked.views[Screens.name]
    assert isinstance(view, Screens) and looked.entry is not None
    assistant = looked.entry.assistant
    screens = host.viewer.screens(assistant).restored(view.state())
    seen = looked.upto  # what was looked at goes on with the next look of anybody
    dialect = A2uiStream(host.kit.trees.get(assistant, {}))
    order = sorted(screens.models, key=lambda surface: surface == screens.shown)
    news = [await worded(host.store, conversation, screens.opening(surface)) for surface in order]
    yield [frame for message in news for frame in _frames(dialect, message)]
    try:
        async for batch in frames:
            told: list[bytes] = []
            for frame in batch:
                told.append(frame)
                if not frame.startswith(RECORD):
                    continue
                record = news_of(frame)
                changes = screens.project(record) if isinstance(record, Record) and record.seq > seen else []
                for message in changes:
                    surface = message["surfaceId"]  # of one that was never opened, a client has nothing to change
                    whole = message if surface in dialect.models else screens.opening(surface)
                    told += _frames(dialect, await worded(host.store, conversation, whole))
                if pace and any(message["kind"] == "dataModelUpdate" for message in changes):
                    yield told
                    told = []
                    await asyncio.sleep(pace)
            if told:
                yield told
    finally:
        await frames.aclose()


def _frames(dialect: A2uiStream, message: JsonObject) -> Iterator[bytes]:
    """The changes of its model; how a page is drawn does not change, and is asked for once."""
    for one in dialect.messages(message):
        if "updateDataModel" in one:
            yield b"event: page\ndata: " + json.dumps(one, ensure_ascii=False, separators=(",", ":")).encode() + b"\n\n"
