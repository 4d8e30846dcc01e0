"""A package opens its assistant as an agent at addresses of its own: each with its settings, and none knows another."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.types import a2a_pb2 as pb
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import Receive, Scope, Send

from loket.app import Brought, opened
from loket.config import Config
from loket.core.actions import Action, Ask, Decision, Say
from loket.core.events import Answered, UserSaid
from loket.core.planner import Draft, Situation
from loket.face.assistant import Assistant
from loket.house.house import House, ServedAgent
from tests.servers import free_port, serving


class Clerk:
    """Says where it works, and asks for more."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        return Decision(reasoning="It was asked.", action=self._action(situation))

    def _action(self, situation: Situation) -> Action:
        match situation.woke[-1].event:
            case UserSaid(text=str(text)):
                return Ask(text=f"{text}? This is {situation.settings['street']}.", lasts=False)
            case Answered(text=text):
                return Say(text=f"{text}, at {situation.settings['street']}")
            case _:
                return Say(text="?")


@dataclass(frozen=True)
class Streets:
    """A door with a counter in every street."""

    def routes(self, house: House) -> list[BaseRoute]:
        counter = _Counter(house)
        return [Route("/counters/{street}", counter), Mount("/counters/{street}", counter)]


@dataclass(frozen=True)
class _Counter:
    house: House

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        street = scope["path_params"]["street"]
        path, settings = f"/counters/{street}", {"street": street}
        agent = ServedAgent("clerk", path, f"Counter {street}", "A counter.", settings, ("Hello",))
        await (await self.house.agent(agent))(scope, receive, send)


CLERK = Assistant("clerk", title="Clerk", planner=Clerk(), doors=[Streets()])


@asynccontextmanager
async def streets(data: Path) -> AsyncGenerator[str]:
    port = free_port()
    config = Config(data=data, port=port)
    async with opened(config, {}, brought=Brought((CLERK,))) as served, serving(served.app, port) as url:
        yield url


async def call(url: str, method: str, **params: Any) -> Any:
    async with httpx.AsyncClient(timeout=20) as http:
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return (await http.post(url, json=body)).json()


def message(id: str, text: str, **more: str) -> dict[str, Any]:
    parts = [{"kind": "text", "text": text}]
    return {"kind": "message", "messageId": id, "role": "user", "parts": parts, **more}


async def test_each_address_is_an_agent_with_a_card_and_settings_of_its_own(tmp_path: Path) -> None:
    async with streets(tmp_path) as url, httpx.AsyncClient(timeout=20) as http:
        for street in ("north", "south"):
            at = f"{url}/counters/{street}"
            card = await A2ACardResolver(http, at).get_agent_card()
            assert (card.name, card.supported_interfaces[0].url) == (f"Counter {street}", at)
            client = ClientFactory(ClientConfig(httpx_client=http)).create(card)
            said = pb.Message(message_id="m", role=pb.ROLE_USER, parts=[pb.Part(text="Hi")])
            events = [one async for one in client.send_message(pb.SendMessageRequest(message=said))]
            asked = events[-1].status_update.status
            assert asked.state == pb.TASK_STATE_INPUT_REQUIRED
            assert asked.message.parts[0].text == f"Hi? This is {street}."


async def test_the_same_ids_at_two_addresses_are_two_conversations(tmp_path: Path) -> None:
    async with streets(tmp_path) as url:
        north, south = f"{url}/counters/north", f"{url}/counters/south"
        for id, context in (("m", {}), ("k", {"contextId": "c"})):
            first = message(id, "Hi", **context)
            sent = {at: await call(at, "message/send", message=first) for at in (north, south)}
            ids = {at: answer["result"]["id"] for at, answer in sent.items()}
            assert ids[north] != ids[south]
            again = await call(north, "message/send", message=first)
            assert again["result"]["id"] == ids[north]
            for method in ("tasks/get", "tasks/cancel"):
                assert (await call(south, method, id=ids[north]))["error"]["code"] == -32001
            other = await call(south, "message/send", message=message(f"{id}n", "Tom", taskId=ids[north]))
            assert other["error"]["code"] == -32001
            last = await call(north, "message/send", message=message(f"{id}n", "Tom", taskId=ids[north]))
            assert last["result"]["artifacts"][0]["parts"][0]["text"] == "Tom, at north"
            closed = await call(north, "message/send", message=message(f"{id}o", "More", taskId=ids[north]))
            assert closed["error"]["code"] == -32004


async def test_an_address_lists_its_own_tasks_alone(tmp_path: Path) -> None:
    async with streets(tmp_path) as url, httpx.AsyncClient(timeout=20, headers={"A2A-Version": "1.0"}) as http:
        for n, street in enumerate(("north", "south", "south")):
            await call(f"{url}/counters/{street}", "message/send", message=message(f"m{n}", "Hi"))
        body = {"jsonrpc": "2.0", "id": 1, "method": "ListTasks", "params": {}}
        for street, count in (("north", 1), ("south", 2), ("west", 0)):
            listed = (await http.post(f"{url}/counters/{street}", json=body)).json()
            assert listed["result"]["totalSize"] == count, street
