"""The workbench in this process: runs of scenarios, one side or both, with no wire between them."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from starlette.types import ASGIApp

from loket.app import Brought, opened
from loket.config import Config
from loket.core.data import FileRef
from loket.core.events import AgentSaid
from loket.core.model import Model
from loket.core.record import Record
from loket.engine.host import Host
from loket.face.opening import memory
from loket.house.bundle import Bundle, Packaged, Services
from loket.house.house import House
from loket_demos.scenario.components import bundle
from loket_demos.scenario.events import UnifiedEvent, UnifiedLog
from loket_demos.scenario.run import ASSISTANT
from loket_demos.scenario.shapes import Scenario
from loket_demos.scenario.shipped import scenario_named
from loket_demos.scenario.starting import RunChoice, begin, open_run

OWNER = "local"


@dataclass(frozen=True)
class Package:
    """What a server is handed."""

    name: str = ASSISTANT

    def bundle(self, services: Services) -> Bundle:
        return bundle(services)


@dataclass(frozen=True)
class Bench:
    """The workbench of one process. `app` is what its server answers."""

    host: Host
    house: House
    app: ASGIApp

    async def start(self, scenario: str | Scenario, agent: str = "", **choice: Any) -> str:
        """Starts and begins a run; its id."""
        played = scenario_named(scenario) if isinstance(scenario, str) else scenario
        run = await open_run(self.house, OWNER, RunChoice(scenario=played, agent=agent, **choice))
        await begin(self.house, OWNER, run)
        return run

    async def records(self, run: str) -> list[Record]:
        return [record async for record in self.house.records(run)]

    async def log(self, run: str) -> UnifiedLog:
        log = UnifiedLog()
        for record in await self.records(run):
            log.apply(record)
        return log

    async def events(self, run: str, *types: str) -> list[UnifiedEvent]:
        return [event for event in (await self.log(run)).events if not types or event.type in types]

    async def until(self, run: str, there: Callable[[UnifiedLog], bool]) -> UnifiedLog:
        """The log as soon as it is as wanted."""
        log = UnifiedLog()
        async with aclosing(self.house.follow(run, 0, OWNER)) as batches:
            async for batch in batches:
                for news in batch:
                    if isinstance(news, Record):
                        log.apply(news)
                if there(log):
                    return log
        raise AssertionError("the log ended")

    async def hears(self, run: str, text: str, id: str, files: tuple[FileRef, ...] = ()) -> int:
        """The other agent writes to a run that somebody asks."""
        said = AgentSaid(agent="caller", message_id=id, text=text, files=files)
        return await self.house.tell(run, said, owner=OWNER, key=id, by="agent")

    async def both(
        self, scenario: str | Scenario, first: str, second: str, **choice: Any
    ) -> tuple[UnifiedLog, UnifiedLog]:
        """Plays both sides to their ends, each message carried by hand."""
        runs = [
            await self.start(scenario, first, alone=True, starts=True, **choice),
            await self.start(scenario, second, alone=True, **choice),
        ]
        carried = [0, 0]
        while True:
            for at in (0, 1):
                log = await self.until(runs[at], lambda log, at=at: bool(log.ended) or _sent(log) > carried[at])
                for message in _messages(log)[carried[at] :]:
                    carried[at] += 1
                    await self._carry(runs[at], runs[1 - at], message, carried[at])
                if log.ended:
                    return await self.until(runs[0], _over), await self.until(runs[1], _over)

    async def _carry(self, source: str, target: str, message: UnifiedEvent, number: int) -> None:
        results = [
            e for e in await self.events(source, "tool_result") if e.payload["callId"] == message.payload["callId"]
        ]
        files: list[FileRef] = []
        for raw in results[0].payload["result"]["files"]:
            ref = FileRef.model_validate(raw)
            assert ref.blob is not None
            data = await self.host.store.get(source, ref.blob.sha256)
            assert data is not None
            blob = await self.host.store.put(target, data, ref.media)
            files.append(ref.model_copy(update={"blob": blob}))
        over = results[0].payload["result"]["finality"] == "conversation"
        said = AgentSaid(
            agent="other",
            message_id=f"{source}-{number}",
            text=message.payload["text"],
            files=tuple(files),
            state="completed" if over else None,
        )
        await self.house.tell(target, said, owner=OWNER, key=f"{source}-{number}", by="agent")


def _messages(log: UnifiedLog) -> list[UnifiedEvent]:
    return [event for event in log.events if event.type == "agent_message" and event.author == "planner"]


def _sent(log: UnifiedLog) -> int:
    return len(_messages(log))


def _over(log: UnifiedLog) -> bool:
    return bool(log.ended)


@asynccontextmanager
async def workbench(
    model: Model | None = None, data: Path | None = None, package: Packaged | None = None
) -> AsyncGenerator[Bench]:
    """All in memory, or in a folder; without a model unless one is given."""
    with TemporaryDirectory() as folder:
        config = Config(data=data or Path(folder), allow_private=("127.0.0.0/8",))
        store_at = {} if data is not None else {"store_at": memory}
        async with opened(config, {}, brought=Brought((package or Package(),), model), **store_at) as served:
            assert served.host is not None
            yield Bench(served.host, House.of(served.host), served.app)
