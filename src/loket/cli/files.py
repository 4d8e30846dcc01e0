"""The files of an agent's answer, written where whoever typed the command wants them."""

from collections.abc import Sequence
from itertools import count
from pathlib import Path

from loket.core.data import Json, JsonObject
from loket.core.errors import Invalid
from loket.core.ports import Blobs
from loket.core.shapes import is_object, object_at, text_at
from loket.engine.file_store import file_name


async def saved(files: Sequence[Json], folder: Path, blobs: Blobs, conversation: str) -> list[JsonObject]:
    """What is told of the files, with where each was written: those that the answer brings, not those it links to. The
    agent chooses the end of a name and nothing else: no folder, and nothing that is there is written over."""
    told: list[JsonObject] = []
    for file in filter(is_object, files):
        data = await blobs.get(conversation, text_at(object_at(file, "blob"), "sha256")) if file.get("blob") else None
        told.append(file if data is None else {**file, "saved": str(_written(folder, text_at(file, "name"), data))})
    return told


def _written(folder: Path, name: str, data: bytes) -> Path:
    """A new file of this name, or of this name and a number."""
    wanted = Path(file_name(name))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for n in count(1):
            there = folder / (wanted.name if n == 1 else f"{wanted.stem} ({n}){wanted.suffix}")
            try:
                with there.open("xb") as file:  # follows no link that is there
                    file.write(data)
            except FileExistsError:
                continue
            return there
    except OSError as error:
        raise Invalid("not_written", f"{wanted} can't be written in {folder}: {error.strerror}.") from error
    raise AssertionError
