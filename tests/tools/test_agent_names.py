"""What skills of agents are called: no site takes the name, and with it the tools, of another one."""

import pytest

from loket.net.client import origin
from loket.tools.agents.names import source_at


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://my-shop.nl", "https://my.shop.nl"),
        ("https://bänk.nl", "https://bönk.nl"),
        ("https://shop.nl/a-b", "https://shop.nl/a_b"),
        (f"https://{'a' * 60}.{'b' * 60}.nl", f"https://{'a' * 60}.{'b' * 60}.de"),
    ],
)
def test_agents_of_two_sites_are_two_sources(one: str, other: str) -> None:
    names = {source_at(origin(one) + one[8:].partition("/")[2]), source_at(origin(other) + other[8:].partition("/")[2])}
    assert len(names) == 2


def test_a_plain_site_is_called_by_its_name() -> None:
    assert source_at("http://127.0.0.1:8000") == "agents.127_0_0_1_8000"
