"""Cards of a server with a key are signed, and who is known is told more: both are declared only when they are so."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from a2a.client.card_resolver import A2ACardResolver
from a2a.utils.signing import create_signature_verifier
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa, x25519
from jwt import PyJWK

from loket.app import opened
from loket.config import Config
from loket.core.errors import ConfigError
from loket.doors.a2a.cards import PARAMETERS
from loket.tools.agents.settings import AgentSettings
from loket.tools.discover import discover_a2a_agent_capabilities
from tests.serving import serving_here

TOKEN = "a-token-of-20-letters"
ANNA = {"Authorization": f"Bearer {TOKEN}"}
VERSION = {"A2A-Version": "1.0"}
KEYS = "/.well-known/jwks.json"
PRIVATE: dict[str, Any] = {
    "ES256": lambda: ec.generate_private_key(ec.SECP256R1()),
    "ES384": lambda: ec.generate_private_key(ec.SECP384R1()),
    "EdDSA": ed25519.Ed25519PrivateKey.generate,
    "RS256": lambda: rsa.generate_private_key(65537, 2048),
}


def written(folder: Path, key: Any) -> Path:
    """A private key as a file."""
    plain = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path = folder / "card.pem"
    path.write_bytes(key.private_bytes(*plain))
    return path


@pytest.mark.parametrize("kind", PRIVATE)
async def test_a_card_is_signed_with_the_key_of_the_site(tmp_path: Path, kind: str) -> None:
    async with serving_here(tmp_path, card_key=written(tmp_path, PRIVATE[kind]())) as here:
        (key,) = (await here.http.get(KEYS)).json()["keys"]
        assert key["alg"] == kind and key["use"] == "sig" and not {"d", "p", "q"} & key.keys()
        verify = create_signature_verifier(lambda kid, jku: PyJWK(key), [kind])
        async with httpx.AsyncClient() as http:
            for agent in ("overheid", "bezwaar"):
                told = await A2ACardResolver(http, f"{here.url}/a2a/{agent}").get_agent_card(signature_verifier=verify)
                assert told.signatures
        found = await discover_a2a_agent_capabilities(here.url, settings=AgentSettings(allow_private=("127.0.0.1",)))
        assert (found["signature"]["state"], found["signature"]["source"]) == ("valid", "site")
        assert found["signature"]["kid"] == key["kid"]


async def test_a_key_stays_the_same_over_a_restart_and_behind_a_proxy(tmp_path: Path) -> None:
    settings = {"card_key": written(tmp_path, PRIVATE["ES256"]()), "tokens": {"anna": TOKEN}}
    async with serving_here(tmp_path, **settings) as here:
        before = (await here.http.get(KEYS)).json()
    async with serving_here(tmp_path, public_url="https://loket.example/base", **settings) as here:
        answer = await here.http.get(KEYS)
        assert answer.json() == before and "max-age" in answer.headers["cache-control"], "anybody may read it"
    async with serving_here(tmp_path, only="overheid.bezwaar", **settings) as here:
        assert (await here.http.get(KEYS)).json() == before
        card = (await here.http.get("/a2a/.well-known/agent-card.json", headers=VERSION)).json()
        assert card["signatures"]


async def test_without_a_key_nothing_is_signed(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        assert (await here.http.get(KEYS)).status_code == 404
        card = (await here.http.get("/.well-known/agent-card.json", headers=VERSION)).json()
        assert "signatures" not in card and not card["capabilities"].get("extendedAgentCard")


async def test_a_key_that_can_not_be_used_keeps_the_server_from_starting(tmp_path: Path) -> None:
    weak: list[Any] = [rsa.generate_private_key(65537, 1024), x25519.X25519PrivateKey.generate()]
    weak.append(ec.generate_private_key(ec.SECP256K1()))
    broken = tmp_path / "broken.pem"
    broken.write_text("-----BEGIN PRIVATE KEY-----\nsecret\n-----END PRIVATE KEY-----\n")
    for path in (tmp_path / "none.pem", broken, *(written(tmp_path, key) for key in weak)):
        with pytest.raises(ConfigError, match="can't be used as the key of our cards") as refused:
            async with opened(Config(data=tmp_path, card_key=path), {}):
                pass
        assert "secret" not in refused.value.text


async def test_who_is_known_is_told_what_each_skill_takes(tmp_path: Path) -> None:
    async with serving_here(tmp_path, tokens={"anna": TOKEN}) as here:
        public = (await here.http.get("/.well-known/agent-card.json", headers=VERSION)).json()
        assert public["capabilities"]["extendedAgentCard"] is True
        assert PARAMETERS not in str(public)
        body = {"jsonrpc": "2.0", "id": 1, "method": "GetExtendedAgentCard", "params": {}}
        assert (await here.http.post("/a2a/overheid", json=body, headers=VERSION)).status_code == 401
        more = (await here.http.post("/a2a/overheid", json=body, headers={**VERSION, **ANNA})).json()["result"]
        assert [skill["id"] for skill in more["skills"]] == [skill["id"] for skill in public["skills"]]
        told = next(one["params"] for one in more["capabilities"]["extensions"] if one["uri"] == PARAMETERS)
        tools = [skill["id"] for skill in public["skills"] if skill["id"] != "talk"]
        assert sorted(told) == sorted(tools) and all(schema["type"] == "object" for schema in told.values())
        old = {"jsonrpc": "2.0", "id": 1, "method": "agent/getAuthenticatedExtendedCard"}
        again = (await here.http.post("/a2a/overheid", json=old, headers=ANNA)).json()["result"]
        assert again["supportsAuthenticatedExtendedCard"] is True
