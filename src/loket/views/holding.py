"""Whether a call waits for a person before it is made, and what they are shown: from declaration, records, settings."""

import json
from collections.abc import Mapping

from loket.core.actions import ToolCall
from loket.core.assistant import AssistantSpec
from loket.core.consent import consent
from loket.core.data import Json, JsonObject
from loket.core.events import Held
from loket.core.shapes import object_at
from loket.core.tool import Passed
from loket.core.tool_spec import ToolSpec
from loket.views.turn import Turn
from loket.views.turn_state import LiveCall

INPUT_CHARACTERS = 8000
"""A longer schema of the arguments is not shown: they are edited as JSON then."""


def hold(turn: Turn, call: LiveCall, spec: ToolSpec | None, assistant: AssistantSpec | None) -> Held | None:
    """The record by which this call is held; None when it may be made. A call is judged by what held when it was
    decided: it may be under way when the settings change."""
    if spec is None or assistant is None or not isinstance(call.work, ToolCall):
        return None
    if call.state == "approved":
        changed = bool(call.agreed) and call.agreed != spec.digest and not spec.read_only
        return held_call(call, spec, "changed", locale_of(turn, assistant)) if changed else None
    if call.state == "amended":
        return held_call(call, spec, call.why, locale_of(turn, assistant))
    if call.state != "decided" or call.decision < turn.terms:
        return None
    settings = {**assistant.settings, **turn.settings}
    why = turn.found.doubt(spec) or consent(assistant, spec, settings, call.work.doubt)
    return None if why is None else held_call(call, spec, why, locale_of(turn, assistant))


def held_call(call: LiveCall, spec: ToolSpec | None, why: str, locale: str) -> Held:
    """What a person is shown of a call: what it is in their language, where it goes, whether it can be taken back."""
    if spec is None:
        return Held(call=call.id, why=why)
    schema = spec.input if len(json.dumps(spec.input)) <= INPUT_CHARACTERS else None
    return Held(
        call=call.id,
        why=why,
        title=worded(spec.titles, locale, spec.title),
        description=worded(spec.descriptions, locale, spec.description),
        source=spec.source,
        place=spec.place,
        reversible=spec.reversible,
        input=schema,
        digest=spec.digest,
    )


def around(schema: JsonObject, passed: Passed) -> JsonObject:
    """The schema of a tool that passes calls on, as a person sees one of them: they read and change what leaves for the
    tool behind it, and the words beside that; the rest is how it gets there."""
    every = object_at(schema, "properties")
    properties: JsonObject = {
        name: object_at(every, name) if name in passed.beside else {**object_at(every, name), "readOnly": True}
        for name in every
    }
    properties[passed.within] = {**passed.spec.input, "title": passed.spec.title}
    return {**schema, "properties": properties}


def locale_of(turn: Turn, assistant: AssistantSpec | None) -> str:
    """The language the person is spoken with."""
    own: Mapping[str, Json] = assistant.settings if assistant is not None else {}
    settings: JsonObject = {**own, **turn.settings}
    return str(settings.get("locale") or (assistant.locale if assistant is not None else ""))


def worded(words: Mapping[str, str], locale: str, usual: str) -> str:
    """Words in this language, or in the one it is a kind of; else the usual ones."""
    return words.get(locale) or words.get(locale.partition("-")[0]) or usual
