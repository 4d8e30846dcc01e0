"""`loket doctor`: what is in order, what is only worth knowing, what is wrong."""

import socket
from collections.abc import Callable
from pathlib import Path

from loket.stores.jetstream import JetStore, Servers
from loket.stores.schema import FILE
from tests.serving import ran, serving_child, serving_here


async def test_a_folder_without_data_is_in_order(tmp_path: Path) -> None:
    _, said, complained = await ran("doctor", "--data", str(tmp_path / "new"))
    assert complained == "" and "no data yet" in said and "no language model is configured" in said
    assert "overheid.components:bundle" in said
    assert not (tmp_path / "new").exists(), "looking changes nothing"


async def test_a_running_server_is_named(tmp_path: Path) -> None:
    async with serving_child(tmp_path) as child:
        said = (await ran("doctor", "--data", str(tmp_path), env={"LOKET_MODEL": "anthropic:claude-x"}))[1]
        assert "wrong  model default: anthropic:claude-x needs a key: set ANTHROPIC_API_KEY" in said
        assert f"in use by a server at {child.url} (process {child.process.pid})" in said


async def test_the_folders_of_loket_up_are_looked_at_one_by_one(tmp_path: Path) -> None:
    async with serving_here(tmp_path / "overheid"):
        pass
    (tmp_path / "overheid.bezwaar").mkdir()
    (tmp_path / "overheid.bezwaar" / FILE).write_bytes(b"no database" * 1000)
    code, said, _ = await ran("doctor", "--data", str(tmp_path))
    assert code == 1 and f"ok     data in {tmp_path / 'overheid'}: 0 conversations" in said
    assert any(line.startswith("wrong") and "overheid.bezwaar" in line for line in said.splitlines())


async def test_what_is_wrong_is_said_and_gives_an_exit_code(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database" * 1000)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        env = {"ORCH_PORT": str(other.getsockname()[1]), "GEMINI_API_KEY": "k", "GEMINI_TEMPERATURE": "hot"}
        code, said, complained = await ran("doctor", "--data", str(tmp_path), env=env)
    assert (code, complained) == (1, "")
    assert f"note   port {env['ORCH_PORT']} is taken" in said
    wrong = [line for line in said.splitlines() if line.startswith("wrong")]
    assert any("GEMINI_TEMPERATURE" in line for line in wrong) and len(wrong) >= 2


async def test_an_assistant_that_can_only_ask_a_model_is_named_while_there_is_none(tmp_path: Path) -> None:
    shop = tmp_path / "shop.py"
    shop.write_text('from loket import Assistant\n\nshop = Assistant("shop", planner="chat")\n')
    env = {"LOKET_ASSISTANTS": str(shop)}
    code, said, _ = await ran("doctor", "--data", str(tmp_path / "data"), env=env)
    assert code == 1 and 'wrong  shop has planner="chat"' in said and "set LOKET_MODEL" in said
    shop.write_text('from loket import Assistant\n\nshop = Assistant("shop")\n')
    assert (await ran("doctor", "--data", str(tmp_path / "data"), env=env))[0] == 0


async def test_servers_that_keep_the_logs_are_looked_at(tmp_path: Path, unused_nats: Callable[[], str]) -> None:
    address = unused_nats()
    env = {"LOKET_STORE": address}
    code, said, _ = await ran("doctor", "--data", str(tmp_path), env=env)
    assert code == 0 and "yet: the first start makes it with 1 copies" in said and "`sync_interval: always`" in said
    async with await JetStore.open(Servers.of(address)):
        pass
    code, said, _ = await ran("doctor", "--data", str(tmp_path), env=env)
    assert code == 0 and "what that one server loses is lost; name three servers" in said
    code, said, _ = await ran("doctor", "--data", str(tmp_path), env={"LOKET_STORE": f"{address}&replicas=3"})
    assert code == 1 and "and LOKET_STORE wants 3: `nats stream edit" in said
    code, said, _ = await ran("doctor", "--data", str(tmp_path), env={"LOKET_STORE": "nats://127.0.0.1:1"})
    assert code == 1 and "wrong  No NATS server answers at 127.0.0.1:1." in said
