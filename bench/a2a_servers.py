"""The same echo behind two A2A doors, each in a process of its own: `python -m bench.a2a_servers NAME PORT FOLDER`.

`loket` is our door over the durable log; `sdk` is the library's own handler with its tasks in memory, `sdk-working` the
same with an agent that says first that it works, `sdk-sqlite` the first with its tasks in the library's own database
store. `bare` and `floor` are the least there can be (`a2a_floor`). All run as our server does: on uvloop, with rarer
garbage collections."""

import sys
from pathlib import Path
from typing import Any

import uvicorn
import uvloop
from starlette.applications import Starlette
from starlette.routing import BaseRoute

from bench.a2a_floor import floor
from loket.engine.steady import steady

PATH = "/a2a"
LEAST = ("bare", "floor")
BUSY_SECONDS = 60


async def database(folder: Path) -> Any:
    """The library's store over SQLite, as safe as ours and with the faster journal."""
    from a2a.server.tasks import DatabaseTaskStore
    from sqlalchemy import event
    from sqlalchemy.ext.asyncio import create_async_engine

    def as_ours(connection: Any, _: object) -> None:
        for pragma in ("journal_mode=wal", "synchronous=full"):
            connection.execute(f"pragma {pragma}")

    engine = create_async_engine(f"sqlite+aiosqlite:///{folder / 'tasks.db'}", connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine.sync_engine, "connect", as_ours)
    store = DatabaseTaskStore(engine)
    await store.initialize()
    return store


def sdk_routes(url: str, works: bool, store: Any) -> list[BaseRoute]:
    """The library's sample of itself: what its documentation shows, with nothing added."""
    from a2a.helpers import new_task_from_user_message, new_text_part
    from a2a.server.agent_execution import AgentExecutor, RequestContext
    from a2a.server.events import EventQueue
    from a2a.server.request_handlers import DefaultRequestHandler
    from a2a.server.routes import create_jsonrpc_routes
    from a2a.server.tasks import TaskUpdater

    from loket.doors.a2a.cards import card_of
    from loket.doors.a2a.face import A2ASettings

    class Echo(AgentExecutor):
        async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
            assert context.message is not None
            task = context.current_task or new_task_from_user_message(context.message)
            await event_queue.enqueue_event(task)
            updater = TaskUpdater(event_queue, task.id, task.context_id)
            if works:
                await updater.start_work()
            await updater.add_artifact([new_text_part(f"echo {context.get_user_input()}")])
            await updater.complete()

        async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
            assert context.task_id is not None and context.context_id is not None
            await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()

    card = card_of(face(), A2ASettings(url=url, push=False))
    handler = DefaultRequestHandler(agent_executor=Echo(), task_store=store, agent_card=card)
    return [*create_jsonrpc_routes(handler, PATH)]


def face() -> Any:
    """What both say of themselves."""
    from loket.doors.a2a.face import AgentFace, CardSkill

    return AgentFace("echo", "Echo", "Says it again.", "1", (CardSkill("talk", "Talk", "Says it again.", ("talk",)),))


async def serve(name: str, port: int, folder: Path) -> None:
    """Serves until it is killed."""
    url = f"http://127.0.0.1:{port}{PATH}"
    app = Starlette(routes=[]) if name not in LEAST else floor(folder if name == "floor" else None)
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error", access_log=False, lifespan="off"))
    if name in LEAST:
        steady()
        await server.serve()
        return
    if name != "loket":
        from a2a.server.tasks import InMemoryTaskStore

        store = await database(folder) if name == "sdk-sqlite" else InMemoryTaskStore()
        app.router.routes += sdk_routes(url, name == "sdk-working", store)
        steady()
        await server.serve()
        return
    from loket.core.actions import Decision, Say
    from loket.core.assistant import AssistantSpec
    from loket.core.events import UserSaid
    from loket.core.planner import Draft, Situation
    from loket.doors.a2a.door import a2a_door, mounted
    from loket.doors.a2a.face import A2ASettings
    from loket.doors.posted import Doors, Posted
    from loket.engine.host import Host
    from loket.engine.kit import Kit
    from loket.stores.sqlite import SqliteStore

    class Echo:
        async def decide(self, situation: Situation, draft: Draft) -> Decision:
            said = situation.woke[-1].event
            assert isinstance(said, UserSaid)
            return Decision(reasoning="It is an echo.", action=Say(text=f"echo {said.text}"))

    doors = Doors()
    server.config.app = Posted(app, doors)
    kit = Kit(assistants={"echo": AssistantSpec(name="echo", title="Echo")}, planners={"echo": Echo()})
    async with (
        await SqliteStore.open(folder) as store,
        Host(store, kit) as host,
        a2a_door(host, face(), A2ASettings(url=url)).running() as door,
    ):
        app.router.routes += mounted(PATH, door)
        with doors.open(PATH, door):
            steady()
            await server.serve()


if __name__ == "__main__":
    uvloop.run(serve(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])))
