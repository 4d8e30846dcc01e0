"""`loket log prompt`: what a model was asked for a decision, made anew from the records before it."""

import json
import os
from collections.abc import Iterator

import click

from loket.cli.folders import holding
from loket.cli.lines import flat, json_line, one_line
from loket.config import Config
from loket.core.errors import Invalid
from loket.core.events import Started
from loket.core.model import (
    FilePart,
    ModelRequest,
    Part,
    RefusalPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolResultPart,
)
from loket.core.ports import Store
from loket.engine.kit import Kit
from loket.engine.pages import record_at
from loket.engine.prompting import request_of
from loket.house.bundle import Services
from loket.models.providers import models_from
from loket.wiring.packages import installed


async def show_prompt(config: Config, conversation: str, seq: int, as_json: bool) -> None:
    """The request of one decision. Invalid `no_prompt` when there is none."""
    kit = _kit(config)
    async with holding(config, conversation) as (store, _):
        await _note_version(kit, store, conversation)
        request = await request_of(kit, store, conversation, seq)
    if as_json:
        click.echo(json_line(request.model_dump_json(exclude_none=True)))
        return
    for line in _lines(request):
        click.echo(line)


async def _note_version(kit: Kit, store: Store, conversation: str) -> None:
    record = await record_at(store, conversation, 1)
    begun = None if record is None else record.event
    if not isinstance(begun, Started):
        return
    if begun.assistant not in kit.assistants:
        where = "name its file last, as `loket serve` is given it"
        raise Invalid("no_prompt", f"There is no assistant {begun.assistant} here: {where}.")
    if kit.version(begun.assistant) != begun.version:
        click.echo(f"{begun.assistant} is another version here than it was then.", err=True)


def _kit(config: Config) -> Kit:
    """The installed assistants as a server knows them, without a connection to anything."""
    models = models_from(os.environ, config.models, config.secrets)
    packages = installed(config, Services(models.model(), os.environ, config.data, models=models))
    return Kit(
        assistants={assistant.name: assistant for package in packages for assistant in package.assistants},
        planners={name: planner for package in packages for name, planner in package.planners.items()},
        tools={tool.spec.name: tool for package in packages for tool in (*package.tools, *package.inner)},
    )


def _lines(request: ModelRequest) -> Iterator[str]:
    for message in request.messages:
        yield f"--- {message.role}"
        for part in message.parts:
            yield from _part(part).splitlines() or [""]
    if request.tools:
        yield "--- tools"
    for tool in request.tools:
        yield f"{tool.name}: {flat(tool.description)}"


def _part(part: Part) -> str:
    match part:
        case TextPart(text=text):
            return "\n".join(map(one_line, text.splitlines()))
        case ThinkingPart(thought=thought):
            whose = "" if thought is None else f" of {thought.provider}:{thought.model}"
            return f"[thinking{flat(whose)}, which only its model is given back]"
        case ToolCallPart(id=id, name=name, args=args):
            return flat(f"[calls {name} ({id})] {json.dumps(args, ensure_ascii=False)}")
        case ToolResultPart(id=id, name=name, text=text):
            return "\n".join([flat(f"[result of {name} ({id})]"), *map(one_line, text.splitlines())])
        case RefusalPart(text=text):
            return f"[refuses] {flat(text)}"
        case FilePart(file=file):
            return flat(f"[file {file.name}, {file.media}]")
