"""What an assistant shows to other agents over A2A, and how its door behaves. Knows no A2A library, so it is cheap."""

import hashlib
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from loket.core.assistant import AssistantSpec
from loket.core.data import JsonObject
from loket.core.ports import Book
from loket.core.tool import ToolSpec
from loket.house.bundle import AgentPart
from loket.house.house import ServedAgent

TEXT, JSON, ANY = "text/plain", "application/json", "*/*"
EXAMPLES = 10
"""Of a skill on a card."""
OUTBOX = "a2a/outbox/"
"""Where in the Book it stands which webhooks are still to be told what."""


@dataclass(frozen=True, slots=True)
class CardSkill:
    """Something the agent can do: `parameters` is the JSON Schema of what a data part may hold for it."""

    id: str
    name: str
    description: str
    tags: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    parameters: JsonObject | None = None


@dataclass(frozen=True, slots=True)
class AgentFace:
    """One assistant as an agent. Words go to it as a person's would.

    With `capabilities` it is a specialist: each message is for one of them (the first when it names none), and reaches
    the planner as `AgentSaid` whose data has the names `capability` and `input`. `direct`: what is nothing but one
    sentence is answered with a message instead of a task. `details` are its skills in full, for those who are known.
    `place` tells agents of one assistant apart, whose conversations are started with other `settings`. `own` are fields
    of its card that no version of the protocol has."""

    assistant: str
    name: str
    description: str
    version: str
    skills: tuple[CardSkill, ...]
    capabilities: tuple[str, ...] = ()
    modes: tuple[str, ...] = (TEXT, JSON, "application/octet-stream", "application/pdf", "image/png", "image/jpeg")
    direct: bool = False
    details: tuple[CardSkill, ...] = ()
    place: str = ""
    settings: JsonObject = field(default_factory=dict)
    own: JsonObject = field(default_factory=dict)

    @property
    def whose(self) -> str:
        """What the names of its conversations begin with, for whoever makes names of them."""
        return f"{self.assistant}@{self.place}" if self.place else self.assistant


@dataclass(frozen=True, slots=True)
class A2ASettings:
    """How the door behaves. `url` is its public address, without a slash at the end.

    `strict`: a call without a version is one of 0.3, as the protocol has it; else the name of the method decides.
    `repeats`: a message id that comes again means the same task. `blocking`: a 0.3 caller who does not say whether it
    waits, waits. `wait` is how many seconds a caller is kept waiting at most. `modes`: parts of media types that the
    card does not name are refused. `extended` are skills that only callers with a token are told of; `open_extended`
    tells everybody. `legacy`: the card has the fields of 0.3 too. `secured`: callers need a token. `required` is the
    URI of an extension that every caller must know. `sign` adds a signature to the card. `grpc` is `host:port`,
    and `tenant` what requests name there when the port is not this agent's alone; the card tells that to those who ask,
    or to everybody (`grpc_listed`). `hosts` are names that the card gives when it was asked at them.

    Webhooks: `key` (32 bytes) seals what they need to be told; without it none may have a secret. `insecure_webhooks`
    takes plain http on this machine. `again` are the seconds between two attempts; after the last one is given up.
    Limits: `parts` of a message, `streams` of an owner, `configs` (webhooks) of a task, `hooks` of the agent that are
    still to be told something."""

    url: str
    streaming: bool = True
    push: bool = True
    extended: tuple[CardSkill, ...] | None = None
    open_extended: bool = False
    strict: bool = True
    repeats: bool = True
    modes: bool = True
    legacy: bool = True
    blocking: bool = True
    secured: bool = False
    required: str | None = None
    insecure_webhooks: bool = False
    grpc: str | None = None
    tenant: str = ""
    grpc_listed: bool = False
    hosts: frozenset[str] = frozenset()
    wait: float = 60.0
    parts: int = 50
    streams: int = 50
    configs: int = 10
    hooks: int = 1000
    again: tuple[float, ...] = (1, 5, 30, 120, 600)
    key: bytes | None = field(default=None, repr=False)
    sign: Callable[[Any], Any] | None = field(default=None, repr=False)


def face_of(assistant: AssistantSpec, tools: Mapping[str, ToolSpec]) -> AgentFace:
    """A front assistant: what it can be asked in words, and the tools it uses as skills."""
    used = tuple(_skill(tools[name]) for name in assistant.tools if name in tools)
    talk = CardSkill(
        id="talk",
        name=assistant.title,
        description=assistant.summary or assistant.title,
        tags=("conversation", assistant.locale),
        examples=assistant.starters or tuple(one.examples[0] for one in used if one.examples)[:EXAMPLES],
    )
    details = tuple(_skill(tools[name], parameters=True) for name in assistant.tools if name in tools)
    return AgentFace(
        assistant=assistant.name,
        name=assistant.title,
        description=assistant.summary or assistant.title,
        version=assistant.version,
        skills=(talk, *used),
        details=details,
    )


def face_of_part(part: AgentPart, version: str) -> AgentFace:
    """A specialist: each capability is a skill."""
    return AgentFace(
        assistant=part.assistant,
        name=part.title,
        description=part.description or part.title,
        version=version,
        skills=tuple(_skill(spec, True, part.examples.get(spec.name, ())) for spec in part.capabilities),
        capabilities=tuple(spec.name for spec in part.capabilities),
    )


def face_of_served(agent: ServedAgent, version: str) -> AgentFace:
    """An agent at an address of a package's own: it can be talked with."""
    talk = CardSkill("talk", agent.name, agent.description or agent.name, ("conversation",), agent.examples)
    place = hashlib.sha256(agent.path.encode()).hexdigest()[:32]
    about = agent.description or agent.name
    return AgentFace(
        agent.assistant,
        agent.name,
        about,
        version,
        (talk,),
        modes=(TEXT, JSON, ANY),
        place=place,
        settings=agent.settings,
    )


def quiet_library() -> None:
    """To be called before the A2A library is read: unless somebody wants its traces, which cost a third of each
    request, it makes none."""
    os.environ.setdefault("OTEL_INSTRUMENTATION_A2A_SDK_ENABLED", "false")


async def webhooks_wait(book: Book) -> bool:
    """Whether a webhook is still to be told something: then the door must be opened without waiting for a caller."""
    return bool(await book.names("", OUTBOX, limit=1))


def _skill(spec: ToolSpec, parameters: bool = False, examples: tuple[str, ...] = ()) -> CardSkill:
    """As others see it: which package it is of, and where it is done, is nothing to them."""
    title = spec.title or spec.name.replace("_", " ")
    return CardSkill(
        id=spec.name,
        name=title,
        description=spec.description or title,
        tags=tuple(re.split(r"[^a-z0-9]+", spec.name.lower())),
        examples=(examples or spec.examples)[:EXAMPLES],
        parameters={k: v for k, v in spec.input.items() if not k.endswith("examples")} if parameters else None,
    )
