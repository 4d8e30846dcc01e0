"""Words in the making leave in the step of whoever made them, and each is in the stream once and in its order."""

import asyncio
import re
import socket
from pathlib import Path
from urllib.parse import urlsplit

from hypothesis import example, given
from hypothesis import strategies as st

from loket.engine.feed import DraftText, Feed
from loket.engine.run import Run
from tests.doors.talking import begun
from tests.engine.virtual import live, virtual
from tests.serving import Here, serving_here


async def watching(here: Here, id: str) -> tuple[Run, socket.socket]:
    """The run of a conversation, and a client's end of its stream when all there is was read."""
    url = urlsplit(here.url)
    line = socket.create_connection((url.hostname, url.port))
    line.setblocking(False)
    asked = f"GET /api/conversations/{id}/events HTTP/1.1\r\nHost: {url.netloc}\r\nAccept: text/event-stream\r\n\r\n"
    line.send(asked.encode())
    got = b""
    async with asyncio.timeout(20):
        while not re.search(rb"id: 1\n.*\n\n", got):
            got += await asyncio.get_running_loop().sock_recv(line, 10_000)
    run = here.engine.runs.usable(id)
    assert run is not None
    return run, line


async def test_a_word_is_at_its_reader_before_the_step_that_made_it_ends(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        run, line = await watching(here, await begun(here.http))
        with line:
            run.writer.feed.note(kind="delta", draft="d", scope="/", offset=0, text="Hal")
            assert b'"text":"Hal"' in line.recv(10_000)  # the loop had no turn
            run.writer.feed.note(kind="delta", draft="d", scope="/", offset=3, text="lo")
            assert b'"text":"lo"' in line.recv(10_000)


async def test_words_for_a_reader_who_takes_nothing_wait_and_come_once_in_order(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        run, line = await watching(here, await begun(here.http))
        with line:
            words = [f"<{n}>{'x' * 20_000}" for n in range(200)]
            for word in words:
                run.writer.feed.note(kind="delta", draft="d", scope="/", offset=0, text=word)
            got = b""
            async with asyncio.timeout(20):
                while b"<199>" not in got:
                    got += await asyncio.get_running_loop().sock_recv(line, 1_000_000)
            assert [int(n) for n in re.findall(rb"<(\d+)>", got)] == list(range(200))


@example(["early", "turn", "record"])
@given(st.lists(st.sampled_from(["word", "early", "record", "turn", "full", "room"]), max_size=30))
def test_straight_or_not_a_watcher_gets_each_frame_once_in_order(happens: list[str]) -> None:
    async def main() -> None:
        feed, got, room = Feed(0), list[bytes](), [True]

        def straight(frame: bytes) -> bool:
            if room[0]:
                got.append(frame)
            return room[0]

        async def follow() -> None:
            position = 0
            while not feed.closed:
                for _, frame in feed.since(position) or []:
                    got.append(frame)
                    position += 1
                position = await feed.news(position, straight)

        following = asyncio.create_task(follow())
        for n, what in enumerate(happens):
            if what == "word":
                feed.note(kind="delta", text=str(n))
            elif what == "early":  # faster than the store: it goes out behind the record that it answers
                DraftText(feed, str(n), "/", feed.committed + 1).write(str(n))
            elif what == "record":
                feed.publish([(feed.committed + 1, b"{}")])
            elif what == "turn":
                await virtual().drain()
            else:
                room[0] = what == "room"
        await virtual().drain()
        assert got == [frame for _, frame in feed.frames]
        feed.close()
        await following

    live(main())
