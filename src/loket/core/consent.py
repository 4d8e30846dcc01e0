"""Which calls a person must approve first: one pure answer from the declaration, the tool and the settings."""

from collections.abc import Collection, Mapping
from fnmatch import fnmatchcase
from typing import cast, get_args

from loket.core.actions import Doubt
from loket.core.assistant import AssistantSpec
from loket.core.data import Json, JsonObject
from loket.core.tool_spec import Approval, ToolSpec

STRICTNESS: tuple[Approval, ...] = get_args(Approval)
APPROVAL, APPROVALS, OFF = "approval", "approvals", "tools_off"
"""Settings of a conversation: for all its calls, for tools by name or pattern, and which tools are not to be used."""


def matches(name: str, patterns: Collection[str]) -> bool:
    """Whether a tool is meant by one of these names and patterns."""
    return name in patterns or any("*" in pattern and fnmatchcase(name, pattern) for pattern in patterns)


def from_source(pattern: str, source: str) -> bool:
    """Whether a name or pattern may mean tools of this server or agent, whatever they are called."""
    head, dot, _ = pattern.partition(".")
    return fnmatchcase(source, head) if dot else pattern == "*"


def approval_of(assistant: AssistantSpec, spec: ToolSpec, settings: Mapping[str, Json]) -> Approval:
    """Which calls of this tool need a person. The settings may make it stricter than the declaration, and laxer only
    down to its floor; the tool's own word is the least whatever both say."""
    declared = cast("Approval | None", _by_name(spec.name, assistant.approvals)) or assistant.approval
    wanted = _wanted(spec.name, settings)
    floor = assistant.approval_floor
    least = declared if floor is None or _stricter(floor, declared) == floor else floor
    asked = declared if wanted is None else _stricter(wanted, least)
    return _stricter(asked, spec.approval)


def consent(assistant: AssistantSpec, spec: ToolSpec, settings: Mapping[str, Json], doubt: Doubt = "") -> str | None:
    """Why a call of this tool is held: the approval that asks for it, or a doubt of the planner; None when it may be
    made at once. Where `never` is declared, that something changes is no reason to ask; that it is private still is."""
    approval = approval_of(assistant, spec, settings)
    if approval != "never" and spec.destructive:
        return "destructive"
    if approval == "always" or (approval == "changes" and not spec.read_only):
        return approval
    return None if not doubt or (approval == "never" and doubt == "changes") else doubt


def is_off(name: str, settings: Mapping[str, Json]) -> bool:
    """Whether a person ticked this tool off."""
    off = settings.get(OFF)
    return isinstance(off, list) and matches(name, [one for one in cast("list[Json]", off) if isinstance(one, str)])


def settings_misfit(settings: JsonObject) -> str | None:
    """What is wrong with the settings that are about tools, in a sentence; None when nothing is."""
    allowed = ", ".join(STRICTNESS)
    approvals, off = settings.get(APPROVALS, {}), settings.get(OFF, [])
    if APPROVAL in settings and settings[APPROVAL] not in STRICTNESS:
        return f"The setting {APPROVAL} is one of {allowed}."
    if not isinstance(approvals, dict) or any(one not in STRICTNESS for one in cast(JsonObject, approvals).values()):
        return f"The setting {APPROVALS} names tools or patterns, each with one of {allowed}."
    if not isinstance(off, list) or any(not isinstance(one, str) for one in cast("list[Json]", off)):
        return f"The setting {OFF} is a list of tools or patterns."
    return None


def _stricter(one: Approval, other: Approval) -> Approval:
    return one if STRICTNESS.index(one) > STRICTNESS.index(other) else other


def _wanted(name: str, settings: Mapping[str, Json]) -> Approval | None:
    """What the settings ask for. A word nobody knows asks for everything: whoever wrote it wanted to be asked."""
    if APPROVAL not in settings and APPROVALS not in settings:
        return None
    approvals = settings.get(APPROVALS)
    by_name = _by_name(name, cast(JsonObject, approvals)) if isinstance(approvals, dict) else None
    wanted = settings.get(APPROVAL) if by_name is None else by_name
    return None if wanted is None else wanted if wanted in STRICTNESS else "always"


def _by_name(name: str, approvals: Mapping[str, Json]) -> Json:
    """What is said of a tool: by its name, else by the longest pattern that means it."""
    if name in approvals:
        return approvals[name]
    if not approvals:
        return None
    fitting = [pattern for pattern in approvals if matches(name, (pattern,))]
    return approvals[max(fitting, key=len)] if fitting else None
