"""Writes down what goes over the wires in both flows, times and ids made equal, so that a change is reviewed like code.

To renew after a change that is meant: `python -m tests.overheid.snapshots`."""

import asyncio
import json
import re
from collections.abc import Mapping
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.loopback import Asked, answering, reply
from tests.overheid.foreign import asked, listening
from tests.serving import serving_here

FOLDER = Path(__file__).parent / "snapshots"
LETTER = "Besluit van 12 januari 2026. Ik maak bezwaar tegen de naheffing van € 74,80. Ik had al betaald."
FORM = {"regeling": "Zorgtoeslag", "jaar": 2025, "situatie": "Samenwonend", "inkomen": "30000"}
Events = tuple[tuple[str, Mapping[str, Any]], ...]
NOTED = {"formId": "formulier-bezwaar", "query": "Ik wil bezwaar maken"}
FLOWS: Mapping[str, tuple[str, Events]] = {
    "toeslagen": ("toeslagen", (("toeslagen/check", FORM),)),
    "bezwaar": ("bezwaar", (("bezwaar/analyse", {"text": LETTER}),)),
    "genui_search": ("genui", (("genui/search", {"query": "Wanneer wordt zorgtoeslag uitbetaald?"}),)),
    "genui_tree": ("genui", (("genui_tree/start", {}), ("genui_tree/choose", {"choice": "Een boete"}))),
    "genui_form": (
        "genui",
        (
            ("genui_form/generate", {"query": NOTED["query"]}),
            ("genui_form/change", {**NOTED, "values": {"kenmerk": "ABC-123"}}),
            ("genui_form/change", {**NOTED, "values": {"kenmerk": "AB", "dagtekening": "2-11-2026"}}),
            ("genui_form/submit", {**NOTED, "values": {"kenmerk": "AB", "vraag": "Bezwaar"}}),
        ),
    ),
}
"""By surface: the agent behind it, and what a person does there."""
EQUAL = [
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "<uuid>"),
    (re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"), "<time>"),
    (re.compile(r'(?<="vandaag": ")\d{4}-\d\d-\d\d'), "<today>"),
    (re.compile(r"(?<=\[Plaats\], )\d{1,2} \w+ \d{4}"), "<today>"),
    (re.compile(r"\(\d+ms\)"), "(<n>ms)"),
]


async def current(folder: Path) -> Mapping[str, str]:
    """The files as they are now, by name: the frames of each flow in both dialects, and the agents' conversation."""
    frames: dict[str, list[Any]] = {}
    exchanged: dict[str, list[Any]] = {agent: [] for agent, _ in FLOWS.values()}
    async with serving_here(folder / "agents") as agents:

        async def passed(name: str, request: Asked) -> bytes:
            answer = await asked("POST", f"{agents.url}/agents/{name}/", request.body, {})
            exchanged[name] += [request.json, answer.json]
            return reply(answer.json)

        async with AsyncExitStack() as stack:
            urls: dict[str, str] = {}
            for name in exchanged:
                listener = await stack.enter_async_context(answering(partial(passed, name)))
                urls[name] = f"{listener.url}/"
            here = await stack.enter_async_context(serving_here(folder / "front", parts=urls))
            stream = await stack.enter_async_context(listening(here.url))
            await stream.greeted()
            frames["frames_start"] = [frame.data for frame in stream.frames]
            for surface, (_, events) in FLOWS.items():
                frames[f"frames_{surface}"] = []
                for event, payload in events:
                    await stream.send(event, surface, **payload)
                    frames[f"frames_{surface}"] += await stream.until("done", surface)
    kept = {**frames, **{f"agent_{name}": both for name, both in exchanged.items()}}
    return {f"{name}.json": _equal(value) for name, value in kept.items()}


def _equal(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, indent=1) + "\n"
    for pattern, same in EQUAL:
        text = pattern.sub(same, text)
    return text


def main() -> None:
    """Writes the files anew."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        for name, text in asyncio.run(current(Path(folder))).items():
            (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
