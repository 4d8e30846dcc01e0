"""The cards of an agent: made from its declaration, kept by caches, signed when there is a key, more for the known."""

from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from a2a.client.card_resolver import A2ACardResolver
from a2a.types import a2a_pb2 as pb
from a2a.utils.signing import create_agent_card_signer, create_signature_verifier
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from google.protobuf.json_format import MessageToDict
from httpx import AsyncClient
from starlette.applications import Starlette
from starlette.types import ASGIApp

from loket.core.assistant import AssistantSpec
from loket.core.data import JsonObject
from loket.core.tool import ToolSpec
from loket.doors.a2a.cards import PARAMETERS, card_of
from loket.doors.a2a.door import a2a_door, mounted
from loket.doors.a2a.face import A2ASettings, CardSkill, face_of, face_of_part
from loket.doors.later import Later
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.house.bundle import AgentPart
from loket.stores.sqlite import SqliteStore
from loket.tools.agents.card import card_of as reading
from tests.doors.a2a_citizens import FACE, Obedient, agent
from tests.servers import free_port, serving

SCHEMA = {"type": "object", "properties": {"age": {"type": "integer"}}}
MORE = (CardSkill("more", "More", "For the known.", ("more",)),)


def test_a_front_assistant_is_asked_in_words_and_tells_of_its_tools() -> None:
    tools = {"look": ToolSpec(name="look", description="Looks it up."), "other": ToolSpec(name="other")}
    assistant = AssistantSpec(name="desk", title="Desk", summary="Helps.", starters=("Hello?",), tools=("look",))
    face = face_of(assistant, tools)
    assert face.capabilities == () and [skill.id for skill in face.skills] == ["talk", "look"]
    assert face.skills[0].examples == ("Hello?",) and face.version == assistant.version
    card = card_of(face, A2ASettings(url="http://127.0.0.1:1"))
    assert all(skill.description and skill.tags for skill in card.skills)


def test_a_specialist_tells_what_each_skill_takes() -> None:
    part = AgentPart("club", "club", "Club", "Knows the teams.", (ToolSpec(name="team", input=SCHEMA),))
    face = face_of_part(part, "1")
    assert face.capabilities == ("team",)
    card = card_of(face, A2ASettings(url="http://127.0.0.1:1"))
    told = next(one for one in card.capabilities.extensions if one.uri == PARAMETERS)
    assert MessageToDict(told.params) == {"team": SCHEMA}


@pytest.mark.parametrize("repeats", [True, False])
def test_that_a_message_is_done_once_is_promised_only_where_it_is_so(repeats: bool) -> None:
    face = face_of(AssistantSpec(name="desk", title="Desk"), {})
    card = card_of(face, A2ASettings(url="http://127.0.0.1:1", repeats=repeats))
    assert reading(MessageToDict(card)).once == repeats


async def test_a_card_is_for_the_version_that_asks_and_may_be_kept(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        url = f"{a2a.url}/.well-known/agent-card.json"
        merged = await a2a.http.get(url)
        pure = await a2a.http.get(url, headers={"A2A-Version": "1.0"})
        assert merged.json()["protocolVersion"].startswith("0.3") and "protocolVersion" not in pure.json()
        assert pure.json()["supportedInterfaces"] == merged.json()["supportedInterfaces"]
        assert merged.headers["vary"] == "A2A-Version" and merged.headers["cache-control"] == "public, max-age=300"
        for name, value in (
            ("If-None-Match", merged.headers["etag"]),
            ("If-None-Match", f'"x", W/{merged.headers["etag"]}'),
            ("If-Modified-Since", merged.headers["last-modified"]),
        ):
            assert (await a2a.http.get(url, headers={name: value})).status_code == 304
        assert (await a2a.http.get(url, headers={"If-None-Match": pure.headers["etag"]})).status_code == 200
        assert (await a2a.http.get(url, headers={"If-Modified-Since": "yesterday"})).status_code == 200
        assert (await a2a.http.head(url)).headers["etag"] == merged.headers["etag"]


async def test_a_signed_card_is_what_its_key_says(tmp_path: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    public = key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    sign = create_agent_card_signer(private, {"kid": "k1", "alg": "ES256", "typ": "JOSE", "jku": None})
    async with agent(tmp_path, sign=sign, legacy=False) as a2a:
        verify = create_signature_verifier(lambda kid, jku: public, ["ES256"])
        card = await A2ACardResolver(a2a.http, a2a.url).get_agent_card(signature_verifier=verify)
        assert card.signatures and card.name == "Echo"


async def test_the_extended_card_is_for_callers_with_a_token(tmp_path: Path) -> None:
    async with agent(tmp_path, extended=MORE, secured=True, hosts=frozenset({"desk.example"})) as a2a:
        public = (await a2a.http.get(f"{a2a.url}/.well-known/agent-card.json")).json()
        assert public["capabilities"]["extendedAgentCard"] is True and "For the known" not in str(public)
        assert public["securitySchemes"]["token"]["httpAuthSecurityScheme"]["scheme"] == "Bearer"
        assert (await a2a.call("GetExtendedAgentCard", {}))["error"]["code"] == -32007
        known = (await a2a.call("GetExtendedAgentCard", {}, owner="ann"))["result"]
        assert [skill["id"] for skill in known["skills"]] == ["talk", "more"]
        for host in ("desk.example", "other.example"):
            body = {"jsonrpc": "2.0", "id": 1, "method": "GetExtendedAgentCard", "params": {}}
            headers = {"Host": host, "A2A-Version": "1.0", "Authorization": "Bearer ann"}
            there = (await a2a.http.post(a2a.url, json=body, headers=headers)).json()["result"]
            ways = {urlsplit(one["url"]).netloc for one in there["supportedInterfaces"]}
            assert ways == {host if host == "desk.example" else urlsplit(a2a.url).netloc}, host
        rest = await a2a.http.get(f"{a2a.url}/rest/extendedAgentCard", headers={"A2A-Version": "1.0"})
        assert rest.status_code == 400


async def test_an_extension_that_is_required_must_be_known(tmp_path: Path) -> None:
    async with agent(tmp_path, required="urn:example:needed") as a2a:
        assert (await a2a.send("hello", "m1"))["code"] == -32008
        body = {"jsonrpc": "2.0", "id": 1, "method": "GetTask", "params": {"id": "nothing"}}
        headers = {"A2A-Version": "1.0", "A2A-Extensions": "urn:example:other, urn:example:needed"}
        answer = await a2a.http.post(a2a.url, json=body, headers=headers)
        assert answer.json()["error"]["code"] == -32001
        tenant = await a2a.http.post(a2a.url, json={**body, "params": {"id": "x", "tenant": "t"}}, headers=headers)
        assert tenant.json()["error"]["code"] == -32602


async def test_a_door_that_calls_no_webhooks_does_not_say_so(tmp_path: Path) -> None:
    async with agent(tmp_path, push=False) as a2a:
        card = (await a2a.http.get(f"{a2a.url}/.well-known/agent-card.json")).json()
        assert not card["capabilities"].get("pushNotifications")


def test_every_required_field_of_a_card_is_filled() -> None:
    face = face_of(AssistantSpec(name="bare", title="Bare"), {})
    card = card_of(face, A2ASettings(url="http://127.0.0.1:1"))
    assert card.description and card.version and card.skills[0].description and card.skills[0].tags
    assert isinstance(card, pb.AgentCard)


async def test_a_door_made_when_somebody_comes_lives_at_its_path_with_and_without_a_slash(
    tmp_path: Path,
) -> None:
    port = free_port()
    settings = A2ASettings(url=f"http://127.0.0.1:{port}/agents/desk")
    kit = Kit(assistants={"echo": AssistantSpec(name="echo", title="Echo")}, planners={"echo": Obedient()})
    async with await SqliteStore.open(tmp_path) as store, Host(store, kit) as host:

        async def made() -> AbstractAsyncContextManager[ASGIApp]:
            return a2a_door(host, FACE, settings).running()

        later = Later(made)
        app = Starlette(routes=mounted("/agents/desk", later))
        async with later.running(), serving(app, port) as url, AsyncClient(timeout=20) as http:
            card = (await http.get(f"{url}/agents/desk/.well-known/agent-card.json")).json()
            assert card["supportedInterfaces"][0]["url"] == settings.url
            body = {"jsonrpc": "2.0", "id": 1, "method": "GetTask", "params": {"id": "nothing"}}
            for slash in ("", "/"):
                said = (await http.post(f"{settings.url}{slash}", json=body, headers={"A2A-Version": "1.0"})).json()
                assert said["error"]["code"] == -32001
            assert (await http.get(f"{settings.url}/rest/tasks", headers={"A2A-Version": "1.0"})).status_code == 200
            assert (await http.get(f"{settings.url}/nothing")).status_code == 404


async def test_a_card_names_the_allowed_host_it_was_asked_at_and_no_other(tmp_path: Path) -> None:
    async with agent(tmp_path, hosts=frozenset({"localhost", "desk.example"}), grpc="127.0.0.1:9") as a2a:

        async def card(host: str, query: str = "", path: str = "agent-card.json") -> Any:
            url = f"{a2a.url}/.well-known/{path}{query}"
            return (await a2a.http.get(url, headers={"Host": host, "A2A-Version": "1.0"})).json()

        port, path = urlsplit(a2a.url).port, urlsplit(a2a.url).path
        for host, said in (
            (f"localhost:{port}", f"http://localhost:{port}{path}"),
            ("desk.example", f"http://desk.example{path}"),
            ("other.example", a2a.url),
            ("x@localhost", a2a.url),
        ):
            told = await card(host)
            assert {urlsplit(one["url"]).netloc for one in told["supportedInterfaces"]} == {urlsplit(said).netloc}, host
            assert (await card(host, path="agent.json"))["url"] == said
        bindings = [one["protocolBinding"] for one in (await card("localhost", "?binding=GRPC"))["supportedInterfaces"]]
        assert "GRPC" in bindings and len(bindings) == 5, "a client that wants one origin takes the other card"
        body = (await a2a.http.get(f"{a2a.url}/.well-known/agent-card.json")).text
        assert ".0," not in body and "internal" not in body


async def test_the_card_of_today_has_the_fields_of_an_agents_own_wire(tmp_path: Path) -> None:
    own: JsonObject = {
        "id": "urn:x",
        "base_url": "http://x",
        "skills": [{"id": "talk", "parameters": SCHEMA, "tags": []}],
    }
    async with agent(tmp_path, replace(FACE, own=own)) as a2a:
        card = (await a2a.http.get(f"{a2a.url}/.well-known/agent-card.json")).json()
        assert (card["id"], card["base_url"], card["url"]) == ("urn:x", "http://x", a2a.url)
        assert card["skills"][0]["parameters"] == SCHEMA and card["skills"][0]["tags"] == ["talk"]
        pure = await a2a.http.get(f"{a2a.url}/.well-known/agent-card.json", headers={"A2A-Version": "1.0"})
        assert "base_url" not in pure.json() and "parameters" not in pure.json()["skills"][0]
