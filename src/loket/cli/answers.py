"""Answering a question in a terminal: a choice by its number, a form field by field, a held call by yes, change or no.

Functions here turn typed lines into values; what may be answered is checked by the engine alone."""

import json
from collections.abc import Awaitable, Callable, Mapping

import click

from loket.cli.chat_words import EN, ChatWords
from loket.cli.lines import flat, visible
from loket.core.data import Json, JsonObject
from loket.core.outside import Answered, PersonEvent, UserSaid
from loket.language import is_yes
from loket.views.questions import HeldLine, QuestionItem

Prompt = Callable[[str], Awaitable[str]]
"""Shows a text and gives the line that is typed then. EOFError when there are no more lines."""
LATER = "/later"
CHANNEL = "command line"


async def answered(question: QuestionItem, prompt: Prompt, words: ChatWords = EN) -> PersonEvent | None:
    """What the person answers; None when the question is left open."""
    if question.held is not None:
        return await _held(question.id, question.held, prompt, words)
    if isinstance(question.form, dict):
        form = await _filled(question.form, {}, prompt, words)
        return None if form is None else Answered(to=question.id, form=form)
    for number, choice in enumerate(question.choices, start=1):
        click.echo(f"  {number}. {flat(' - '.join(filter(None, (choice.label, choice.detail))))}")
    line = (await prompt(words.choose if question.choices else "> ")).strip()
    if line == LATER:
        return None
    for number, choice in enumerate(question.choices, start=1):
        if line == str(number) or line.casefold() == choice.label.casefold():
            return Answered(to=question.id, choice=choice.id)
    return UserSaid(text=line, channel=CHANNEL) if line else None


async def _held(id: str, held: HeldLine, prompt: Prompt, words: ChatWords) -> PersonEvent | None:
    click.echo(f"{words.held} {flat(held.title or held.tool)}")
    values = held.args if isinstance(held.args, dict) else {}
    for name, value in values.items():
        click.echo(f"  {flat(name)}: {flat(_typed(value))}")
    if held.args_cut:
        click.echo(f"  {words.too_long}")
    while True:
        line = (await prompt(words.send)).strip().casefold()
        # The assistant may speak another language than the terminal.
        agreed = True if line in words.yes else False if line in words.no else is_yes(line)
        if agreed is not None:
            return Answered(to=id, approve=True) if agreed else Answered(to=id, refuse=True)
        if line == LATER:
            return None
        if line in words.change and not held.args_cut:
            fields: JsonObject = {"properties": {name: _like(value) for name, value in values.items()}}
            edit = await _filled(fields, values, prompt, words)
            return None if edit is None else Answered(to=id, edit={**values, **edit})


async def _filled(
    schema: JsonObject, current: Mapping[str, Json], prompt: Prompt, words: ChatWords
) -> JsonObject | None:
    """The form, field by field; an empty line keeps what stands there, or leaves an optional field out."""
    properties, required = schema.get("properties"), schema.get("required")
    form: JsonObject = {}
    for name, about in (properties if isinstance(properties, dict) else {}).items():
        about = about if isinstance(about, dict) else {}
        before = current.get(name, about.get("default"))
        label = flat(str(about.get("title") or name))
        if isinstance(options := about.get("enum"), list):
            label += f" ({', '.join(flat(_typed(option)) for option in options)})"
        while True:
            line = (await prompt(f"{label}{'' if before is None else f' [{flat(_typed(before))}]'}: ")).strip()
            if line == LATER:
                return None
            if line:
                try:
                    form[name] = value_of(line, about, words)
                except ValueError as error:
                    click.echo(f"  {error}")
                    continue
            elif before is not None:
                form[name] = before
            elif isinstance(required, list) and name in required:
                click.echo(f"  {words.needed}")
                continue
            break
    return form


def value_of(line: str, about: Mapping[str, Json], words: ChatWords = EN) -> Json:
    """A typed line as the value that a JSON Schema asks for. ValueError says what was expected."""
    kind = about.get("type")
    if kind == "string" or (kind is None and "enum" not in about):
        return line
    if isinstance(options := about.get("enum"), list):
        for option in options:
            if _typed(option).casefold() == line.casefold():
                return option
        raise ValueError(f"{words.one_of} {', '.join(flat(_typed(option)) for option in options)}.")
    if kind == "boolean":
        if line.casefold() in (*words.yes, "true"):
            return True
        if line.casefold() in (*words.no, "false"):
            return False
        raise ValueError(words.yes_or_no)
    try:
        value = json.loads(line.replace(",", ".") if kind in ("number", "integer") else line)
    except (ValueError, RecursionError):
        raise ValueError(words.number if kind in ("number", "integer") else words.json) from None
    if kind in ("number", "integer") and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise ValueError(words.number)
    return value


def _like(value: Json) -> JsonObject:
    """The schema of a value that is to be typed anew."""
    match value:
        case str():
            return {"type": "string"}
        case bool():
            return {"type": "boolean"}
        case int() | float():
            return {"type": "number"}
        case _:
            return {"type": "array" if isinstance(value, list) else "object"}


def _typed(value: Json) -> str:
    return visible(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
