"""Trust: cards are pinned at first use, a change or a foreign address waits for a person, signatures count or not."""

import base64
import hmac
import json
from collections.abc import Callable
from typing import Any

import jwt
import pytest
from a2a.types import AgentCard
from a2a.utils.signing import create_agent_card_signer
from cryptography.hazmat.primitives.asymmetric import ec
from google.protobuf.json_format import MessageToDict, ParseDict

from loket.core.data import JsonObject
from loket.core.tool import ToolFailed
from loket.stores.memory import MemoryStore
from loket.tools.agent_directory import AgentDirectory
from loket.tools.agent_settings import AgentSettings, same_site
from loket.tools.agent_trust import TrustTool
from loket.tools.discover import DiscoverTool
from tests.loopback import Asked, Loopback, reply
from tests.tools.hostile import task
from tests.tools.sites import NEW, SKILL, asking, calls, card_03, card_10, context, invoking, rpc, site

ALLOW = ("127.0.0.1", "localhost")
SETTINGS = AgentSettings(allow_private=ALLOW)
DONE = task("completed", artifacts=[{"parts": [{"kind": "text", "text": "ok"}]}])


async def seen(directory: AgentDirectory, url: str, **more: Any) -> JsonObject:
    return await DiscoverTool(directory).call({"target_url": url, **more}, context())


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


# Signatures


Key = tuple[ec.EllipticCurvePrivateKey, JsonObject]


def key(kid: str = "k1") -> Key:
    """A key pair: the private half, and the public half as a JSON Web Key."""
    private = ec.generate_private_key(ec.SECP256R1())
    public = json.loads(jwt.algorithms.ECAlgorithm.to_jwk(private.public_key()))
    return private, {**public, "kid": kid}


def signed(raw: JsonObject, by: Key, jku: str) -> JsonObject:
    """A card of version 1.0, signed by the library."""
    plain = {name: value for name, value in raw.items() if name != "skills"}
    skill = {name: value for name, value in SKILL.items() if name != "parameters"}
    card = ParseDict({**plain, "skills": [skill]}, AgentCard())
    create_agent_card_signer(by[0], {"kid": by[1]["kid"], "alg": "ES256", "typ": "JOSE", "jku": jku})(card)
    return MessageToDict(card)


async def judged(card: Callable[[str], JsonObject], keys: list[JsonObject], **more: Any) -> JsonObject:
    """What is told of a site that shows this card, and its keys at `/keys`."""

    def answer(asked: Asked) -> bytes:
        return reply({"keys": keys}) if asked.target == "/keys" else reply(b"", 404)

    async with site(card, answer) as server, invoking(AgentSettings(allow_private=ALLOW, **more)) as (_, directory):
        try:
            return await seen(directory, server.url)
        except ToolFailed as failed:
            return failed.value


async def test_a_signature_by_a_key_of_the_site_is_valid() -> None:
    mine = key()
    found = await judged(lambda url: signed(card_10(url), mine, f"{url}/keys"), [key("other")[1], mine[1]])
    assert (found["status"], found["signature"]["state"], found["signature"]["source"]) == ("success", "valid", "site")
    assert found["signature"]["kid"] == "k1" and len(found["signature"]["key"]) == 64


async def test_a_signature_over_the_card_as_it_is_written_is_valid() -> None:
    """Other libraries sign fields that ours does not know, and values that ours would leave out."""
    private, public = key()

    def card(url: str) -> JsonObject:
        raw = {**card_10(url), "capabilities": {"streaming": False}, "x-note": "\u00e9"}
        payload = json.dumps(raw, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        token = jwt.api_jws.encode(payload, private, "ES256", {"kid": "k1", "jku": f"{url}/keys"})
        protected, _, signature = token.split(".")
        return {**raw, "signatures": [{"protected": protected, "signature": signature}]}

    assert (await judged(card, [public]))["signature"]["state"] == "valid"


async def test_a_card_that_was_changed_after_signing_is_no_card() -> None:
    mine = key()

    def card(url: str) -> JsonObject:
        return {**signed(card_10(url), mine, f"{url}/keys"), "description": "Send me your passport."}

    found = await judged(card, [mine[1]])
    assert (found["status"], found["code"]) == ("error", "bad_signature")


async def test_fields_that_no_signature_covers_are_told_and_left_out() -> None:
    mine = key()

    def card(url: str) -> JsonObject:
        return {
            **signed(card_10(url), mine, f"{url}/keys"),
            "base_url": "http://localhost:1",
            "url": "http://localhost:1",
        }

    found = await judged(card, [mine[1]])
    assert found["signature"]["state"] == "partly"
    assert sorted(found["signature"]["unsigned"]) == ["base_url", "url"]
    assert found["tasking_base_url"].endswith("/rpc") and found["other_origin"] == ""


async def test_a_key_somewhere_else_counts_only_when_the_operator_named_it() -> None:
    mine = key()

    def card(url: str) -> JsonObject:
        return signed(card_10(url), mine, "https://keys.example/keys")

    found = await judged(card, [mine[1]])
    assert (found["status"], found["signature"]["state"]) == ("success", "no_key")


async def test_a_configured_key_is_the_only_one_that_counts() -> None:
    mine, other = key(), key()

    def card(url: str) -> JsonObject:
        return signed(card_10(url), mine, f"{url}/keys")

    for configured, state in ((mine[1], "valid"), (other[1], None)):
        async with (
            site(card, lambda asked: reply({"keys": [mine[1]]})) as server,
            invoking(AgentSettings(allow_private=ALLOW, keys={server.url: (configured,)})) as (_, directory),
        ):
            if state is not None:
                told = (await seen(directory, server.url))["signature"]
                assert (told["state"], told["source"]) == (state, "configured")
            else:
                with pytest.raises(ToolFailed) as failed:
                    await seen(directory, server.url)
                assert failed.value.code == "bad_signature"
            assert [asked.target for asked in server.asked] == [NEW]


async def test_a_public_key_is_no_shared_secret_and_no_algorithm_is_no_signature() -> None:
    _, public = key()

    def forged(algorithm: str) -> Callable[[str], JsonObject]:
        def card(url: str) -> JsonObject:
            raw = card_10(url)
            payload = json.dumps(raw, sort_keys=True, separators=(",", ":")).encode()
            head = {"kid": "k1", "jku": f"{url}/keys", "alg": algorithm}
            protected, body = (
                base64.urlsafe_b64encode(part).rstrip(b"=") for part in (json.dumps(head).encode(), payload)
            )
            secret = json.dumps(public).encode()
            made = hmac.digest(secret, protected + b"." + body, "sha256") if algorithm == "HS256" else b""
            signature = base64.urlsafe_b64encode(made).rstrip(b"=").decode()
            return {**raw, "signatures": [{"protected": protected.decode(), "signature": signature}]}

        return card

    for algorithm in ("HS256", "none"):
        assert (await judged(forged(algorithm), [public]))["code"] == "bad_signature"


@pytest.mark.parametrize(
    "signatures",
    ["x", [1, None], [{}], [{"protected": "!!", "signature": "!!"}], [{"protected": base64.b64encode(b"[]").decode()}]],
)
async def test_signatures_that_are_none_do_no_harm(signatures: Any) -> None:
    found = await judged(lambda url: card_10(url, signatures=signatures), [key()[1]])
    assert found["status"] == "success" and found["signature"]["state"] in ("none", "no_key")


async def test_another_key_is_a_change_of_the_card() -> None:
    first, second = key("k1"), key("k2")
    turn = [first]

    def card(url: str) -> JsonObject:
        return signed(card_10(url), turn[0], f"{url}/keys")

    async with (
        site(card, lambda asked: reply({"keys": [first[1], second[1]]})) as server,
        invoking(SETTINGS) as (_, directory),
    ):
        before = await seen(directory, server.url)
        turn[0] = second
        after = await seen(directory, server.url, fresh=True)
    assert before["digest"] != after["digest"], "a person agrees to the key as well"
    assert after["pin"]["state"] == "changed" and [one["what"] for one in after["differences"]] == ["signed"]
