"""Writes the files that are made from code; with --check it only says which of them are not fresh."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from loket.core.actions import Action
from loket.core.events import Event
from loket.core.outside import PersonEvent
from loket.core.record import Record
from loket.core.steps import Status
from loket.core.surfaces import Patch
from loket.doors.application import described
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.stores.memory import MemoryStore
from loket.views.commands import CommandsState
from loket.views.costs import CostsState
from loket.views.questions import QuestionsState
from loket.views.steps_state import StepsState
from loket.views.transcript import TranscriptState
from scripts.standards import standards
from scripts.typescript import Types

ROOT = Path(__file__).resolve().parent.parent

RECEIVED: Mapping[str, Any] = {"Action": Action, "Event": Event, "Record": Record, "Status": Status, "Patch": Patch} | {
    "TranscriptState": TranscriptState,
    "StepsState": StepsState,
    "QuestionsState": QuestionsState,
    "CommandsState": CommandsState,
    "CostsState": CostsState,
}
"""What a client reads from the server: every field is there."""

SENT: Mapping[str, Any] = {"PersonEvent": PersonEvent}
"""What a client sends: fields with a default may be left out."""

HEADER = """\
/**
 * The wire as Python says it; made by `make generated`, never by hand.
 *
 * Some of its names are also the browser's (Event, Record): `import type * as wire from "./wire.ts"` keeps them apart.
 */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export type JsonObject = { readonly [key: string]: Json };
"""


def wire_types() -> str:
    """The TypeScript of everything a client receives or sends."""
    received = definitions(RECEIVED, "serialization")
    sent = definitions(SENT, "validation")
    seen, said = Types(all_given=True), Types(all_given=False, suffix="Sent")
    said.renamed = set(sent) & set(received)
    blocks = [
        types.declare(name, schemas[name]) for types, schemas in ((seen, received), (said, sent)) for name in schemas
    ]
    return "\n".join([HEADER, *blocks])


def definitions(roots: Mapping[str, Any], mode: JsonSchemaMode) -> dict[str, Any]:
    """The named unions first, so that they are known by name, then every model they need."""
    found: dict[str, Any] = {}
    models: dict[str, Any] = {}
    for name, root in roots.items():
        schema = TypeAdapter(root).json_schema(mode=mode)
        models.update(schema.pop("$defs", {}))
        (models if "properties" in schema else found)[name] = schema
    return found | dict(sorted(models.items()))


def openapi() -> str:
    """The description of the own API; what it is served from does not show in it."""
    nothing = Kit(assistants={}, planners={}, tools={})
    return described(Host(MemoryStore(), nothing))


FILES: Mapping[str, Callable[[], str]] = {
    "web/src/wire.ts": wire_types,
    "docs/openapi.json": openapi,
    "src/loket/language/standards.json": standards,
}


def main(arguments: list[str]) -> None:
    """Write, or with --check compare."""
    stale = [name for name, make in FILES.items() if not (ROOT / name).is_file() or (ROOT / name).read_text() != make()]
    if "--check" in arguments:
        if stale:
            raise SystemExit(f"Not fresh: {', '.join(stale)}. Run: make generated")
        return
    for name in stale:
        (ROOT / name).write_text(FILES[name]())
        print(f"wrote {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
