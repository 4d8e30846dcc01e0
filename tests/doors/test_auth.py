"""Who may come in: nobody's page but ours, nobody's host name, and with tokens nobody without one. For every door."""

import json
import logging
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import httpx
import pytest

from loket.core.errors import ConfigError
from loket.doors.auth import COOKIE, Access
from tests.doors.talking import begun, code_of
from tests.serving import Here, ran, serving_child, serving_here

ANNA, BERT = "annas-token-0123456789", "berts-token-0123456789"
TOKENS = {"anna": ANNA, "bert": BERT}
DOORS = (
    ("GET", "/"),
    ("GET", "/healthz"),
    ("GET", "/health"),
    ("GET", "/docs"),
    ("GET", "/openapi.json"),
    ("GET", "/api/assistants"),
    ("GET", "/api/conversations"),
    ("POST", "/api/conversations"),
    ("POST", "/api/login"),
    ("GET", "/events"),
    ("POST", "/api/client-event"),
    ("GET", "/sse"),
    ("POST", "/message"),
    ("POST", "/mcp"),
    ("GET", "/mcp/sse"),
    ("POST", "/mcp/messages/"),
    ("POST", "/agents/toeslagen"),
    ("POST", "/agents/toeslagen/"),
    ("GET", "/agents/bezwaar/.well-known/agent-card.json"),
    ("GET", "/a2a/overheid/.well-known/agent-card.json"),
    ("POST", "/a2a/overheid"),
    ("POST", "/a2a/bezwaar/rest/message:send"),
    ("POST", "/agents/club/tasks/send"),
    ("GET", "/assets/x.js"),
    ("GET", "/config.json"),
)
CARDS = [path for _, path in DOORS if path.endswith("/.well-known/agent-card.json")]
OPEN = ("/", "/healthz", "/health", "/api/login", "/assets/x.js", "/config.json", *CARDS)


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Here]:
    async with serving_here(tmp_path) as served:
        yield served


@pytest.fixture
async def guarded(tmp_path: Path) -> AsyncIterator[Here]:
    async with serving_here(tmp_path, tokens=TOKENS) as served:
        yield served


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "", "[", "192.168.1.2"])
async def test_a_rebound_name_reaches_no_door(here: Here, host: str) -> None:
    for method, path in DOORS:
        answer = await here.http.request(method, path, headers={"Host": host})
        assert code_of(answer) == (421, "wrong_host"), path


@pytest.mark.parametrize(
    "foreign",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:3000"},
        {"Origin": "http://127.0.0.1"},
        {"Origin": "file://"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"},
    ],
    ids=lambda foreign: "-".join(foreign.values()),
)
async def test_a_foreign_page_can_neither_read_nor_write(here: Here, foreign: Mapping[str, str]) -> None:
    for method, path in DOORS:
        answer = await here.http.request(method, path, headers=foreign, json={"assistant": "overheid"})
        if path in CARDS:
            continue  # which anybody may read
        assert code_of(answer) == (403, "wrong_origin"), path
        assert "access-control-allow-origin" not in answer.headers
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    if "Origin" in foreign:
        assert (await here.http.options("/api/conversations", headers={**foreign, **asked})).status_code == 403
    assert (await here.http.get("/api/conversations")).json()["items"] == []


async def test_a_page_of_any_site_may_read_cards_and_nothing_comes_with_them(guarded: Here) -> None:
    foreign = {"Origin": "https://anywhere.example"}
    for path in (*CARDS, "/.well-known/agent-card.json", "/.well-known/agent.json"):
        answer = await guarded.http.get(path, headers=foreign)
        assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, "*"), path
        assert "access-control-allow-credentials" not in answer.headers
        asked = {"Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "a2a-version"}
        before = await guarded.http.options(path, headers={**foreign, **asked})
        assert before.status_code == 204 and "A2A-Version" in before.headers["access-control-allow-headers"]
        assert code_of(await guarded.http.post(path, headers=foreign)) == (403, "wrong_origin")


async def test_a_form_of_a_foreign_page_can_not_write_without_its_origin_either(here: Here) -> None:
    """What a browser may send without asking first is no JSON to us, whatever it says."""
    for media in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        body = '{"assistant":"overheid"}'
        answer = await here.http.post("/api/conversations", content=body, headers={"Content-Type": media})
        assert code_of(answer) == (415, "wrong_media"), media
    assert (await here.http.get("/api/conversations")).json()["items"] == []


@pytest.mark.parametrize("served", [True, False])
@pytest.mark.parametrize("name", ["localhost", "127.0.0.1"])
async def test_the_shell_may_use_the_server_from_its_own_origin(tmp_path: Path, name: str, served: bool) -> None:
    async with serving_here(tmp_path, web_port=5173) as here:
        await _let_in(here, f"http://{name}:{here.url.rpartition(':')[2] if served else 5173}")


@pytest.mark.parametrize("port", [5173, 10002])
async def test_a_page_of_another_port_is_foreign_when_nothing_of_ours_is_there(here: Here, port: int) -> None:
    for name in ("localhost", "127.0.0.1"):
        answer = await here.http.get("/api/conversations", headers={"Origin": f"http://{name}:{port}"})
        assert code_of(answer) == (403, "wrong_origin"), "any program of this machine may have that port"


async def _let_in(here: Here, origin: str) -> None:
    asked = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    preflight = await here.http.options("/api/client-event", headers=asked)
    assert preflight.status_code == 204
    assert preflight.headers["access-control-allow-origin"] == origin
    assert "content-type" in preflight.headers["access-control-allow-headers"].lower()
    answer = await here.http.get("/api/conversations", headers={"Origin": origin, "Sec-Fetch-Site": "same-site"})
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == origin and "Origin" in answer.headers["vary"]


async def test_its_own_page_and_a_link_to_it_are_welcome(here: Here) -> None:
    assert (await here.http.get("/api/conversations", headers={"Origin": here.url})).status_code == 200
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert (await here.http.get("/healthz", headers=link)).status_code == 200
    loopback = here.url.replace("127.0.0.1", "localhost")
    assert (await here.http.get(f"{loopback}/healthz")).status_code == 200


async def test_every_answer_says_that_it_is_what_it_says_and_stays_here(here: Here) -> None:
    for path in ("/healthz", "/api/conversations", "/docs", "/api/nothing"):
        headers = (await here.http.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["cache-control"] == "no-store"


async def test_with_tokens_nobody_comes_in_without_one(guarded: Here) -> None:
    wrong = (
        {},
        bearer("wrong"),
        {"Authorization": "Bearer"},
        {"Authorization": f"Basic {ANNA}"},
        {"Cookie": f"{COOKIE}=wrong"},
    )
    for method, path in DOORS:
        for headers in wrong:
            answer = await guarded.http.request(method, path, headers=headers)
            if path in OPEN:
                assert answer.status_code != 401 or path == "/api/login", path
            else:
                assert code_of(answer) == (401, "no_token"), path
    in_url = await guarded.http.get(f"/api/conversations?token={ANNA}&access_token={ANNA}")
    assert in_url.status_code == 401, "a token in an address would end up in logs and histories"


async def test_another_owners_conversation_does_not_exist_on_any_route(guarded: Here) -> None:
    made = await guarded.http.post("/api/conversations", json={"assistant": "overheid"}, headers=bearer(ANNA))
    id = made.json()["id"]
    url = f"/api/conversations/{id}"
    said = {"kind": "user_said", "text": "hallo"}
    asked: list[tuple[str, str, dict[str, object]]] = [
        ("GET", url, {}),
        ("GET", f"{url}/events", {}),
        ("GET", f"{url}/events", {"headers": {"Accept": "text/event-stream"}}),
        ("POST", f"{url}/events", {"json": said}),
        ("POST", f"{url}/fork?at=1", {}),
        ("GET", f"{url}/export", {}),
        ("DELETE", url, {}),
    ]
    for method, path, more in asked:
        headers = {**more.get("headers", {}), **bearer(BERT)}  # type: ignore[dict-item] # headers are a mapping
        answer = await guarded.http.request(method, path, json=more.get("json"), headers=headers)
        assert code_of(answer) == (404, "not_found"), path
    assert (await guarded.http.get("/api/conversations", headers=bearer(BERT))).json()["items"] == []
    [mine] = (await guarded.http.get("/api/conversations", headers=bearer(ANNA))).json()["items"]
    assert mine["id"] == id


async def test_another_owners_session_does_not_exist_at_the_surface_door(guarded: Here) -> None:
    async with guarded.http.stream("GET", "/events", headers=bearer(ANNA)) as annas:
        lines = annas.aiter_lines()
        while not (first := await anext(lines)).startswith("data: "):
            continue
        session = json.loads(first.removeprefix("data: "))["sessionId"]
        body = {"sessionId": session, "surfaceId": "home", "name": "nav/open", "payload": {"surfaceId": "toeslagen"}}
        theirs = await guarded.http.post("/api/client-event", json=body, headers=bearer(BERT))
        assert theirs.status_code == 404
        assert (await guarded.http.post("/api/client-event", json=body, headers=bearer(ANNA))).status_code == 200


async def test_on_loopback_without_tokens_there_is_nothing_to_sign_in_to(here: Here) -> None:
    answer = await here.http.post("/api/login", json={"token": "anything"})
    assert answer.status_code == 204 and "set-cookie" not in answer.headers


async def test_a_token_is_in_no_log_and_no_export(guarded: Here, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    mine = httpx.AsyncClient(base_url=guarded.url, headers=bearer(ANNA))
    async with mine:
        id = await begun(mine)
        await mine.post(f"/api/conversations/{id}/events", json={"kind": "user_said", "text": "hallo"})
        exported = await mine.get(f"/api/conversations/{id}/export")
    assert exported.status_code == 200 and ANNA not in exported.text
    assert ANNA not in "".join(record.getMessage() for record in caplog.records if record.name.startswith("loket"))


async def test_a_child_prints_no_token(tmp_path: Path) -> None:
    async with serving_child(tmp_path, env={"LOKET_TOKENS": f"anna:{ANNA}"}) as child:
        async with httpx.AsyncClient(base_url=child.url) as http:
            assert (await http.get("/api/conversations", headers=bearer(ANNA))).status_code == 200
            assert (await http.get("/api/conversations", headers=bearer(ANNA + "x"))).status_code == 401
        await child.kill()
        assert ANNA not in "\n".join([*child.said, *child.complained])


async def test_a_public_address_without_tokens_is_refused(tmp_path: Path) -> None:
    for host in ("0.0.0.0", "::", "192.0.2.1", "example.org"):
        with pytest.raises(ConfigError, match="Configure tokens"):
            Access().check_bind(host)
    for host in ("127.0.0.1", "localhost", "::1"):
        Access().check_bind(host)
    Access(tokens={ANNA: "anna"}).check_bind("0.0.0.0")
    code, said, complained = await ran("serve", "--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path))
    assert (code, said) == (1, "")
    assert "[public_without_tokens]" in complained and "Traceback" not in complained


async def test_with_a_name_of_its_own_it_answers_to_that_name(tmp_path: Path) -> None:
    async with serving_here(tmp_path, tokens=TOKENS, hosts=["loket.example.org"]) as here:
        named = {"Host": "loket.example.org", **bearer(ANNA)}
        assert (await here.http.get("/api/conversations", headers=named)).status_code == 200
        asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        accept = {"Accept": "application/json, text/event-stream"}
        assert (await here.http.post("/mcp", json=asked, headers=named | accept)).status_code == 200
        page = {"Origin": "https://loket.example.org", "Host": "loket.example.org", **bearer(ANNA)}
        assert (await here.http.get("/api/conversations", headers=page)).status_code == 200
        assert (await here.http.get("/healthz", headers={"Host": "other.example.org"})).status_code == 421


@pytest.mark.parametrize("only", ["overheid.toeslagen", "overheid.bezwaar"])
async def test_an_agent_alone_asks_for_a_token_where_it_is_asked_to_work(tmp_path: Path, only: str) -> None:
    ask = {"jsonrpc": "2.0", "id": 1, "method": "message/send", "params": {"message": {"parts": []}}}
    async with serving_here(tmp_path, only=only, tokens=TOKENS) as here:
        assert (await here.http.post("/", json=ask)).status_code == 401
        answer = await here.http.post("/", json=ask, headers={"Authorization": f"Bearer {ANNA}"})
        assert answer.status_code == 200
        assert (await here.http.get("/.well-known/agent-card.json")).status_code == 200
