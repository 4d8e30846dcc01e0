"""After an upgrade that was taken back, a node meets records of a later version than it knows: it leaves them to a node
that knows them, and else says which version is needed."""

import json
from collections.abc import Callable
from pathlib import Path

from starlette.responses import PlainTextResponse

from loket.core.ports import Row
from loket.core.upcast import VERSION
from loket.engine.nodes import Nodes
from loket.stores.jetstream import JetStore, Servers
from tests.cli.counter import office
from tests.cli.test_draining import begun, watched
from tests.servers import serving
from tests.wiring.test_nodes import node, shared

TOLD = {"kind": "user_said", "text": "two"}


async def test_records_of_a_later_version_are_left_to_a_node_that_knows_them(
    tmp_path: Path, unused_nats: Callable[[], str]
) -> None:
    async with office() as stamps:
        stamps.open.set()
        env = shared(stamps, unused_nats())
        async with node(tmp_path / "a", env) as (_, a):
            at = await begun(a, "one")
            await watched(a, at, "one is stamped")
        here, conversation = at.removesuffix("/events"), at.split("/")[3]
        servers = Servers.of(env["LOKET_STORE"])
        async with (
            await JetStore.open(servers, node="gone", shared=True) as gone,
            await JetStore.open(servers, node="newer", shared=True) as newer,
            node(tmp_path / "b", env) as (_, b),
        ):
            seq = await gone.claim(conversation) + 1
            [last] = await gone.read(conversation, seq - 2)
            later = json.loads(last.body) | {"v": VERSION + 1, "seq": seq}
            stored = gone.append(conversation, [Row(seq, json.dumps(later).encode())])
            gone.urge()
            await stored
            for method, path, body in (
                ("POST", at, TOLD),
                ("GET", at, None),
                ("GET", f"{here}/export", None),
                ("GET", f"{here}/export?scrub=true", None),
                ("DELETE", here, None),
            ):
                answer = await b.request(method, path, json=body, headers={"Accept": "application/json"})
                assert answer.status_code == 503, (method, path, answer.text)
                assert answer.json()["error"]["code"] == "newer_record"
                assert f"version {VERSION + 1}" in answer.json()["error"]["text"]
                assert answer.headers["retry-after"].isdecimal()
            assert await gone.holder(conversation) == "gone"
            async with serving(PlainTextResponse("passed on")) as there:
                async with Nodes(newer, there, knows=VERSION):
                    assert (await b.post(at, json=TOLD)).status_code == 503
                async with Nodes(newer, there, knows=VERSION + 1):
                    assert (await b.post(at, json=TOLD)).text == "passed on"
            assert await gone.holder(conversation) == "gone"
