"""A file of 100 MB between two agents: made while it is sent, looked at as it comes, and never kept whole."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Iterable
from functools import partial
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket_demos.scenario.trial.exchange import WireExchange, WireRequest, files_of
from loket_demos.scenario.trial.faults.every import EVERY
from loket_demos.scenario.trial.faults.port import reaction
from loket_demos.scenario.trial.faults.words import HugeFile
from loket_demos.scenario.trial.filling import (
    FILLING,
    LONG,
    file_digest,
    poured,
    poured_length,
    with_short_texts,
    without_long_files,
)
from loket_demos.scenario.trial.wire import TrialWire
from tests.scenario.trial.test_between import customer, failing, got, shop, tried

JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


async def shortened(body: bytes, cuts: Iterable[int], most: int = LONG) -> bytes:
    async def chunks() -> AsyncIterator[bytes]:
        edges = [0, *sorted(cut % (len(body) + 1) for cut in cuts), len(body)]
        for start, end in pairwise(edges):
            yield body[start:end]

    return b"".join([piece async for piece in with_short_texts(chunks(), most)])


@given(JSONS, st.booleans(), st.lists(st.integers(0, 10_000), max_size=6))
async def test_what_is_not_long_comes_as_it_was(value: object, plain: bool, cuts: list[int]) -> None:
    body = json.dumps(value, ensure_ascii=plain).encode("utf-8", "surrogatepass")
    assert await shortened(body, cuts) == body


@given(
    st.text(min_size=1, max_size=6),
    st.text(max_size=6),
    st.booleans(),
    st.lists(st.integers(0, 3_000), min_size=8, max_size=20),
)
async def test_of_a_long_text_the_rest_is_still_json(unit: str, after: str, plain: bool, cuts: list[int]) -> None:
    long = unit * 100
    value = {"before": unit, "long": long, "after": after}
    body = json.dumps(value, ensure_ascii=plain).encode("utf-8", "surrogatepass")
    short = json.loads((await shortened(body, cuts, 60)).decode(errors="replace"), strict=False)
    assert list(short) == ["before", "long", "after"]
    if not any("\ud800" <= letter <= "\udfff" for letter in unit + after):
        assert (short["before"], short["after"]) == (unit, after)


async def test_what_is_left_out_is_counted() -> None:
    text = "ab" * 2_000_000
    [short] = json.loads(await shortened(json.dumps([text]).encode(), range(0, 4_000_000, 65536)))
    digest = sha256(text.encode()).hexdigest()
    assert len(short) < LONG + 70_000 and short.startswith("abab")
    assert short.endswith(f"… (4000000 characters, sha256 {digest}, …{'ab' * 20})")


@pytest.mark.parametrize("zeros", [1, 2, 3, 200_000, 1_000_001])
def test_what_is_poured_in_is_base64_of_so_many_zeros(zeros: int) -> None:
    body = json.dumps({"a": FILLING, "b": FILLING}).encode()
    sent = b"".join(poured(body, zeros))
    assert len(sent) == poured_length(body, zeros)
    assert [base64.b64decode(text) for text in json.loads(sent).values()] == [bytes(zeros)] * 2
    assert b"".join(poured(b'{"a": 1}', 0)) == b'{"a": 1}'


def test_a_long_file_is_kept_by_its_digest() -> None:
    data = bytes(range(256)) * 1000
    file = {"name": "a", "bytes": base64.b64encode(data).decode()}
    message = {"role": "user", "messageId": "m", "parts": [{"kind": "file", "file": file}]}
    content = {"jsonrpc": "2.0", "method": "message/send", "params": {"message": message}}
    exchange = WireExchange(WireRequest("POST", "/", {}, json.dumps(content).encode()), 0)
    exchange.heard = exchange.passed = [message]
    exchange.keep()
    [kept], [heard] = files_of(exchange.request.message), files_of(exchange.heard[0])
    assert kept.digest == heard.digest == sha256(data).hexdigest() == file_digest(file["bytes"])
    assert len(exchange.request.body) < 1000 and exchange.request.sends
    assert without_long_files(without_long_files(message)) == without_long_files(message)


@pytest.mark.parametrize(
    ("stalls", "words"), [(True, "did not take all of it in time"), (False, "hung up before it had answered")]
)
async def test_a_line_that_breaks_under_a_huge_file_is_not_told_as_an_answer(stalls: bool, words: str) -> None:
    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readexactly(1)
        if stalls:
            await over.wait()
        writer.close()
        await asyncio.gather(writer.wait_closed(), return_exceptions=True)
        gone.set()

    over, gone = asyncio.Event(), asyncio.Event()
    body = json.dumps({"raw": FILLING}).encode()
    async with (
        await asyncio.start_server(meet, "127.0.0.1", 0) as server,
        httpx.AsyncClient(trust_env=False, timeout=httpx.Timeout(10, write=0.1)) as client,
    ):
        wire = TrialWire(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/", client)
        met = await reaction(wire, WireRequest("POST", "/", {}, body, zeros=50_000_000))
        over.set()
        await gone.wait()
    assert (met.kind, met.words) == ("broke", words)


async def test_both_agents_are_sent_a_huge_file_and_the_talk_comes_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(EVERY, "huge", partial(HugeFile, size=4_000_000))
    ours, theirs = customer(), shop()
    code, result = await tried(tmp_path, ours, theirs, faults=("huge",))
    assert (code, result.end, failing(result)) == (0, "success", [])
    struck = [check.sentence for check in result.checks if "fault" in check.name]
    assert len(struck) == 2 and all("Sent a file of 4 MB, it took it" in one for one in struck), struck
    assert len(json.dumps(result.model_dump(mode="json"))) < 1_000_000
    assert (len(got(ours)), len(got(theirs))) == (3, 2), "a message outside of the talk is a task of its own"
