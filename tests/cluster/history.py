"""What happened in one run, as all who took part saw it, and what was wrong with it."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from loket.core.data import JsonObject

UNSAFE = ("send", "delete", "agent")
"""Effects that must not be repeated."""
RULES = {
    "lost": "acknowledged or shown, and not stored",
    "gap": "logs with a gap",
    "order": "conversations with two orders, or one message twice",
    "repeated": "unsafe effects repeated",
    "fenced": "effects after another node had taken over",
    "false": "effects told of wrongly",
    "unrested": "conversations that do not come to rest",
    "stale": "nodes or watchers that do not see what is stored",
    "refused": "requests refused wrongly",
    "hollow": "requests answered with success and nothing",
}


class Acknowledged(NamedTuple):
    """A client was told that what it said is record `seq`."""

    conversation: str
    seq: int
    text: str


class Answer(NamedTuple):
    """A request was not answered as it should be; `later`: it was told when to come again."""

    asked: str
    key: str
    status: int
    later: bool
    text: str


class Effect(NamedTuple):
    """Something was done outside, at a moment of this machine's clock."""

    what: str
    errand: str
    key: str
    at: float


class Look(NamedTuple):
    """A node was sure that it lived, directly before it let an effect leave."""

    node: str
    key: str
    at: float


class Frame(NamedTuple):
    """What the servers stored of a conversation: when, by which life of a node, and how many records."""

    at: float
    writer: str
    rows: int


class Wrong(NamedTuple):
    """One breach: of which rule, where, and what is seen of it."""

    rule: str
    where: str
    seen: str


@dataclass
class History:
    """`logs` by node and conversation, `seen` by watcher (its conversation first), `frames` by conversation, `errands`:
    the conversation of each, `stuck` and `behind`: what did not come to rest, and who did not see what is stored,
    `answers`: those that were no good."""

    acknowledged: list[Acknowledged] = field(default_factory=list[Acknowledged])
    logs: dict[tuple[str, str], Sequence[JsonObject]] = field(
        default_factory=dict[tuple[str, str], Sequence[JsonObject]]
    )
    seen: dict[tuple[str, str], Sequence[JsonObject]] = field(
        default_factory=dict[tuple[str, str], Sequence[JsonObject]]
    )
    effects: list[Effect] = field(default_factory=list[Effect])
    looks: list[Look] = field(default_factory=list[Look])
    frames: dict[str, Sequence[Frame]] = field(default_factory=dict[str, Sequence[Frame]])
    errands: dict[str, str] = field(default_factory=dict[str, str])
    stuck: list[str] = field(default_factory=list[str])
    behind: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    answers: list[Answer] = field(default_factory=list[Answer])


def breaches(history: History) -> list[Wrong]:
    """All of them."""
    return [
        *_lost(history),
        *_gaps(history),
        *_orders(history),
        *_repeated(history),
        *_fenced(history),
        *_false(history),
        *(Wrong("unrested", conversation, "work is still under way") for conversation in history.stuck),
        *(Wrong("stale", where, seen) for where, seen in history.behind),
        *_refused(history),
    ]


def in_flight(history: History) -> int:
    """Effects that left after a takeover that came between the last look and the moment they left: nobody who asks
    first and acts then can exclude them. They are told as of unknown outcome, or `_false` has them."""
    looks = {look.key: look for look in history.looks}
    return sum(
        effect.key in looks
        and (taken := _taken(history, effect, looks[effect.key])) is not None
        and looks[effect.key].at <= taken < effect.at
        for effect in history.effects
        if effect.what in UNSAFE
    )


def _refused(history: History) -> Iterator[Wrong]:
    """Whoever asks for what is theirs, and sends it again with the same key, may be told to come later and nothing
    else: no other node, lost server or late answer is theirs to deal with."""
    for one in history.answers:
        if one.status < 300:
            yield Wrong("hollow", one.asked, f"{one.status} {one.text!r} for {one.key!r}")
        elif one.status != 503 or not one.later:
            yield Wrong("refused", one.asked, f"{one.status} {one.text!r} for {one.key!r}")


def _lost(history: History) -> Iterator[Wrong]:
    for (node, conversation), records in history.logs.items():
        texts = {record["seq"]: record["event"].get("text") for record in records}
        for one in history.acknowledged:
            if one.conversation == conversation and texts.get(one.seq) != one.text:
                yield Wrong("lost", f"{conversation} at {node}", f"{one} is {texts.get(one.seq)!r}")


def _gaps(history: History) -> Iterator[Wrong]:
    everywhere = [*history.logs.items(), *history.seen.items()]
    for where, records in everywhere:
        seqs = [record["seq"] for record in records]
        if seqs != list(range(1, len(seqs) + 1)):
            yield Wrong("gap", " ".join(where), str(seqs))


def _orders(history: History) -> Iterator[Wrong]:
    """The longest log any node has is the one that each other view must be a beginning of."""
    longest: dict[str, Sequence[JsonObject]] = {}
    for (_, conversation), records in history.logs.items():
        if len(records) > len(longest.get(conversation, ())):
            longest[conversation] = records
    for (node, conversation), records in history.logs.items():
        yield from _other(f"{conversation} at {node}", records, longest.get(conversation, ()))
    for (conversation, watcher), records in history.seen.items():
        yield from _other(f"{conversation} by {watcher}", records, longest.get(conversation, ()))
    for conversation, records in longest.items():
        said = Counter(record["event"].get("text") for record in records if record["event"]["kind"] == "user_said")
        for text, count in said.items():
            if count > 1:
                yield Wrong("order", conversation, f"{text} was said {count} times with one key")


def _other(where: str, records: Sequence[JsonObject], whole: Sequence[JsonObject]) -> Iterator[Wrong]:
    for mine, theirs in zip(records, whole, strict=False):
        if mine != theirs:
            yield Wrong("order", where, f"{mine} is {theirs} elsewhere")
            return
    if len(records) > len(whole):
        yield Wrong("lost", where, f"{len(records)} records were seen, {len(whole)} are there")


def _repeated(history: History) -> Iterator[Wrong]:
    counts = Counter((effect.what, effect.errand) for effect in history.effects if effect.what in UNSAFE)
    for (what, errand), count in counts.items():
        if count > 1:
            yield Wrong("repeated", history.errands.get(errand, "?"), f"{what} of {errand}: {count} times")


def _fenced(history: History) -> Iterator[Wrong]:
    looks = {look.key: look for look in history.looks}
    for effect in history.effects:
        if effect.what not in UNSAFE or effect.key not in looks:
            continue
        taken = _taken(history, effect, looks[effect.key])
        if taken is not None and taken < looks[effect.key].at:
            late = looks[effect.key].at - taken
            yield Wrong("fenced", history.errands.get(effect.errand, "?"), f"{effect.what} {late:.3f} s after")


def _taken(history: History, effect: Effect, look: Look) -> float | None:
    """When another node took the conversation from the life of a node that wrote last before the look, or, of a node
    that looked in vain, that wrote last before."""
    frames = history.frames.get(history.errands.get(effect.errand, ""), ())
    mine = [number for number, frame in enumerate(frames) if frame.writer == look.node and frame.at <= look.at]
    if not mine:
        return None
    return next((frame.at for frame in frames[mine[-1] + 1 :] if frame.writer != look.node), None)


def _false(history: History) -> Iterator[Wrong]:
    done = {(effect.what, effect.errand) for effect in history.effects}
    by_conversation: Mapping[str, list[str]] = defaultdict(list)
    for errand, conversation in history.errands.items():
        by_conversation[conversation].append(errand)
    node = next((node for node, _ in history.logs), "")
    for (where, conversation), records in history.logs.items():
        if where != node:
            continue
        asked = {
            f"{record['seq']}.{call['id']}": (call["id"], str(call["args"].get("errand") or _errand(call["args"])))
            for record in records
            if record["event"]["kind"] == "decided" and record["event"]["action"]["kind"] == "call"
            for call in record["event"]["action"]["calls"]
        }
        for record in records:
            event = record["event"]
            if event["kind"] != "returned" or event["call"] not in asked:
                continue
            what, there = asked[event["call"]], asked[event["call"]] in done
            if event["ok"] and not there:
                yield Wrong("false", conversation, f"{what} is told as done, and was not")
            if not event["ok"] and there and event.get("code") not in ("unknown_outcome", "still_working"):
                yield Wrong("false", conversation, f"{what} is told as failed ({event.get('code')}), and was done")


def _errand(args: JsonObject) -> str:
    return str(args.get("parameters", {}).get("errand", ""))
