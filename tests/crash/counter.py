"""One life of the real counter that is killed: the application as it is served, over a store that ends the process."""

import json
import os
import re
import signal
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from loket.app import opened
from loket.config import Config
from loket.core.data import Json, JsonObject
from loket.core.errors import Conflict
from loket.core.events import SurfaceActed
from loket.core.tool import CallContext, Tool, ToolSpec
from loket.stores.sqlite import SqliteStore
from tests.crash.killer import Side, deadly

NAME = "0000000000000000000001"
PATIENCE = 20.0
FLOWS: Mapping[str, SurfaceActed] = {
    "toeslagen": SurfaceActed(surface="toeslagen", name="toeslagen/check", payload={"regeling": "Zorgtoeslag"}),
    "bezwaar": SurfaceActed(surface="bezwaar", name="bezwaar/analyse", payload={"text": ""}),
}


@dataclass(frozen=True)
class Fatal:
    """A tool whose call ends the process: before it or right after it."""

    tool: Tool
    after: bool

    @property
    def spec(self) -> ToolSpec:
        return self.tool.spec

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        if self.after:
            await self.tool.call(args, context)
        os.kill(os.getpid(), signal.SIGKILL)

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        return await self.tool.look_up(args, context)


async def serve(folder: str, side: Side, number: int, dies: str, flow: str) -> None:
    """Sends the event of a flow, waits for its end and writes down what the surface then shows."""

    def mortal(folder: Path) -> Awaitable[SqliteStore]:
        return SqliteStore.open(folder, on_commit=deadly(side, number))

    config = Config.model_validate({"data": Path(folder) / "data"})
    async with opened(config, {}, store_at=mortal) as served:
        host = served.host
        assert host is not None
        if dies:
            name, _, moment = dies.partition(" ")
            cast(dict[str, Tool], host.kit.tools)[name] = Fatal(host.kit.tools[name], moment == "end")
        with suppress(Conflict):
            await host.start("local", "overheid", conversation=NAME)
        seq = await host.tell(NAME, FLOWS[flow], key="go")
        await host.settled(NAME, seq, PATIENCE)
        looked = await host.look(NAME)
        (Path(folder) / "shown").write_text(json.dumps(timeless(looked.state()["screen"]["state"]["surfaces"])))


def timeless(value: Json) -> Json:
    """Without moments and durations."""
    if isinstance(value, dict):
        return {k: timeless(v) for k, v in value.items() if k not in ("lastRefresh", "at", "ms", "took_ms")}
    if isinstance(value, list):
        return [timeless(v) for v in value]
    return re.sub(r"\d+ ?ms", "ms", value) if isinstance(value, str) else value
