"""Where the logs of a process are: in its folder, or on the servers that LOKET_STORE names."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from loket.app import opened
from loket.config import Config
from loket.core.errors import ConfigError
from loket.stores.jetstream import JetStore, Servers
from tests.doors.talking import checked, code_of
from tests.nats import nats_server
from tests.serving import serving_here


async def test_a_conversation_goes_on_at_another_machine(unused_nats: Callable[[], str], tmp_path: Path) -> None:
    address = unused_nats()
    async with serving_here(tmp_path / "a", store=address) as here:
        id, last = await checked(here)
        seen = (await here.http.get(f"/api/conversations/{id}")).json()
    async with serving_here(tmp_path / "b", store=address) as there:
        assert (await there.http.get(f"/api/conversations/{id}")).json() == seen
        answer = await there.http.post(f"/api/conversations/{id}/events", json={"kind": "user_said", "text": "Hallo"})
        assert answer.status_code == 200 and answer.json()["seq"] == last + 1
        assert (await there.http.delete(f"/api/conversations/{id}")).status_code == 204
        assert (await there.http.get(f"/api/conversations/{id}")).status_code == 410


async def test_without_its_servers_nothing_is_taken_and_people_are_asked_to_come_back(tmp_path: Path) -> None:
    with nats_server(tmp_path / "nats", "-js") as server:

        async def store_at(data: Path) -> JetStore:
            return await JetStore.open(Servers.of(server.address), patience=0.2)

        async with opened(Config(data=tmp_path), {}, store_at=store_at) as served:
            transport = httpx.ASGITransport(served.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
                id = (await http.post("/api/conversations", json={"assistant": "overheid"})).json()["id"]
                server.kill()
                answer = await http.post(f"/api/conversations/{id}/events", json={"kind": "user_said", "text": "Hallo"})
                assert code_of(answer) == (503, "no_quorum")
                assert int(answer.headers["Retry-After"]) > 0


async def test_a_store_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="LOKET_STORE must be like nats://"):
        async with opened(Config.model_validate({"data": tmp_path, "store": "postgres://a"}), {}):
            pass


def test_nothing_of_nats_is_read_without_the_setting() -> None:
    code = (
        "import sys, loket.app, loket.cli; print([m for m in sys.modules if m.split('.')[0] == 'nats' or 'jets' in m])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
