"""For tests of assistants: a talk in memory, and a model that says what it is told to."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from loket.config import Config, load
from loket.core.model import Model
from loket.face.dialogue import Dialogue
from loket.face.opening import talking_with
from loket.house.bundle import Packaged
from loket.models.scripted import ScriptedModel

__all__ = ["Dialogue", "scripted", "talking"]

scripted = ScriptedModel
"""A model that plays lines in order; it remembers what it was asked in `requests`."""


@asynccontextmanager
async def talking(
    assistant: Packaged,
    *,
    model: Model | None = None,
    owner: str = "local",
    seconds: float = 10.0,
    config: Path | str | None = None,
) -> AsyncGenerator[Dialogue]:
    """A talk with this assistant, all in memory: no file, no network, no setting of this machine. `model` takes the
    place of a configured one; `seconds` is how long anything may take to come to rest. `config` is the `loket.toml`
    with the servers and agents that it needs, which are then reached."""
    with TemporaryDirectory() as folder:
        data = Path(folder)
        settings = Config(data=data) if config is None else load({"data": data}, {"LOKET_CONFIG": str(config)})
        async with talking_with(assistant, config=settings, env={}, model=model) as talk:
            talk.owner, talk.seconds = owner, seconds
            yield talk
