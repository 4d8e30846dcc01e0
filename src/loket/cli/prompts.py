"""`loket log prompt`: what a model was asked for a decision, made anew from the records before it."""

import json
import os
from collections.abc import Iterator
from dataclasses import replace

import click

from loket.cli.folders import holding
from loket.cli.lines import flat, json_line, one_line
from loket.config import Config
from loket.core.errors import Invalid
from loket.core.events import Decided, Started
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
from loket.core.planner import Prompting
from loket.core.ports import Store
from loket.core.record import Record
from loket.engine.kit import Kit
from loket.engine.pages import record_at, records
from loket.engine.recall import Recall
from loket.engine.situations import situation_of, whole
from loket.house.bundle import Services
from loket.models.providers import models_from
from loket.views.turn import Turn
from loket.wiring.packages import installed


async def show_prompt(config: Config, conversation: str, seq: int, as_json: bool) -> None:
    """The request of one decision. Invalid `no_prompt` when there is none."""
    kit = _kit(config)
    async with holding(config.data, conversation) as (store, _):
        request = await request_of(kit, store, conversation, seq)
    if as_json:
        click.echo(json_line(request.model_dump_json(exclude_none=True)))
        return
    for line in _lines(request):
        click.echo(line)


async def request_of(kit: Kit, store: Store, conversation: str, seq: int) -> ModelRequest:
    record = await record_at(store, conversation, seq)
    if record is None or not isinstance(record.event, Decided):
        raise Invalid("no_prompt", f"Record {seq} is no decision: there is nothing that was asked for it.")
    turn, taken = Turn(), list[Record]()
    async for earlier in records(store, conversation):
        if earlier.seq >= seq:
            break
        turn.apply(earlier)
        if earlier.seq in record.event.took:
            taken.append(earlier)
        if isinstance(earlier.event, Started) and kit.version(earlier.event.assistant) != earlier.event.version:
            click.echo(f"{earlier.event.assistant} is another version here than it was then.", err=True)
    scope = turn.scopes.get(record.scope)
    planner = None if scope is None else kit.planners.get(scope.assistant)
    if scope is None or not taken or not isinstance(planner, Prompting):
        raise Invalid("no_prompt", f"Decision {seq} asked no model, or its assistant is not served here.")
    entry = await store.entry(conversation)
    plain = situation_of(kit, turn, scope, tuple(taken), (conversation, entry.owner if entry else ""))
    situation = await whole(Recall(store, conversation), scope, plain)
    return planner.request(replace(situation, conversation=conversation, summary=record.event.summary))


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
