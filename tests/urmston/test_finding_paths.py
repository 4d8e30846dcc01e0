"""The address in a message means who lives there: its path is kept, and the query of a card, and nothing else."""

import pytest

from loket.planners.finding.query import addresses
from tests.loopback import reply
from tests.tools.sites import NEW, calls, card_03
from tests.tools.test_discover_paths import house
from tests.urmston.errands import probed
from tests.urmston.street import street

ASK = "Ask {url} whether a single is free for 2 hours."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ask https://a.example/a2a/map/ for an extract.", ["https://a.example/a2a/map"]),
        ("Frag «https://a.example/a2a/map», bitte", ["https://a.example/a2a/map"]),
        ("(see http://a.example/x).", ["http://a.example/x"]),
        ("club.example/teams, or club.example", ["https://club.example/teams", "https://club.example"]),
        (f"https://a.example{NEW}?assistant_id=7", [f"https://a.example{NEW}?assistant_id=7"]),
        ("https://a.example/find?q=Seb", ["https://a.example/find"]),
        ("https://ann:secret@a.example/x", ["https://a.example/x"]),
        ("http://[nothing and https://a.example", ["https://a.example"]),
        ("It is late.Then go", []),
        ("Ask localhost:9000/a2a/map, or localhost/x", ["http://localhost:9000/a2a/map", "http://localhost/x"]),
        ("Ask 127.0.0.1:9001 or [::1]:9002 for the weather", ["http://127.0.0.1:9001", "http://[::1]:9002"]),
        ("Does version 1.2.3.4 run on my localhost?", []),
    ],
)
def test_an_address_is_read_with_its_path(text: str, found: list[str]) -> None:
    assert addresses(text) == found


@pytest.mark.parametrize(("path", "name"), [("/a2a/map", "Map"), (f"/a2a/post{NEW}", "Post"), ("", "Front")])
async def test_the_agent_at_the_path_is_asked_and_no_other(path: str, name: str) -> None:
    async with house() as server, street() as there:
        said = await there.say(ASK.format(url=server.url + path))
        assert await probed(there) == [server.url + path]
        assert said.startswith(name), said
        home = path.removesuffix(NEW)
        assert [one.target for one in calls(server)] == [f"{home}/rpc"]


async def test_two_agents_of_one_site_are_told_apart_in_a_conversation() -> None:
    async with house() as server, street() as there:
        for path, name in (("/a2a/map", "Map"), ("/a2a/post", "Post"), ("/a2a/map", "Map")):
            assert (await there.say(ASK.format(url=server.url + path))).startswith(name)
        assert [one.target for one in calls(server)] == ["/a2a/map/rpc", "/a2a/post/rpc", "/a2a/map/rpc"]


async def test_a_card_with_a_query_is_the_one_that_is_asked() -> None:
    at = f"{NEW}?assistant_id=7"
    more: dict[str, bytes] = {}
    async with house(more=more) as server, street() as there:
        more[at] = reply(card_03(f"{server.url}/a2a/post", name="Seven"))
        assert "Seven (" in await there.say(ASK.format(url=server.url + at))
        assert [one.target for one in calls(server)] == ["/a2a/post/rpc"]


async def test_that_the_origin_stands_in_is_told_with_its_answer() -> None:
    async with house() as server, street() as there:
        said = await there.say(ASK.format(url=f"{server.url}/a2a/nobody"))
        assert f"No agent shows a card at {server.url}/a2a/nobody" in said and said.startswith("Front")
