"""No door reads a list, an object or a text without a limit: every place there is, found in the types of the doors.

The sweep of all of them with megabytes each is `python -m tests.endurance.bodies`."""

import json
from pathlib import Path

import httpx
import pytest

from loket.core.data import FIELDS, FILES, TEXT_CHARACTERS
from loket.doors.a2a.envelope import Malformed, envelope_of
from loket.doors.a2a.limits import BYTES, FREE
from loket.doors.application import described
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.stores.memory import MemoryStore
from tests.endurance.bodies import MEMORY_MORE, SHAPES
from tests.endurance.doors import Asked, everything
from tests.endurance.process import memory, peak
from tests.serving import serving_child

LIMITS = {"list": "maxItems", "object": "maxProperties", "text": "maxLength"}
SAID = ("api", "chat stream", "map chat", "surfaces")
"""Doors whose types say the limits; those of the wires of others have none, and are held by ours."""
OURS_TO_MAKE = ("blob.", "text.")
"""References to stored bytes are refused when they are sent."""
TOO_MUCH = {
    "list": json.dumps([{}] * (FILES + 1)).encode(),
    "object": json.dumps({str(n): 1 for n in range(FIELDS + 1)}).encode(),
    "text": json.dumps("x" * (TEXT_CHARACTERS + 1)).encode(),
}


def every() -> list[Asked]:
    return everything(json.loads(described(Host(MemoryStore(), Kit({}, {}, {})))), "1", "1")


def test_every_place_of_our_own_doors_says_its_limit() -> None:
    mine = [
        asked for asked in every() if asked.door in SAID and not any(one in asked.spot.name for one in OURS_TO_MAKE)
    ]
    assert len(mine) > 30
    for asked in mine:
        if asked.spot.kind != "anything":
            assert LIMITS[asked.spot.kind] in asked.spot.schema or "pattern" in asked.spot.schema, asked.name


def test_every_place_of_a_request_of_agents_has_a_limit() -> None:
    mine = [asked for asked in every() if asked.door.startswith("a2a") and asked.door.endswith("rpc")]
    tried = 0
    for asked in mine:
        name = asked.spot.name.rpartition(".")[2].removesuffix("[]")
        free = asked.spot.kind == "anything" or name in FREE or name in BYTES or asked.spot.name == "id"
        if not free:
            tried += 1
            with pytest.raises(Malformed, match="has at most"):
                envelope_of(asked.body(TOO_MUCH[asked.spot.kind]))
    assert tried > 120


async def test_a_million_items_cost_next_to_nothing_at_any_door(tmp_path: Path) -> None:
    doors = {asked.door: asked for asked in every() if asked.spot.kind != "text" or asked.door == "map chat"}
    assert len(doors) >= 11
    async with (
        serving_child(tmp_path) as loket,
        httpx.AsyncClient(base_url=loket.url, timeout=30) as http,
    ):
        before, pid = memory(loket.process.pid), loket.process.pid
        for asked in doors.values():
            for shape in ("a million {}", "3 MB nested"):
                body, headers = asked.body(SHAPES[shape]), dict(asked.headers)
                answer = await http.request(asked.method, asked.path, content=body, headers=headers)
                assert answer.status_code == 413, (asked.door, asked.name, answer.text[:200])
        assert peak(pid) - before < MEMORY_MORE
