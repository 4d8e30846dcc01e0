"""Events of AG-UI as they go over the wire, and what a client older than 1.0 is told of them."""

from collections.abc import Iterable, Iterator

import msgspec

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, text_at

VERSION = "1.0"


def event(type: str, **fields: Json) -> JsonObject:
    """An event; fields that have no value are left out, since the protocol has no null for them."""
    return {"type": type, **{name: value for name, value in fields.items() if value is not None}}


def frame(event: JsonObject, seq: int | None = None) -> bytes:
    """A server-sent event; the last one that a record makes carries its seq, with which a client goes on."""
    id = b"" if seq is None else b"id: %d\n" % seq
    return b"%bdata: %b\n\n" % (id, msgspec.json.encode(event))


def framed(events: Iterable[JsonObject], seq: int | None) -> list[bytes]:
    """The frames of what one record makes."""
    told = list(events)
    return [frame(one, seq if one is told[-1] else None) for one in told]


def text_events(id: str, text: str, tag: str | None = None, **start: Json) -> list[JsonObject]:
    """A message that is whole at once."""
    return [
        event("TEXT_MESSAGE_START", messageId=id, **{"role": "assistant", **start}, subagentRunId=tag),
        *([event("TEXT_MESSAGE_CONTENT", messageId=id, delta=text, subagentRunId=tag)] if text else ()),
        event("TEXT_MESSAGE_END", messageId=id, subagentRunId=tag),
    ]


def reason_events(id: str, text: str, tag: str | None = None) -> list[JsonObject]:
    """Why something is done, as the reasoning of the protocol: a span with one message."""
    names = ("START", "MESSAGE_START", "MESSAGE_CONTENT", "MESSAGE_END", "END")
    more: dict[str, JsonObject] = {"MESSAGE_START": {"role": "reasoning"}, "MESSAGE_CONTENT": {"delta": text}}
    return [event(f"REASONING_{name}", messageId=id, **more.get(name, {}), subagentRunId=tag) for name in names]


def for_old(events: Iterable[JsonObject]) -> Iterator[JsonObject]:
    """What a client before 1.0 can read, which ends a run at anything it does not know: specialists are calls with
    a result, their own words are left out, and a run that was stopped has merely ended."""
    for one in events:
        type = text_at(one, "type")
        if type.startswith("SUBAGENT_") or ("subagentRunId" in one and type.startswith(("TEXT_", "REASONING_"))):
            continue
        plain = {name: value for name, value in one.items() if name not in ("subagentRunId", "protocolVersion")}
        if is_object(outcome := plain.get("outcome")) and outcome.get("type") == "cancelled":
            del plain["outcome"]
        yield plain
