"""A way to call an agent: whether it answers what is wrong as its dialect says.

Nothing that is asked here does any work: no task of these ids exists, and no message is sent."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote
from uuid import uuid4

from loket.core.data import JsonObject
from loket.core.shapes import is_object, object_at, text_at
from loket.tools.agents.card import AgentCard
from loket.tools.agents.dialect import METHODS, Dialect, Interface
from loket.tools.checking.probing import ELSEWHERE, ProbeAnswer, Prober
from loket.tools.checking.report import Check, Outcome

_PUSH: dict[Dialect, str] = {
    "0.1": "tasks/pushNotification/get",
    "0.3": "tasks/pushNotificationConfig/get",
    "1.0": "GetTaskPushNotificationConfig",
}
_EXTENDED: dict[Dialect, str] = {"0.3": "agent/getAuthenticatedExtendedCard", "1.0": "GetExtendedAgentCard"}
_ERRORS: dict[Dialect, str] = {"1.0": "A2A 1.0, 5.4", "0.3": "A2A 0.3, 8", "0.1": "JSON-RPC 2.0, 5.1"}
_NEVER = "9.9"
"""A version that nobody speaks."""


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked and which codes are right; `otherwise` is how bad any other answer is."""

    id: str
    about: str
    body: JsonObject | bytes
    right: tuple[int, ...]
    otherwise: Outcome = "failed"
    version: str = ""


async def way_checks(way: Interface, card: AgentCard, prober: Prober) -> AsyncIterator[Check]:
    """All that can be seen without sending a message."""
    group = f"{way} at {way.url}"
    match way.binding:
        case "jsonrpc":
            checks = _envelopes(way, card, prober, group)
        case "rest":
            checks = _resources(way, prober, group)
        case _:
            text = "This form has no rules for errors; only a message tells whether it works."
            yield Check(id="way.errors", group=group, outcome="skipped", text=text)
            return
    async for check in checks:
        yield check
        if check.id == "way.reached" and check.outcome != "passed":
            return
    yield _cors(group, way, await prober.preflight(way.url, _wanted(way)))


async def _envelopes(way: Interface, card: AgentCard, prober: Prober, group: str) -> AsyncIterator[Check]:
    source, strangers = _ERRORS[way.dialect], list[str]()
    for n, question in enumerate(_questions(way, card)):
        answer = await prober.post(way.url, question.body, **_versioned(way, question.version))
        if n == 0:
            yield (reached := _reached(group, answer))
            if reached.outcome != "passed":
                return
        if is_object(question.body) and is_object(answer.body) and answer.body.get("id") != question.body["id"]:
            strangers.append(question.about)
        fine = answer.code in question.right
        wanted = " or ".join(str(code) for code in question.right)
        otherwise = question.otherwise if card.versioned else "warned"
        must = "must" if otherwise == "failed" else "should"
        text = f"{question.about}: {answer.shown}" + ("." if fine else f"; it {must} be error {wanted}.")
        outcome: Outcome = "passed" if fine else otherwise
        yield Check(id=f"way.{question.id}", group=group, outcome=outcome, text=text, source=source)
    if strangers:
        text = f"These answers do not carry the id of their request: {', '.join(strangers)}."
        yield Check(id="way.id", group=group, outcome="failed", text=text, source="JSON-RPC 2.0, 5")
    if (extended := await _extended(way, card, prober, group)) is not None:
        yield extended


def _questions(way: Interface, card: AgentCard) -> Sequence[_Question]:
    methods, nobody = METHODS[way.dialect], f"check-{uuid4()}"
    named: JsonObject = {"id": nobody}
    push: JsonObject = {"taskId": nobody, "id": nobody} if way.dialect == "1.0" else named
    asked = [
        _Question("method", "A method that does not exist", _rpc("loket/no-such-method", {}), (-32601,)),
        _Question("parse", "Half of a JSON text", b'{"jsonrpc": "2.0", "id":', (-32700,)),
        _Question("envelope", "An envelope without a method", {"jsonrpc": "2.0", "id": "check"}, (-32600,), "warned"),
        _Question("params", "A task asked for without an id", _rpc(methods["get"], {}), (-32602,), "warned"),
        _Question("task", "A task that does not exist", _rpc(methods["get"], named), (-32001,)),
        _Question("cancel", "Cancelling a task that does not exist", _rpc(methods["cancel"], named), (-32001,)),
    ]
    if card.streaming:
        about = "Following a task that does not exist (the card promises streams)"
        asked.append(_Question("subscribe", about, _rpc(methods["subscribe"], named), (-32001,)))
    about = "Webhooks of a task that does not exist "
    about += "(the card promises webhooks)" if card.notifies else "(the card promises no webhooks)"
    right = (-32001,) if card.notifies else (-32003, -32601) if way.dialect != "0.1" else (-32003, -32004, -32601)
    asked.append(
        _Question("push", about, _rpc(_PUSH[way.dialect], push), right, "failed" if card.notifies else "warned")
    )
    if way.dialect == "1.0":
        body = _rpc(methods["get"], named)
        asked.append(_Question("version", f"Version {_NEVER} of the protocol", body, (-32009,), "failed", _NEVER))
    return asked


async def _extended(way: Interface, card: AgentCard, prober: Prober, group: str) -> Check | None:
    """The card for those who log in, where one is promised."""
    told = card.raw.get("supportsAuthenticatedExtendedCard") is True if way.dialect == "0.3" else False
    promised = told or object_at(card.raw, "capabilities").get("extendedAgentCard") is True
    if not promised or way.dialect not in _EXTENDED:
        return None
    answer = await prober.post(way.url, _rpc(_EXTENDED[way.dialect], {}), **_versioned(way))
    name = text_at(object_at(answer.body, "result"), "name")
    about = "The extended card, which the card promises"
    if name or answer.locked:
        text = f"{about}: {'it came' if name else 'for those who log in'}."
        return Check(id="way.extended", group=group, outcome="passed", text=text)
    # Codes of the server's own are how some refuse who has not logged in.
    outcome: Outcome = "failed" if answer.code in (-32601, -32007, -32004) else "warned"
    return Check(id="way.extended", group=group, outcome=outcome, text=f"{about}: {answer.shown}.")


async def _resources(way: Interface, prober: Prober, group: str) -> AsyncIterator[Check]:
    """The HTTP binding: a task that is not there, and what the error looks like."""
    tenant = f"/{quote(way.tenant, safe='')}" if way.tenant else ""
    prefix = "/v1" if way.dialect == "0.3" else tenant
    url = f"{way.url.rstrip('/')}{prefix}/tasks/check-{uuid4()}"
    answer = await prober.get(url, accept="application/json", **_versioned(way))
    yield (reached := _reached(group, answer))
    if reached.outcome != "passed":
        return
    fine = answer.status == 404 and is_object(answer.body)
    text = f"A task that does not exist: HTTP {answer.status}"
    text += " with a JSON error." if fine else "; it must be HTTP 404 with a JSON error."
    outcome: Outcome = "passed" if fine else "failed"
    yield Check(id="way.task", group=group, outcome=outcome, text=text, source=_ERRORS[way.dialect])
    if way.dialect == "1.0":
        wrong = await prober.get(url, accept="application/json", a2a_version=_NEVER)
        text = f"Version {_NEVER} of the protocol: HTTP {wrong.status}" + (
            "." if wrong.status == 400 else "; it must be 400."
        )
        outcome = "passed" if wrong.status == 400 else "failed"
        yield Check(id="way.version", group=group, outcome=outcome, text=text, source=_ERRORS["1.0"])


def _reached(group: str, answer: ProbeAnswer) -> Check:
    if answer.error:
        return Check(id="way.reached", group=group, outcome="failed", text=f"Nobody answers: {answer.error}.")
    if answer.locked:
        text = f"It wants a login (HTTP {answer.status}); give it in loket.toml to have the rest checked."
        return Check(id="way.reached", group=group, outcome="skipped", text=text)
    return Check(id="way.reached", group=group, outcome="passed", text="Somebody answers.")


def _cors(group: str, way: Interface, answer: ProbeAnswer) -> Check:
    allowed = answer.headers.get("access-control-allow-headers", "").lower()
    may = answer.headers.get("access-control-allow-origin", "") in ("*", ELSEWHERE)
    lacking = [name for name in _wanted(way).split(",") if name not in allowed and "*" not in allowed]
    if may and not lacking:
        return Check(id="way.cors", group=group, outcome="passed", text="A web page of another site may call it.")
    why = f"the headers {', '.join(lacking)} are not allowed" if may else "no page of another site is allowed"
    return Check(id="way.cors", group=group, outcome="warned", text=f"No web page can call it: {why} (CORS).")


def _wanted(way: Interface) -> str:
    return "content-type,a2a-version" if way.dialect == "1.0" else "content-type"


def _rpc(method: str, params: JsonObject) -> JsonObject:
    return {"jsonrpc": "2.0", "id": "check", "method": method, "params": params}


def _versioned(way: Interface, other: str = "") -> dict[str, str]:
    version = other or ("1.0" if way.dialect == "1.0" else "")
    return {"a2a_version": version} if version else {}
