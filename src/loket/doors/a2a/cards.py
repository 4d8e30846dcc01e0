"""The cards of an agent: what it can do and where, for callers of 1.0, 0.3 and 0.1."""

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from urllib.parse import urlsplit

from a2a.server.request_handlers.response_helpers import agent_card_to_dict
from a2a.types import a2a_pb2 as pb
from google.protobuf.json_format import MessageToDict, ParseDict
from starlette.requests import Request
from starlette.responses import Response

from loket.core.data import JsonObject
from loket.core.shapes import is_object, list_at, text_at
from loket.doors.a2a.face import A2ASettings, AgentFace, CardSkill
from loket.doors.a2a.said import whole_numbers
from loket.net.extensions import ONCE

RESUME = "urn:loket:a2a:resume:1"
"""Stream events have the seq of their record as id, and `Last-Event-ID` continues after it."""
PARAMETERS = "urn:loket:a2a:parameters:1"
"""The JSON Schema of what each skill takes."""
KEPT_SECONDS = 300
GRPC = "GRPC"
GIVEN = ("text/plain", "application/json")
"""Media types of what is answered, beside the files that tools make."""
PAGES = 32
"""Cards of one agent that are kept made, one for each address it is asked at and each form."""
_HOST = re.compile(r"([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")


def card_of(
    face: AgentFace, settings: A2ASettings, skills: tuple[CardSkill, ...] = (), grpc: bool = True
) -> pb.AgentCard:
    """The card of an agent, with more skills when they are given, or with more of a skill that has the same id. Without
    `grpc` it does not say where it is asked over gRPC."""
    told = tuple({skill.id: skill for skill in (*face.skills, *skills)}.values())
    card = pb.AgentCard(
        name=face.name,
        description=face.description,
        version=face.version,
        default_input_modes=list(face.modes),
        default_output_modes=list(GIVEN),
        capabilities=pb.AgentCapabilities(
            streaming=settings.streaming,
            push_notifications=settings.push,
            extended_agent_card=settings.extended is not None,
            extensions=_extensions(settings, told),
        ),
    )
    for binding, url, version in _interfaces(settings, grpc):
        tenant = settings.tenant if binding == GRPC else ""
        card.supported_interfaces.add(url=url, protocol_binding=binding, protocol_version=version, tenant=tenant)
    for skill in told:
        tags, examples = list(skill.tags) or [skill.id], list(skill.examples)
        told_skill = card.skills.add(id=skill.id, name=skill.name, description=skill.description, tags=tags)
        told_skill.examples.extend(examples)
        told_skill.input_modes.extend(face.modes)
        told_skill.output_modes.extend(GIVEN)
    if settings.secured:
        bearer = pb.SecurityScheme(http_auth_security_scheme=pb.HTTPAuthSecurityScheme(scheme="Bearer"))
        card.security_schemes["token"].CopyFrom(bearer)
        card.security_requirements.add().schemes["token"].CopyFrom(pb.StringList())
    return settings.sign(card) if settings.sign is not None else card


def _interfaces(settings: A2ASettings, grpc: bool) -> list[tuple[str, str, str]]:
    url, rest = settings.url, f"{settings.url}/rest"
    found = [("JSONRPC", url, "1.0"), ("HTTP+JSON", rest, "1.0")]
    if settings.grpc is not None and grpc:
        found.append((GRPC, settings.grpc, "1.0"))
    if settings.legacy:
        found += [("JSONRPC", url, "0.3"), ("HTTP+JSON", rest, "0.3")]
    return found


def _extensions(settings: A2ASettings, skills: tuple[CardSkill, ...]) -> list[pb.AgentExtension]:
    found: list[pb.AgentExtension] = []
    if settings.streaming:
        found.append(pb.AgentExtension(uri=RESUME, description="Event ids, and Last-Event-ID to go on after one."))
    if settings.repeats:
        found.append(pb.AgentExtension(uri=ONCE, description="A messageId that comes again is the same message."))
    known = {skill.id: skill.parameters for skill in skills if skill.parameters is not None}
    if known:
        extension = pb.AgentExtension(uri=PARAMETERS, description="The JSON Schema of what each skill takes.")
        ParseDict(known, extension.params)
        found.append(extension)
    if settings.required is not None:
        found.append(pb.AgentExtension(uri=settings.required, required=True))
    return found


def card_01(face: AgentFace, settings: A2ASettings) -> JsonObject:
    """The card of 0.1, with the four fields that a first dialect reads: id, base_url, and parameters of skills."""
    return {
        "id": face.assistant,
        "name": face.name,
        "description": face.description,
        "url": settings.url,
        "base_url": settings.url,
        "version": face.version,
        "capabilities": {
            "streaming": settings.streaming,
            "pushNotifications": False,
            "stateTransitionHistory": False,
        },
        "authentication": {
            "type": "bearer" if settings.secured else "none",
            "schemes": ["bearer"] if settings.secured else [],
        },
        "defaultInputModes": ["text", "data", "file"],
        "defaultOutputModes": ["text", "data"],
        "skills": [_skill_01(skill) for skill in face.skills],
    }


def _skill_01(skill: CardSkill) -> JsonObject:
    told: JsonObject = {
        "id": skill.id,
        "name": skill.name,
        "description": skill.description,
        "tags": list(skill.tags),
        "examples": list(skill.examples),
    }
    return told if skill.parameters is None else {**told, "parameters": skill.parameters}


def asked_at(settings: A2ASettings, request: Request) -> A2ASettings:
    """The settings with the address that the caller used, where it is one of ours."""
    host = request.headers.get("host", "")
    asked = _HOST.fullmatch(host)
    if asked is None or asked[1].strip("[]").lower() not in settings.hosts:
        return settings
    return replace(settings, url=f"{request.url.scheme}://{host}{urlsplit(settings.url).path}")


class CardPage:
    """Answers with one card, or with nothing new: it has an ETag and a date, and may be kept for five minutes. It names
    the address that it was asked at, where that is one of `hosts`: some clients take no other.

    gRPC has another port, and they take no card that names two: who wants it asks for `?binding=GRPC`."""

    def __init__(self, made: Callable[[A2ASettings, bool, bool], JsonObject], settings: A2ASettings) -> None:
        self._made, self._settings = made, settings
        self._bodies: dict[tuple[str, bool, bool], bytes] = {}
        self._since = datetime.now(UTC).replace(microsecond=0)

    async def answer(self, request: Request) -> Response:
        """The form is that of the version that the caller says it speaks."""
        settings = asked_at(self._settings, request)
        grpc = self._settings.grpc_listed or request.query_params.get("binding", "").upper() == GRPC
        form = (settings.url, request.headers.get("a2a-version", "").startswith("1"), grpc)
        if form not in self._bodies:
            if len(self._bodies) >= PAGES:
                self._bodies.clear()
            self._bodies[form] = _encoded(self._made(settings, *form[1:]))
        body = self._bodies[form]
        headers = {
            "ETag": f'"{hashlib.sha256(body).hexdigest()[:32]}"',
            "Last-Modified": format_datetime(self._since, usegmt=True),
            "Cache-Control": f"public, max-age={KEPT_SECONDS}",
            "Vary": "A2A-Version",
        }
        if self._is_known(request, headers["ETag"]):
            return Response(status_code=304, headers=headers)
        return Response(body, headers=headers, media_type="application/json")

    def _is_known(self, request: Request, tag: str) -> bool:
        tags = request.headers.get("if-none-match")
        if tags is not None:
            return tags.strip() == "*" or tag in (one.strip().removeprefix("W/") for one in tags.split(","))
        try:
            since = parsedate_to_datetime(request.headers.get("if-modified-since", ""))
        except ValueError:
            return False
        return since.tzinfo is not None and since >= self._since


def page_of(face: AgentFace, settings: A2ASettings) -> CardPage:
    """The page of a card: with the fields of older versions for callers who do not say that they speak 1.x."""

    def made(settings: A2ASettings, plain: bool, grpc: bool) -> JsonObject:
        card = card_of(face, settings, grpc=grpc)
        if plain or not settings.legacy:
            return whole_numbers(MessageToDict(card))
        return _with_own(whole_numbers(agent_card_to_dict(card)), face.own)

    return CardPage(made, settings)


def page_01(face: AgentFace, settings: A2ASettings) -> CardPage:
    """The page of the card of 0.1."""
    return CardPage(lambda settings, plain, grpc: card_01(face, settings), settings)


def _with_own(card: JsonObject, own: JsonObject) -> JsonObject:
    """A card with the fields that its agent has beside those of the versions; skills are the same by their id."""
    known = {text_at(skill, "id"): skill for skill in list_at(own, "skills") if is_object(skill)}
    skills = [{**known.get(text_at(skill, "id"), {}), **skill} for skill in list_at(card, "skills") if is_object(skill)]
    return {**own, **card, "skills": skills}


def _encoded(card: JsonObject) -> bytes:
    return json.dumps(card, ensure_ascii=False, separators=(",", ":")).encode()
