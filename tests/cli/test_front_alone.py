"""`loket serve --only overheid`: the front asks its parts where the mission has them, and says where."""

from pathlib import Path

import httpx
import pytest

from loket.config import Config
from loket.wiring.packages import placed
from tests.serving import serving_child


async def test_a_front_served_alone_asks_the_others_where_the_mission_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = placed(Config(only="overheid"))
    assert found.tools_url == "http://127.0.0.1:8000/sse"
    places = {
        "toeslagen": "http://localhost:8010/",
        "bezwaar": "http://localhost:8020/",
        "genui": "http://localhost:8030/",
    }
    assert found.parts == places
    told = Config(only="overheid", tools_url="http://localhost:8001/sse", parts={"genui": "http://localhost:8031/"})
    assert placed(told).tools_url == "http://localhost:8001/sse"
    assert placed(told).parts == {**places, "genui": "http://localhost:8031/"}
    for other in (Config(), Config(only="overheid.tools"), Config(only="urmston")):
        assert placed(other) == other
    monkeypatch.setattr("loket.config.from_entry_points", lambda path: ())
    assert placed(Config(only="shell")) == Config(only="shell"), "it needs no package"
    at = ", ".join(("http://127.0.0.1:8000/sse", *places.values()))
    async with serving_child(tmp_path, "--only", "overheid") as child, httpx.AsyncClient() as http:
        assert (await http.get(f"{child.url}/health")).status_code == 200
    assert f"It asks {at}." in child.said
