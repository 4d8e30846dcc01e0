"""Other people's agents from the command line: look whether a site has one, and ask it something.

What is remembered (cards, pins, a person's word) is kept in the data folder when there is one that nobody else uses."""

import json
import sys
import uuid
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click

from loket.cli.files import saved
from loket.cli.lines import json_line, one_line
from loket.config import Config
from loket.core.data import Json, JsonObject, text_of
from loket.core.errors import Invalid, LoketError
from loket.core.ports import Book
from loket.core.remote import AgentSaid, RemoteNotes, TaskOpened
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket.core.tool import CallContext, ToolFailed
from loket.doors.auth import LOCAL
from loket.net.client import shared_client
from loket.stores.memory import MemoryStore
from loket.stores.sqlite import SqliteStore
from loket.tools.agents.card import AgentCard, AgentSkill
from loket.tools.agents.certificates import contexts
from loket.tools.agents.credentials import Keyring
from loket.tools.agents.directory import AgentDirectory, KnownAgent
from loket.tools.agents.local import place_here
from loket.tools.agents.outcome import UNDER_WAY
from loket.tools.agents.settings import NEW_PATH, OLD_PATH
from loket.tools.agents.text import visible, words
from loket.tools.discover import discovery_result
from loket.tools.invoke import InvokeTool
from loket.wiring.agents import agent_settings

FOUND, NOT_FOUND = 0, 4
CODES = {"success": 0, "input_required": 3, "error": 4}
CONVERSATION = "command-line"
TASKS = "command-line/task/"
REMEMBERED = timedelta(days=7)
"""For how long the agent's question can be answered by another command."""
VALUES = 200
"""Characters of the values of a parameter."""
MOST_SHOWN = 100_000
"""Characters of an agent's data; a terminal is no place for more, nor for signs that steer it."""


async def discover(config: Config, url: str, as_json: bool) -> int:
    """Prints what a site's agent can do; 0 when there is one, 4 when there is none or nobody knows."""
    async with directory_of(config, url) as directory:
        result = discovery_result(await directory.find(url, LOCAL, fresh=True))
    lines = _described(result) if result["status"] == "success" else [str(result["message"])]
    _print([one_line(line) for line in lines], result if as_json else None)
    return FOUND if result["status"] == "success" else NOT_FOUND


async def invoke(config: Config, wanted: JsonObject, as_json: bool, sure: bool, save: Path | None = None) -> int:
    """Asks an agent and prints its answer; 0 when it is done, 3 when it asks for something, 4 when it went wrong.

    `wanted` has `url`, `text`, `task` and `parameters`, which may begin with a skill. Without `sure` a person is asked
    before an agent is called whose card changed or that lives elsewhere. The answer's files go to the folder `save`."""
    pairs: Sequence[str] = wanted["parameters"]
    skill_id, pairs = (pairs[0], pairs[1:]) if pairs and "=" not in pairs[0] else ("", pairs)
    async with directory_of(config, str(wanted["url"])) as directory:
        known = await directory.find(str(wanted["url"]), LOCAL)
        if not isinstance(known, KnownAgent):
            missing: JsonObject = {"status": "error", "error": {"code": known.code, "message": known.text}}
            _print(_answered(missing), missing if as_json else None)
            return CODES["error"]
        if known.instead:
            _print([f"  {known.instead}"], err=True)
        if doubts := known.doubts():
            _ask_first(known, doubts, sure)
            await directory.agree(known, LOCAL)
        skill_id = skill_id or _only(known.card, wanted)
        skill = known.card.skill(skill_id)
        parameters = _parameters(pairs, skill)
        agent: JsonObject = {"task_base_url": known.card.url, "site": wanted["url"]}
        request: JsonObject = {
            **agent,
            "skill_id": skill_id or None,
            "parameters": None if wanted["text"] and not parameters else parameters,
            "contextual_query_text": wanted["text"] or _in_words(skill, parameters) or skill_id,
            "task_id": wanted["task"] or "",
        }
        if wanted["task"] and not (wanted["text"] or parameters):
            request = {**agent, "task_id": wanted["task"]}
        blobs = MemoryStore() if save is not None else None
        tool = InvokeTool(directory, Keyring(directory.client, directory.settings.secrets), blobs=blobs)
        told = _silent if as_json else _progress
        remote = await _remembered(directory.book, text_at(request, "task_id"), as_json)
        seconds, key = tool.spec.deadline, str(uuid.uuid4())
        context = CallContext(CONVERSATION, LOCAL, "/", "", key, seconds, progress=told, remote=remote)
        try:
            result: Json = await tool.call(request, context)
        except ToolFailed as failed:
            result = failed.value
        await _remember(directory.book, remote)
    if save is not None and blobs is not None and is_object(result):
        result = {**result, "files": await saved(list_at(result, "files"), save, blobs, CONVERSATION)}
    _print(_answered(result), result if as_json else None)
    return CODES[text_at(result, "status")]


class ShownNotes(RemoteNotes):
    """Shows what an agent says while it works; of words that grow, as their model makes them, only the beginning."""

    def news(self, news: AgentSaid, *, last: bool = False) -> None:
        said, before = text_of(news.text), text_of(self.heard[-1].text) if self.heard else ""
        if said and not last and not (before and said.startswith(before)):
            _progress(said)
        super().news(news, last=last)


async def _remembered(book: Book, task: str, silent: bool) -> RemoteNotes:
    """What an earlier command noted of a task: a command has no log to read it from."""
    noted = await book.look(LOCAL, f"{TASKS}{task}") if task else None
    opened = [] if noted is None else [TaskOpened.model_validate(noted.value)]
    return RemoteNotes(opened) if silent else ShownNotes(opened)


async def _remember(book: Book, remote: RemoteNotes) -> None:
    opened = remote.latest()
    if opened is not None and opened.task:
        expires = datetime.now(UTC) + REMEMBERED
        await book.note(LOCAL, f"{TASKS}{opened.task}", opened.model_dump(mode="json"), expires=expires)


@asynccontextmanager
async def directory_of(config: Config, typed: str) -> AsyncGenerator[AgentDirectory]:
    """The agents that may be called here, and at this machine the one whose address somebody `typed`: whoever types
    commands here runs this, and looks where most clients do."""
    settings = replace(agent_settings(config), paths=(NEW_PATH, OLD_PATH))
    if (here := place_here(typed)) is not None:
        settings = replace(settings, allow_private=(*settings.allow_private, here))
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(shared_client(settings.allow_private, contexts=contexts(settings)))
        yield AgentDirectory(client, await _book(config, stack), settings)


async def _book(config: Config, stack: AsyncExitStack) -> Book:
    """The data folder is not made for a look at somebody's agent, and not fought over with a running server."""
    if config.data.is_dir():
        try:
            return await stack.enter_async_context(await SqliteStore.open(config.data))
        except LoketError as error:
            _print([f"Nothing is remembered: {error.text}"], err=True)
    return await stack.enter_async_context(MemoryStore())


def _print(lines: Sequence[str], result: Json = None, *, err: bool = False) -> None:
    """The lines, or the result as JSON when there is one. All that these commands print goes through here: what an
    agent or its card says can't steer the terminal."""
    if result is not None:
        click.echo(json_line(json.dumps(result, ensure_ascii=False)))
    else:
        click.echo(visible("\n".join(lines)), err=err)


def _ask_first(known: KnownAgent, doubts: Sequence[str], sure: bool) -> None:
    """Shows why a person has to agree, and asks them unless they are sure already."""
    for difference in known.differences:
        change = f"{difference.was or '(nothing)'} -> {difference.now or '(gone)'}"
        _print([one_line(f"  {difference.what}: {change}")], err=True)
    if "other_origin" in doubts:
        _print([one_line(f"  {known.card.name} wants to be called at {known.elsewhere}")], err=True)
    question = "The agent changed since it was last used." if "changed_card" in doubts else "It lives elsewhere."
    if sure:
        return
    if not sys.stdin.isatty():
        raise Invalid("confirmation_needed", f"{question} Nothing was sent; look at it and add --yes.")
    click.confirm(f"{question} Ask it all the same?", abort=True, err=True)


def _only(card: AgentCard, wanted: JsonObject) -> str:
    """The skill when none is named: the only one there is, or none for words that speak for themselves."""
    if len(card.skills) == 1 or wanted["text"] or wanted["task"]:
        return card.skills[0].id if len(card.skills) == 1 else ""
    there = ", ".join(one.id for one in card.skills[:20]) or ", ".join(card.capabilities[:20])
    raise Invalid("no_skill", f"Name a skill of {card.name} ({there}), or ask it with --text.")


def _parameters(pairs: Sequence[str], skill: AgentSkill | None) -> JsonObject:
    """`key=value` as the skill's schema types it; text where it says nothing else."""
    known = object_at(skill.parameters, "properties") if skill is not None else {}
    found: JsonObject = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name:
            raise Invalid("bad_parameter", f"Write parameters as key=value, not {pair[:80]}.")
        found[name] = value if object_at(known, name).get("type") == "string" else _typed(value)
    return found


def _typed(value: str) -> Json:
    try:
        return json.loads(value)
    except ValueError:
        return value


def _in_words(skill: AgentSkill | None, parameters: JsonObject) -> str:
    named = ", ".join(f"{name} {value}" for name, value in parameters.items())
    return f"{skill.name}: {named}".rstrip(": ") if skill is not None else named


def _progress(note: str, part: Json = None) -> None:
    _print([one_line(f"  {note}")], err=True)


def _silent(note: str, part: Json = None) -> None:
    """Machines read the result alone."""


def _described(result: JsonObject) -> list[str]:
    pin, spoken = object_at(result, "pin"), ", ".join(result["spoken"]) or "no dialect we know"
    lines = [f"{result['agent_name']} {result['version']}".rstrip(), f"  {result['agent_description']}"]
    lines.append(f"  at {result['tasking_base_url']} ({spoken})")
    lines.append(f"  card: {pin.get('state')}, signature: {object_at(result, 'signature').get('state')}")
    for difference in list_at(result, "differences"):
        lines.append(f"  changed {difference['what']}: {difference['was']} -> {difference['now']}")
    if result["other_origin"]:
        lines.append(f"  lives elsewhere: {result['other_origin']}")
    for skill in list_at(result, "available_skills"):
        lines.append(f"{skill['id']:<28} {skill['description'] or skill['name']}")
        lines += [f"  {line}" for line in _asked_for(skill["parameters_schema"])]
    return [*lines, *(f"note: {warning}" for warning in list_at(result, "warnings"))]


def _asked_for(schema: JsonObject) -> list[str]:
    needed = list_at(schema, "required")
    return [
        f"{name}=<{_values(told)}>{'' if name in needed else ' (may be left out)'} "
        f"{told.get('description', '')}".rstrip()
        for name, told in object_at(schema, "properties").items()
    ]


def _values(told: JsonObject) -> str:
    """What a parameter may be: one of few values, or anything of its type."""
    few = [str(value) for value in list_at(told, "enum")]
    return words("|".join(few), VALUES) if few else str(told.get("type", "any"))


def _answered(result: Json) -> list[str]:
    error = object_at(result, "error")
    lines = [f"{text_at(error, 'code')}: {text_at(error, 'message')}"] if error else []
    text, data = text_at(result, "text"), object_at(result, "result_data")
    if text and text != text_at(error, "message"):
        lines.append(text)
    if data:
        lines.append(words(json.dumps(data, ensure_ascii=False, indent=2), MOST_SHOWN))
    lines += [_file(one) for one in list_at(result, "files")]
    if text_at(result, "status") == "input_required":
        lines.append(f"(answer with --task {text_at(result, 'task_id')} --text …)")
    if text_at(error, "code") in UNDER_WAY and text_at(result, "task_id"):
        lines.append(f"(look again with --task {text_at(result, 'task_id')})")
    return [*lines, *(f"note: {note}" for note in list_at(result, "notes"))]


def _file(told: JsonObject) -> str:
    """A file of an answer: what it is called, what it is, and where."""
    kind, size = text_at(told, "media"), told.get("size")
    about = ", ".join(part for part in (kind, f"{size} bytes" if size else "", text_at(told, "uri")) if part)
    where = f" -> {told['saved']}" if "saved" in told else ""
    return f"file: {text_at(told, 'name') or '(without a name)'} ({about}){where}"
