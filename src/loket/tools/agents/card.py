"""Reading the card of a remote agent, in any dialect: who it says it is, what it can do, how to reach it.

A card is data from a stranger: every text is cut and cleaned, what is odd is left out, and nothing in it is obeyed."""

import hashlib
from collections.abc import Iterator, Sequence

import httpx
import msgspec
from pydantic import Field

from loket.core.data import Frozen, Json, JsonObject
from loket.core.shapes import is_list, is_object, list_at, object_at, text_at
from loket.core.tool import ToolFailed
from loket.net.client import origin
from loket.net.extensions import ONCE
from loket.tools.agents.dialect import Binding, Interface, version_of
from loket.tools.agents.reading import whole_numbers
from loket.tools.agents.skill import AgentSkill
from loket.tools.agents.text import line, words

MOST_SKILLS = 200
MOST_WAYS = 16
SCHEMA_BYTES = 32 * 1024
NAME, TEXT, ADDRESS = 200, 2000, 2000
TAGS, EXAMPLES = 20, 10
ASK = "ask"
"""The id of the one skill of an agent whose card describes none."""

_BINDINGS: dict[str, Binding] = {"JSONRPC": "jsonrpc", "HTTP+JSON": "rest"}
_canonical = msgspec.json.Encoder(order="deterministic").encode


class AgentCard(Frozen):
    """What every dialect's card tells. `url` is where it wants to be called, which may be elsewhere, and `interfaces`
    are the ways to do so, best first; `capabilities` are names of what it can do, from a plain list or its skills."""

    name: str
    description: str = ""
    url: str = ""
    version: str = ""
    protocol: str = ""
    capabilities: tuple[str, ...] = ()
    placeless: bool = Field(default=False, description="it tells no address; it is tried where its card is")
    interfaces: tuple[Interface, ...] = ()
    unknown_ways: tuple[str, ...] = Field(default=(), description="bindings and versions that we do not speak")
    skills: tuple[AgentSkill, ...] = ()
    streaming: bool = False
    notifies: bool = Field(default=False, description="it calls webhooks")
    once: bool = Field(default=False, description="it does a message once, however often it comes")
    schemes: tuple[JsonObject, ...] = Field(default=(), description="how it wants to be logged in to: name and type")
    raw: JsonObject = Field(repr=False)

    @property
    def versioned(self) -> bool:
        """Whether it claims to be of a version of the protocol."""
        return bool(self.raw.get("protocolVersion") or self.raw.get("supportedInterfaces"))

    @property
    def organisation(self) -> str:
        """For whom it says that it speaks."""
        return line(text_at(object_at(self.raw, "provider"), "organization"), NAME)

    @property
    def digest(self) -> str:
        """Of all that the card says, however it is written down; signatures are made anew each time and left out."""
        return hashlib.sha256(_canonical({k: v for k, v in self.raw.items() if k != "signatures"})).hexdigest()

    def skill(self, named: str) -> AgentSkill | None:
        """A skill by its id, else by its name when only one is called so."""
        found = [skill for skill in self.skills if skill.id == named]
        found = found or [skill for skill in self.skills if skill.name == named]
        return found[0] if len(found) == 1 else None


def card_of(raw: JsonObject, at: str = "") -> AgentCard:
    """A card in any dialect, read leniently; `at` is the address that addresses in it are relative to, and where the
    agent is called when it names none. Raises ToolFailed("no_card") when it doesn't even have a name."""
    name = line(raw.get("name"), NAME)
    if not name:
        raise ToolFailed("no_card", "The agent card has no name.")
    skills = tuple(_skills(raw)) or tuple(_itself(raw, name))
    ways, unknown = _ways(raw, at)
    able = object_at(raw, "capabilities")
    return AgentCard(
        name=name,
        description=words(raw.get("description"), 2 * TEXT),
        url=_base(raw, ways, at),
        version=line(raw.get("version"), 100),
        protocol=line(text_at(raw, "protocol") or text_at(raw, "protocolVersion"), 100),
        capabilities=tuple(_capabilities(raw, skills)),
        placeless=not any(raw.get(name) for name in ("url", "base_url", "supportedInterfaces")),
        interfaces=tuple(ways),
        unknown_ways=tuple(unknown),
        skills=skills,
        streaming=able.get("streaming") is True,
        notifies=able.get("pushNotifications") is True,
        once=any(text_at(one, "uri") == ONCE for one in list_at(able, "extensions")),
        schemes=tuple(_schemes(raw)),
        raw=raw,
    )


def _capabilities(raw: JsonObject, skills: tuple[AgentSkill, ...]) -> list[str]:
    listed = raw.get("capabilities")
    if is_list(listed):
        return [line(entry, 128) for entry in listed[:MOST_SKILLS] if isinstance(entry, str)]
    return [skill.id for skill in skills]


def _base(raw: JsonObject, ways: list[Interface], at: str) -> str:
    for told in (text_at(raw, "base_url"), ways[0].url if ways else "", text_at(raw, "url")):
        if told and (where := _absolute(told, at)):
            return where
    return origin(at) if at else ""


def _ways(raw: JsonObject, at: str) -> tuple[list[Interface], list[str]]:
    """The ways to call it in the order the card prefers; the bare form is the last, unless it is all there is."""
    ways: list[Interface] = []
    unknown: list[str] = []
    for entry in list_at(raw, "supportedInterfaces")[:MOST_WAYS]:
        binding, version = text_at(entry, "protocolBinding") or "JSONRPC", text_at(entry, "protocolVersion") or "1.0"
        _add((ways, unknown), (text_at(entry, "url"), binding, version, text_at(entry, "tenant")), at)
    url, told = text_at(raw, "url"), version_of(text_at(raw, "protocolVersion"))
    base = text_at(raw, "base_url")
    oldest = bool(base) and told is None and not ways
    if not ways and url:
        first = (url, text_at(raw, "preferredTransport") or "JSONRPC", told or "0.3", "")
        more = (
            (text_at(e, "url"), text_at(e, "transport"), told or "0.3", "") for e in list_at(raw, _MORE)[:MOST_WAYS]
        )
        for way in (first, *more):
            _add((ways, unknown), way, at)
    if base or not (ways or unknown):
        where = _absolute(base or url, at) if base or url else (origin(at) if at else "")
        bare = [Interface(where.rstrip("/"), "0.1", "bare")] if where else []
        # Who gives a base and no version speaks the form of the mission; an address beside it may be a mere homepage.
        ways = [*bare, *ways] if oldest else [*ways, *bare]
    return list(dict.fromkeys(ways)), unknown


_MORE = "additionalInterfaces"


def _add(found: tuple[list[Interface], list[str]], way: tuple[str, str, str, str], at: str) -> None:
    (ways, unknown), (url, transport, version, tenant) = found, way
    binding, dialect = _BINDINGS.get(transport), version_of(version)
    where = _absolute(url, at)
    if binding is None or dialect is None or not where:
        unknown.append(line(f"{transport or '?'} {version}", 80))
    else:
        ways.append(Interface(where, dialect, binding, line(tenant, NAME)))


def _absolute(url: str, at: str) -> str:
    """An address in full and without a user, a password or a fragment; empty when it is none."""
    try:
        full = httpx.URL(at).join(url[:ADDRESS]) if at else httpx.URL(url[:ADDRESS])
        plain = full.copy_with(username=None, password=None, fragment=None)
    except (httpx.InvalidURL, ValueError):
        return ""
    return str(plain) if plain.scheme in ("http", "https") and plain.host else ""


def _skills(raw: JsonObject) -> Iterator[AgentSkill]:
    elsewhere = _schemas_of_extensions(raw)
    for entry in list_at(raw, "skills")[:MOST_SKILLS]:
        name = line(text_at(entry, "name") or text_at(entry, "id"), NAME)
        id = line(text_at(entry, "id"), 128) or name
        if id:
            yield AgentSkill(
                id=id,
                name=name,
                description=words(entry.get("description"), TEXT),
                parameters=_schema(entry) or elsewhere.get(id, {}),
                tags=tuple(line(tag, 60) for tag in list_at(entry, "tags")[:TAGS] if line(tag, 60)),
                examples=tuple(line(e, 300) for e in list_at(entry, "examples")[:EXAMPLES] if line(e, 300)),
                takes_data=_takes_data(list_at(entry, "inputModes") or list_at(raw, "defaultInputModes")),
                read_only=_read_only(entry),
            )


def _itself(raw: JsonObject, name: str) -> Iterator[AgentSkill]:
    """An agent that describes no skill and lists no capability is asked in words, for whatever it is."""
    if not is_list(raw.get("capabilities")):
        yield AgentSkill(id=ASK, name=name, description=words(raw.get("description"), TEXT))


def _takes_data(modes: Sequence[Json]) -> bool:
    kinds = {one.partition(";")[0].strip().lower() for one in modes if isinstance(one, str)}
    return bool(kinds & {"application/json", "application/*", "*/*"})


def _read_only(entry: Json) -> bool | None:
    """What the annotations of a skill state; that it destroys something outweighs that it only reads."""
    hints = {**(entry if is_object(entry) else {}), **object_at(entry, "annotations")}
    if hints.get("destructiveHint") is True:
        return False
    return next((hint for hint in (hints.get("readOnlyHint"), hints.get("readOnly")) if isinstance(hint, bool)), None)


def _schema(entry: Json) -> JsonObject:
    """The schema of a skill's data, under any name it goes by."""
    names = ("parameters", "parameters_schema", "parametersSchema", "inputSchema", "input_schema")
    for found in (object_at(entry, name) for name in names):
        if found and len(_canonical(found)) <= SCHEMA_BYTES:
            return found
    return {}


def _schemas_of_extensions(raw: JsonObject) -> dict[str, JsonObject]:
    """Version 1.0 has no place for schemas; agents that tell them all the same do so in an extension, by skill."""
    found: dict[str, JsonObject] = {}
    skills = {text_at(entry, "id") for entry in list_at(raw, "skills")[:MOST_SKILLS]}
    for extension in list_at(object_at(raw, "capabilities"), "extensions")[:MOST_WAYS]:
        given = object_at(extension, "params")
        direct = {name: schema for name, schema in given.items() if name in skills}
        for by_skill in (direct, *(object_at(given, name) for name in ("parameters", "schemas", "skills"))):
            for skill, schema in by_skill.items():
                schema = _schema(schema) or schema
                if is_object(schema) and len(_canonical(schema)) <= SCHEMA_BYTES:
                    found.setdefault(skill, whole_numbers(schema))
    return found


def _schemes(raw: JsonObject) -> Iterator[JsonObject]:
    """What an agent asks of those who call it, in the words of 0.3 whatever the dialect."""
    for name, told in list(object_at(raw, "securitySchemes").items())[:MOST_WAYS]:
        kind, inner = text_at(told, "type"), told
        for key, value in told.items() if is_object(told) and not kind else ():
            kind, inner = key.removesuffix("SecurityScheme"), value
        if kind:
            place = text_at(inner, "in") or text_at(inner, "location")
            yield {"name": line(name, 80), "type": line(kind, 40), "in": line(place, 20), "key": line(_key(inner), 80)}
    old = object_at(raw, "authentication")
    kinds = [text_at(old, "type"), *(scheme for scheme in list_at(old, "schemes") if isinstance(scheme, str))]
    for kind in [line(kind, 40) for kind in kinds[:MOST_WAYS] if kind and kind.lower() not in ("none", "public")]:
        yield {"name": kind, "type": kind, "in": "", "key": ""}


def _key(told: Json) -> str:
    return text_at(told, "name") or text_at(told, "scheme")
