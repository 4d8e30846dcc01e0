"""Files of other agents: they come in on every wire, are known by what they hold and counted, and go out as results."""

import base64
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import grpc
import httpx
import pytest
from a2a.types import a2a_pb2 as pb
from google.protobuf.json_format import MessageToDict

from loket.core.limits import Limits
from tests.doors.filing import LONG, NOTE, PDF, RECEIPT
from tests.servers import free_port
from tests.serving import Here, serving_here

FILED = ["tests.doors.filing:bundle"]
BYTES = base64.b64encode(PDF).decode()
NEW = {"raw": BYTES, "filename": "../plan.png", "mediaType": "image/png"}
OLD = {"file": {"bytes": BYTES, "name": "../plan.png", "mimeType": "image/png"}}
TOKENS = {"ann": "a-long-token-of-ann"}

Send = Callable[[httpx.AsyncClient, str], Awaitable[Any]]


async def rpc(http: httpx.AsyncClient, method: str, params: Any, version: str = "") -> Any:
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    said = (await http.post("/a2a/files", json=body, headers={"A2A-Version": version} if version else {})).json()
    return said.get("result", said)


async def new_rpc(http: httpx.AsyncClient, grpc_at: str) -> Any:
    message = {"messageId": uuid4().hex, "role": "ROLE_USER", "parts": [{"text": "File this"}, NEW]}
    return (await rpc(http, "SendMessage", {"message": message}, "1.0"))["task"]


async def new_rest(http: httpx.AsyncClient, grpc_at: str) -> Any:
    body = {"message": {"messageId": uuid4().hex, "role": "ROLE_USER", "parts": [{"text": "File this"}, NEW]}}
    said = await http.post("/a2a/files/rest/message:send", json=body, headers={"A2A-Version": "1.0"})
    return said.json()["task"]


async def old_rpc(http: httpx.AsyncClient, grpc_at: str) -> Any:
    parts = [{"kind": "text", "text": "File this"}, {"kind": "file", **OLD}]
    message = {"kind": "message", "messageId": uuid4().hex, "role": "user", "parts": parts}
    return await rpc(http, "message/send", {"message": message})


async def old_rest(http: httpx.AsyncClient, grpc_at: str) -> Any:
    """The library of 0.3 writes what is base64 already as base64 once more, and reads nothing else."""
    twice = base64.b64encode(BYTES.encode()).decode()
    content = [{"text": "File this"}, {"file": {"fileWithBytes": twice, "name": "../plan.png"}}]
    body = {"message": {"messageId": uuid4().hex, "role": "ROLE_USER", "content": content}}
    said = (await http.post("/a2a/files/rest/v1/message:send", json=body)).json()
    return said["task"]


async def first_rpc(http: httpx.AsyncClient, grpc_at: str) -> Any:
    parts = [{"type": "text", "text": "File this"}, {"type": "file", **OLD}]
    return await rpc(http, "tasks/send", {"id": uuid4().hex, "message": {"role": "user", "parts": parts}})


async def bare(http: httpx.AsyncClient, grpc_at: str) -> Any:
    parts = [{"type": "text", "text": "File this"}, {"type": "file", **OLD}]
    return (await http.post("/a2a/files/tasks/send", json={"message": {"role": "user", "parts": parts}})).json()


async def over_grpc(http: httpx.AsyncClient, grpc_at: str) -> Any:
    file = pb.Part(raw=PDF, filename="../plan.png", media_type="image/png")
    message = pb.Message(message_id=uuid4().hex, role=pb.ROLE_USER, parts=[pb.Part(text="File this"), file])
    async with grpc.aio.insecure_channel(grpc_at) as channel:
        send = channel.unary_unary("/lf.a2a.v1.A2AService/SendMessage")
        body = pb.SendMessageRequest(message=message).SerializeToString()
        answer = pb.SendMessageResponse.FromString(await send(body, metadata=(("a2a-version", "1.0"),)))
    return MessageToDict(answer)["task"]


DIALECTS: dict[str, Send] = {
    "1.0 JSON-RPC": new_rpc,
    "1.0 REST": new_rest,
    "1.0 gRPC": over_grpc,
    "0.3 JSON-RPC": old_rpc,
    "0.3 REST": old_rest,
    "0.1 JSON-RPC": first_rpc,
    "0.1 bare": bare,
}


def files_in(value: Any) -> dict[str, str]:
    """Every file of an answer by its name: its bytes in base64, or the address where they are."""
    found: dict[str, str] = {}
    if isinstance(value, list):
        for inner in value:
            found |= files_in(inner)
    if isinstance(value, dict):
        held = value.get("file", value)
        name = held.get("filename") or (value.get("file") and held.get("name")) or ""
        at = [held[key] for key in ("raw", "bytes", "fileWithBytes", "url", "uri", "fileWithUri") if held.get(key)]
        if name and at:
            found[name] = at[0]
        for inner in value.values():
            found |= files_in(inner)
    return found


async def newest(here: Here) -> list[dict[str, Any]]:
    """The files of the newest conversation, as its view has them."""
    id = (await here.http.get("/api/conversations")).json()["items"][0]["id"]
    return (await here.http.get(f"/api/conversations/{id}")).json()["views"]["files"]["state"]["items"]


async def test_a_file_comes_in_and_results_go_out_in_every_dialect(tmp_path: Path) -> None:
    """Its type is told by what is in it; a private file stays here, and what is long is a link that needs no token."""
    port = free_port()
    async with serving_here(tmp_path, assistants=FILED, grpc_port=port) as here:
        for dialect, send in DIALECTS.items():
            task = await send(here.http, f"127.0.0.1:{port}")
            came, *_ = await newest(here)
            assert (came["file"]["name"], came["file"]["media"]) == ("plan.png", "application/pdf"), dialect
            given = files_in(task["artifacts"])
            assert set(given) == {"plan.png", "receipt.txt", "list.csv"}, (dialect, task)
            for name, data in (("plan.png", PDF), ("receipt.txt", RECEIPT)):
                held = base64.b64decode(given[name])
                assert (base64.b64decode(held) if "0.3 REST" in dialect else held) == data, dialect
            assert base64.b64encode(NOTE).decode() not in str(task)
            async with httpx.AsyncClient() as stranger:
                assert (await stranger.get(given["list.csv"])).content == LONG, dialect


async def test_what_an_agent_sends_is_counted_before_it_is_kept(tmp_path: Path) -> None:
    limits = Limits(megabytes=0.5)
    headers = {"Authorization": f"Bearer {TOKENS['ann']}"}
    async with serving_here(tmp_path, headers=headers, assistants=FILED, tokens=TOKENS, limits=limits) as here:
        large = {"raw": base64.b64encode(bytes(600_000)).decode(), "filename": "large.bin"}
        message = {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "forget"}, large]}
        refused = await rpc(here.http, "SendMessage", {"message": message}, "1.0")
        assert "0.5 MB" in refused["error"]["message"]
        assert (await here.engine.store.used("ann")).bytes < 100_000


@pytest.mark.parametrize("broken", ["signature", "until", "sha256", "conversation"])
async def test_a_link_is_good_for_its_file_alone_and_for_its_time(tmp_path: Path, broken: str) -> None:
    """Nothing of it can be changed; it is nobody's page; private files have none; erasing ends it."""
    async with serving_here(tmp_path, assistants=FILED, tokens=TOKENS) as here:
        here.http.headers["Authorization"] = f"Bearer {TOKENS['ann']}"
        id = (await here.http.post("/api/conversations", json={"assistant": "files"})).json()["id"]
        told = await here.http.post(f"/api/conversations/{id}/events", json={"kind": "user_said", "text": "File it"})
        await here.engine.settled(id, told.json()["seq"], 20)
        receipt, note, long = await newest(here)
        at = f"/api/conversations/{id}/files"
        made = await here.http.post(f"{at}/{receipt['file']['blob']['sha256']}/link?minutes=5")
        assert made.status_code == 201, made.text
        url = made.json()["url"]
        del here.http.headers["Authorization"]
        answer = await here.http.get(url)
        assert answer.content == RECEIPT and answer.headers["content-type"] == "application/octet-stream"
        assert answer.headers["content-disposition"].startswith("attachment")
        assert answer.headers["content-security-policy"] == "sandbox; default-src 'none'"
        until = urlsplit(url).query.partition("&")[0].removeprefix("until=")
        other = {
            "signature": url[:-1] + ("A" if url[-1] != "A" else "E"),
            "until": url.replace(f"until={until}", f"until={int(until) + 60}"),
            "sha256": url.replace(receipt["file"]["blob"]["sha256"], note["file"]["blob"]["sha256"]),
            "conversation": url.replace(id, id[::-1]),
        }
        assert (await here.http.get(other[broken])).status_code == 404
        links = here.engine.files.links
        now = here.engine.clock().timestamp()
        past = links.link(id, receipt["file"]["blob"]["sha256"], here.engine.clock().fromtimestamp(now - 1))
        assert (await here.http.get(past)).status_code == 410
        here.http.headers["Authorization"] = f"Bearer {TOKENS['ann']}"
        private = await here.http.post(f"{at}/{note['file']['blob']['sha256']}/link")
        assert (private.status_code, private.json()["error"]["code"]) == (409, "private_file")
        forced = links.link(id, note["file"]["blob"]["sha256"], here.engine.clock().fromtimestamp(now + 60))
        assert (await here.http.get(forced)).status_code == 404
        assert long["file"]["name"] == "list.csv"
        await here.http.delete(f"/api/conversations/{id}")
        assert (await here.http.get(url)).status_code == 410
