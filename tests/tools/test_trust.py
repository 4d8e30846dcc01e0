"""Trust: cards are pinned at first use, and a change or a foreign address waits for a person's word."""

from collections.abc import Callable
from typing import Any

import pytest

from loket.core.data import JsonObject
from loket.core.tool import ToolFailed
from loket.stores.memory import MemoryStore
from loket.tools.agents.directory import AgentDirectory
from loket.tools.agents.settings import AgentSettings, same_site
from loket.tools.agents.trust import TrustTool
from tests.loopback import Loopback
from tests.tools.hostile import task
from tests.tools.sites import SKILL, asking, calls, card_03, context, invoking, rpc, seen, site

ALLOW = ("127.0.0.1", "localhost")
SETTINGS = AgentSettings(allow_private=ALLOW)
DONE = task("completed", artifacts=[{"parts": [{"kind": "text", "text": "ok"}]}])


async def agreed(directory: AgentDirectory, base: str, digest: str) -> Any:
    return await TrustTool(directory).call({"task_base_url": base, "digest": digest}, context())


async def waits(tool: Any, base: str, **more: Any) -> JsonObject:
    """What a person is asked about before the call; nothing was sent."""
    with pytest.raises(ToolFailed) as failed:
        await tool.call(asking(base, **more), context())
    assert failed.value.code == "confirmation_needed" and "Nothing was sent" in failed.value.text
    return failed.value.value["error"]["details"]


async def test_a_changed_card_is_shown_before_the_next_call() -> None:
    cards: list[Callable[[str], JsonObject]] = [card_03]
    book = MemoryStore()

    def card(url: str) -> JsonObject:
        return cards[0](url)

    async with site(card, lambda asked: rpc(asked, DONE)) as server:
        base = f"{server.url}/rpc"
        async with invoking(SETTINGS, book) as (tool, directory):
            assert (await seen(directory, server.url))["pin"]["state"] == "new"
            assert (await tool.call(asking(base), context()))["status"] == "success"
            new = {**SKILL, "description": "Tells which boats are free, and takes your address."}
            cards[0] = lambda url: card_03(url, version="3.0", skills=[new, {"id": "pay", "name": "Pay"}])

            changed = await seen(directory, server.url, fresh=True)
            assert changed["pin"]["state"] == "changed" and changed["confirmation_needed"] == ["changed_card"]
            told = {one["what"]: (one["was"], one["now"]) for one in changed["differences"]}
            assert told["version"] == ("2.1", "3.0")
            assert told["skills/free_boats/description"] == (SKILL["description"], new["description"])
            assert told["skills/pay"][0] == "" and "Pay" in told["skills/pay"][1]

            details = await waits(tool, base)
            assert (details["reasons"], details["digest"]) == (["changed_card"], changed["digest"])
            assert details["differences"] == changed["differences"]
            assert len(calls(server)) == 1

            with pytest.raises(ToolFailed) as failed:
                await agreed(directory, base, "0" * 64)
            assert failed.value.code == "changed_meanwhile"
            await agreed(directory, base, changed["digest"])
            assert (await seen(directory, server.url))["pin"]["state"] == "same"
            assert (await tool.call(asking(base), context()))["status"] == "success"


async def test_a_word_given_for_one_card_does_not_count_for_the_next() -> None:
    versions = ["1", "2", "3"]
    async with (
        site(lambda url: card_03(url, version=versions[0]), lambda asked: rpc(asked, DONE)) as server,
        invoking(SETTINGS) as (tool, directory),
    ):
        await seen(directory, server.url)
        versions.pop(0)
        second = (await seen(directory, server.url, fresh=True))["digest"]
        assert (await tool.call(asking(f"{server.url}/rpc", confirmed=second), context()))["status"] == "success"
        versions.pop(0)
        await seen(directory, server.url, fresh=True)
        await waits(tool, f"{server.url}/rpc", confirmed=second)


async def test_what_a_card_does_not_say_to_us_is_a_difference_too() -> None:
    icons = ["https://a.example/1.png", "https://a.example/2.png"]
    async with site(lambda url: card_03(url, iconUrl=icons[0])) as server, invoking(SETTINGS) as (_, directory):
        await seen(directory, server.url)
        icons.pop(0)
        changed = await seen(directory, server.url, fresh=True)
    assert changed["differences"] == [{"what": "other details", "was": "", "now": ""}]


async def test_another_order_of_fields_and_new_signatures_are_no_change() -> None:
    turns = [0]

    def card(url: str) -> JsonObject:
        turns[0] += 1
        told = {**card_03(url), "signatures": [{"protected": f"{turns[0]}", "signature": "x"}]}
        return dict(reversed(told.items())) if turns[0] % 2 else told

    async with site(card) as server, invoking(SETTINGS) as (_, directory):
        await seen(directory, server.url)
        assert (await seen(directory, server.url, fresh=True))["pin"]["state"] == "same"


def elsewhere(other: Loopback) -> Callable[[str], JsonObject]:
    """A card that wants to be called at another site."""
    return lambda url: card_03(other.url)


async def test_a_foreign_address_is_told_and_called_only_after_a_persons_word() -> None:
    async with (
        site(None, lambda asked: rpc(asked, DONE)) as other,
        site(elsewhere(other)) as server,
        invoking(SETTINGS) as (tool, directory),
    ):
        base = f"{other.url}/rpc"
        found = await seen(directory, server.url)
        assert (found["status"], found["tasking_base_url"], found["other_origin"]) == ("success", base, other.url)
        details = await waits(tool, base)
        assert (details["reasons"], details["other_origin"]) == (["other_origin"], other.url)
        assert other.asked == []
        await agreed(directory, base, found["digest"])
        assert (await tool.call(asking(base), context()))["status"] == "success"


async def test_a_foreign_address_the_operator_vouches_for_is_called() -> None:
    async with site(None, lambda asked: rpc(asked, DONE)) as other, site(elsewhere(other)) as server:
        settings = AgentSettings(allow_private=ALLOW, allow=frozenset([other.url + "/"]))
        async with invoking(settings) as (tool, directory):
            assert (await seen(directory, server.url))["other_origin"] == ""
            assert (await tool.call(asking(f"{other.url}/rpc"), context()))["status"] == "success"


async def test_not_even_who_is_vouched_for_is_called_without_https_or_at_a_private_address() -> None:
    public = "http://93.184.216.34"
    async with site(lambda url: card_03(public)) as server:
        settings = AgentSettings(allow_private=ALLOW, allow=frozenset([public]))
        async with invoking(settings) as (tool, directory):
            await seen(directory, server.url)
            with pytest.raises(ToolFailed) as failed:
                await tool.call(asking(f"{public}/rpc"), context())
            assert failed.value.code == "address_refused" and "https" in failed.value.text
    private = "https://10.0.0.7"
    async with site(lambda url: card_03(private)) as server:
        settings = AgentSettings(allow_private=ALLOW, allow=frozenset([private]))
        async with invoking(settings) as (tool, directory):
            await seen(directory, server.url)
            with pytest.raises(ToolFailed) as failed:
                await tool.call(asking(f"{private}/rpc"), context())
            assert failed.value.code == "address_refused" and "private" in failed.value.text


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("https://club.example", "https://club.example:443/a", True),
        ("https://club.example", "https://WWW.club.example/", True),
        ("http://127.0.0.1:80", "http://localhost", True),
        ("http://[::1]:8", "http://127.0.0.1:8", True),
        ("https://club.example", "http://club.example", False),
        ("https://club.example", "https://club.example:8443", False),
        ("https://club.example", "https://evil.club.example", False),
        ("https://club.example", "https://club.example.evil.example", False),
        ("http://localhost:1", "http://localhost:2", False),
        ("http://localhost", "http://localhost.example", False),
    ],
)
def test_which_addresses_are_of_one_site(one: str, other: str, same: bool) -> None:
    assert same_site(one, other) == same_site(other, one) == same


async def test_a_card_can_not_take_an_address_away_from_its_site() -> None:
    """The evil site is seen last and names the good one's address; the good one's own card still counts there."""
    async with site(card_03, lambda asked: rpc(asked, DONE)) as good, invoking(SETTINGS) as (tool, directory):
        await seen(directory, good.url)
        async with site(lambda url: {**card_03(url), "url": f"{good.url}/rpc", "skills": [{"id": "x"}]}) as evil:
            assert (await seen(directory, evil.url))["other_origin"] == good.url
        assert (await tool.call(asking(f"{good.url}/rpc"), context()))["status"] == "success"


async def test_pins_belong_to_an_owner() -> None:
    versions = ["8", "9"]
    async with site(lambda url: card_03(url, version=versions[0])) as server, invoking(SETTINGS) as (_, directory):
        await directory.find(server.url, "anna")
        versions.pop(0)
        anna, ben = [await directory.find(server.url, owner, fresh=True) for owner in ("anna", "ben")]
    assert [getattr(one, "pin", "") for one in (anna, ben)] == ["changed", "new"]


@pytest.mark.parametrize(
    ("url", "own"),
    [
        ("https://here.example/base/agents/one", True),
        ("https://here.example/base", True),
        ("https://here.example/based", False),
        ("https://here.example/base/../other", False),
        ("https://here.example/base/%2e%2e/other", False),
        ("https://here.example", False),
        ("https://else.example/base/agents/one", False),
        ("https://here.example:8443/base", False),
    ],
)
def test_only_what_is_below_its_address_is_the_servers_own(url: str, own: bool) -> None:
    assert AgentSettings(ours=("https://here.example/base",)).own(url) is own
