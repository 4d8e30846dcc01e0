"""The demo's questions on tape: `make tapes` runs this and records them anew, through the whole server and over the
wire of a provider on the loopback."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from loket.core.events import Decided
from loket.core.record import decode
from loket.models.tape import ENDING
from tests.loopback import answering
from tests.models.wires import CHAT, SECRET
from tests.relocation.chatting import Frame, frames, talk
from tests.relocation.model import QUESTIONS, wire
from tests.serving import Here, serving_here

TAPES = Path(__file__).parent / "tapes"
SERVED: Mapping[str, Any] = {"assistants": ["loket_demos.relocation.components:bundle"]}


async def asked(here: Here) -> dict[str, list[Frame]]:
    """The replies to all questions, each in a talk of its own."""
    return {one: frames((await here.http.post("/api/v1/chat", json=talk(one))).text) for one in QUESTIONS}


@asynccontextmanager
async def taped(data: Path, tapes: Path = TAPES) -> AsyncGenerator[Here]:
    """The server, whose model answers from the tapes of a folder."""
    env = {"LOKET_TAPE": "replay", "LOKET_TAPES": str(tapes)}
    async with serving_here(data, env, **SERVED) as here:
        yield here


async def recorded(data: Path) -> None:
    """Asks the questions and writes down what is answered."""
    env = {"LOKET_TAPE": "record", "LOKET_TAPES": str(TAPES)}
    async with answering(wire) as provider:
        model = {"model": CHAT.model, "base_url": f"{provider.url}/v1", "key": "secret://k"}
        settings: Any = SERVED | {"models": {"default": model}, "secrets": {"k": SECRET}}
        async with serving_here(data, env, **settings) as here:
            await asked(here)


async def from_tape(here: Here) -> None:
    """AssertionError with what to do when anything was asked that is on no tape."""
    missing: list[str] = []
    for entry in await here.engine.store.entries(owner="local"):
        for row in await here.engine.store.read(entry.conversation, limit=1000):
            event = decode(row.body).event
            if isinstance(event, Decided) and any(one.why.startswith("not_recorded") for one in event.considered):
                missing.append(f"{entry.title} (record {row.seq})")
    changed = (
        "A prompt or a tool of relocation is not the one that is on tape any more; `make tapes` records anew. It was"
    )
    assert not missing, f"{changed} in: {', '.join(missing)}"


def main() -> None:
    """The tapes as they are from now on; those before are gone."""
    for old in TAPES.glob(f"*{ENDING}"):
        old.unlink()
    with TemporaryDirectory() as data:
        asyncio.run(recorded(Path(data)))


if __name__ == "__main__":
    main()
