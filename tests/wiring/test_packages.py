"""Several packages on one server: each with its own tools and agents, all in one log; what does not fit is told."""

from pathlib import Path

import pytest

from loket.app import opened
from loket.config import Config
from loket.core.errors import ConfigError
from tests.doors.talking import code_of
from tests.serving import serving_here

OVERHEID = "loket_demos.overheid.components:bundle"
LIBRARY = "tests.library:bundle"


async def test_a_server_serves_every_package(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=[OVERHEID, LIBRARY]) as here:
        listed = [item["name"] for item in (await here.http.get("/api/assistants")).json()["items"]]
        assert listed == ["overheid", "library"]
        for name in listed:
            made = await here.http.post("/api/conversations", json={"assistant": name})
            assert made.status_code == 201
        assert (await here.http.get("/agents/toeslagen/.well-known/agent-card.json")).status_code == 200
        assert (await here.http.get("/tools/library/health")).status_code == 200
        assert code_of(await here.http.get("/tools/overheid/health")) == (404, "not_found")


@pytest.mark.parametrize("only", ["library", "library.tools", "overheid", "overheid.toeslagen"])
async def test_each_part_of_each_package_is_served_alone(tmp_path: Path, only: str) -> None:
    async with serving_here(tmp_path, assistants=[OVERHEID, LIBRARY], only=only) as here:
        assert (await here.http.get("/health")).json() == {"ok": True}


async def test_two_packages_with_one_name_are_refused(tmp_path: Path) -> None:
    config = Config(data=tmp_path, assistants=(LIBRARY, LIBRARY))
    with pytest.raises(ConfigError, match="a package with the name library"):
        async with opened(config, {}):
            pass


async def test_a_part_of_no_package_names_those_of_all(tmp_path: Path) -> None:
    config = Config(data=tmp_path, assistants=(OVERHEID, LIBRARY), only="nothing")
    with pytest.raises(
        ConfigError, match=r"nothing\. A part is NAME, .* or shell, where NAME is one of overheid, library\."
    ):
        async with opened(config, {}):
            pass
