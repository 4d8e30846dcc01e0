"""One life of a server that is killed while files come in and are kept: a person uploads a letter with a word, a tool
keeps a copy of it, and both are asked for at the end."""

import asyncio
import json
import sys
from collections.abc import Awaitable
from contextlib import suppress
from pathlib import Path
from typing import cast

import httpx

from loket.app import opened
from loket.config import Config
from loket.core.actions import Action, Call, Decision, Say, ToolCall
from loket.core.assistant import AssistantSpec
from loket.core.data import FileRef, Json, JsonObject
from loket.core.errors import Conflict
from loket.core.events import UserSaid
from loket.core.planner import Draft, Situation
from loket.core.tool import CallContext, Tool, ToolSpec
from loket.doors.auth import LOCAL
from loket.house.bundle import Bundle, Services
from loket.stores.sqlite import SqliteStore
from loket.tools.function import FunctionTool
from tests.crash.counter import NAME, PATIENCE, Fatal
from tests.crash.killer import Side, deadly

LETTER = b"Dear neighbours, " * 500
SPEC = ToolSpec(name="copy", idempotent=True)


class Copying:
    """Copies what came in, and says so."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        return Decision(reasoning="A file came in.", action=_action(situation))


def _action(situation: Situation) -> Action:
    event = situation.woke[-1].event
    if isinstance(event, UserSaid) and event.files:
        args: JsonObject = {"file": event.files[0].model_dump(mode="json")}
        return Call(calls=(ToolCall(id="a", tool=SPEC.name, args=args),), text="I copy it.")
    return Say(text="Copied.")


async def _copy(args: JsonObject, context: CallContext) -> Json:
    data = await context.file(FileRef.model_validate(args["file"]))
    ref = await context.keep(data[::-1], "copy.txt", "text/plain")
    return ref.model_dump(mode="json")


def bundle(services: Services) -> Bundle:
    """An assistant that takes files."""
    keeper = AssistantSpec(name="keeper", title="Keeper", tools=(SPEC.name,), files=True)
    inner = (FunctionTool(SPEC, _copy),)
    return Bundle(name="keeper", assistants=(keeper,), planners={"keeper": Copying()}, inner=inner)


async def serve(folder: Path, side: Side, number: int, dies: str) -> None:
    """Sends the form until it is answered, and writes down what there is in the end."""

    def mortal(folder: Path) -> Awaitable[SqliteStore]:
        return SqliteStore.open(folder, on_commit=deadly(side, number))

    config = Config.model_validate({"data": folder / "data", "assistants": ["tests.crash.uploads:bundle"]})
    async with opened(config, {}, store_at=mortal) as served:
        host = served.host
        assert host is not None
        if dies:
            cast(dict[str, Tool], host.kit.tools)[SPEC.name] = Fatal(host.kit.tools[SPEC.name], dies == "end")
        with suppress(Conflict):
            await host.start(LOCAL, "keeper", conversation=NAME)
        at = f"/api/conversations/{NAME}/files"
        transport = httpx.ASGITransport(served.app)
        async with httpx.AsyncClient(transport=transport, base_url=config.address, timeout=PATIENCE) as http:
            form = {"files": {"file": ("letter.txt", LETTER)}, "data": {"text": "Copy this."}}
            sent = await http.post(at, headers={"Idempotency-Key": "letter"}, **form)
            assert sent.status_code == 201, sent.text
            await host.settled(NAME, sent.json()["seqs"][0], PATIENCE)
            files = (await host.look(NAME, LOCAL)).files.state()
            given = [(await http.get(f"{at}/{line['file']['blob']['sha256']}")).text for line in files["items"]]
        used = await host.store.used(LOCAL)
        (folder / "there").write_text(json.dumps([files, given, used.bytes]))


if __name__ == "__main__":
    where, moment, commit, inside = json.loads(sys.argv[1])
    asyncio.run(serve(Path(where), moment, commit, inside))
