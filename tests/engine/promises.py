"""What must be true of a conversation at rest, checked from its durable records."""

import json
from collections import Counter
from itertools import pairwise

from loket.core.events import (
    AgentSaid,
    Answered,
    CallStarted,
    Closed,
    Decided,
    Discarded,
    Faulted,
    Held,
    Returned,
    Stopped,
    SurfaceActed,
    UserSaid,
)
from loket.core.record import Record, decode, encode
from loket.views.due import due, settled
from loket.views.ending import ending
from loket.views.turn import Turn
from loket.views.turn_snapshot import turn_from, turn_json
from tests.engine.world import NAME, Broken, World


def must(holds: bool, promise: str) -> None:
    if not holds:
        raise Broken(promise)


async def at_rest(world: World) -> None:
    """Raises Broken for the first promise that does not hold."""
    rows = await world.store.read(NAME, limit=100_000)
    records = [decode(row.body) for row in rows]
    must([r.seq for r in records] == list(range(1, len(records) + 1)), "there is a gap")
    must(all(encode(r) == row.body for r, row in zip(records, rows, strict=True)), "bytes do not come back")
    must(all(a.at <= b.at for a, b in pairwise(records)), "time went back")
    keys = [r.key for r in records if r.key]
    must(len(keys) == len(set(keys)), "a key stands twice")
    _replayed(world, records)
    _scopes(world)
    _calls(world, records)
    _remote(world, records)
    _questions(records)
    _decisions(records)
    _people(world, records)
    entry = await world.store.entry(NAME)
    must(entry is not None and entry.state != "working", "the index says working")
    how = ending(world.turn.scopes["/"]) if entry is not None and entry.state == "idle" else None
    must(entry is not None and entry.outcome == how, "the index says another outcome than the log")
    for watcher in world.watchers:
        must(len(watcher.rows) == len(rows), f"{watcher.name} saw {len(watcher.rows)} of {len(rows)}")
        must(not watcher.drafts, f"{watcher.name} still shows words in the making")
    must(not world.tasks or not any(t for t in world.tasks if "_tell" in repr(t.get_coro())), "somebody still waits")


def _replayed(world: World, records: list[Record]) -> None:
    turn = Turn()
    for record in records:
        turn.apply(record)
    state = turn_json(turn)
    must(state == turn_json(world.turn), "replay differs")
    for kept in (turn, world.turn):
        must(vars(turn_from(json.loads(json.dumps(turn_json(kept))))) == vars(kept), "a snapshot does not come back")
    must(due(turn, world.host.kit) is None, "something is owed")


def _scopes(world: World) -> None:
    turn = world.turn
    for path, scope in turn.scopes.items():
        gated = turn.gated(scope)
        must(not scope.pending or gated, f"unseen at rest in {path}: {list(scope.pending)}")
        if path == "/" or not turn.alive(path):
            continue
        asked = any(q.scope.startswith(path) for q in turn.questions.values())
        must(gated or asked or scope.wait is not None or bool(turn.below(path)), f"scope {path} is stuck")
    for path, scope in turn.scopes.items():
        last = next((r.event for r in reversed(scope.history) if isinstance(r.event, Decided | Faulted)), None)
        action = last.action if isinstance(last, Decided) else None
        talks_on = action is not None and (action.kind == "cancel" or (action.kind == "say" and not action.final))
        must(not (talks_on and turn.alive(path)), f"{path} was left in the middle of its words")
    root = turn.scopes["/"]
    waits = any(scope.wait for scope in turn.scopes.values())
    must(not (root.joins and turn.alive("/")) or bool(turn.questions) or waits, "the root waits for nothing")


def _calls(world: World, records: list[Record]) -> None:
    back = Counter(r.event.call for r in records if isinstance(r.event, Returned))
    must(all(n == 1 for n in back.values()), f"returned twice: {back.most_common(1)}")
    for call in world.turn.calls.values():
        must(world.turn.alive(call.scope), f"{call.id} is out in a dead scope")
    for (id, tool), times in world.effects.items():
        spec = world.tools[tool]
        must(times == 1 or spec.read_only or spec.idempotent, f"{tool} {id} was done {times} times")
    ended: set[str] = set()
    for record in records:
        if isinstance(record.event, Returned):
            ended.add(record.event.call)
        if isinstance(record.event, CallStarted):
            must(record.event.call not in ended, f"{record.event.call} started after its end")


def _remote(world: World, records: list[Record]) -> None:
    """What was sent elsewhere was sent once and is found again, and its news are told once, to those who follow."""
    once = world.tools["far"].idempotent or all(times == 1 for times in world.elsewhere.sent.values())
    must(once, "an agent was sent one call twice")
    back = {r.event.call: r.event for r in records if isinstance(r.event, Returned)}
    for call in world.elsewhere.calls:
        must(back[call].code != "not_sent", f"{call} was sent, and is said not to have been")
    told = Counter(
        (r.event.call, r.event.message_id) for r in records if isinstance(r.event, AgentSaid) and r.event.call
    )
    must(all(n == 1 for n in told.values()), f"the same news twice: {told.most_common(1)}")
    for call, returned in back.items():
        heard = [r.event for r in records if isinstance(r.event, AgentSaid) and r.event.call == call]
        must(not (returned.ok and call in world.elsewhere.calls) or len(heard) == 3, f"news of {call} are missing")
    for record in records:
        if isinstance(record.event, AgentSaid) and record.event.call:
            follows = world.play.follow and record.scope == "/"
            must(
                record.event.wakes == (follows and record.event.state != "completed"), "who is woken is not who follows"
            )


def _questions(records: list[Record]) -> None:
    turn = Turn()
    closed: Counter[str] = Counter()
    for record in records:
        event, before = record.event, set(turn.questions)
        turn.apply(record)
        gone = before - set(turn.questions)
        closed.update(gone)
        if isinstance(event, Answered):
            must(gone <= {event.to}, "an answer closed another question")
        if isinstance(event, Closed):
            must(event.question in gone, f"{event.question} was closed twice")
        if isinstance(event, Held):
            must(str(record.seq) in turn.questions, "a held call asks nobody")
    must(all(n == 1 for n in closed.values()), "a question was closed twice")


def _decisions(records: list[Record]) -> None:
    taken: Counter[int] = Counter()
    dead: set[str] = set()
    over: set[str] = set()
    dropped: Counter[str] = Counter()
    for record in records:
        event = record.event
        if record.by == "person" and not isinstance(event, Stopped):
            dead.discard("/")
        match event:
            case Stopped(scope=scope):
                dead.add(scope)
            case Decided(took=took, action=action):
                must(record.scope not in over, f"{record.scope} decided after its end")
                must(not any(record.scope.startswith(path) for path in dead), f"{record.seq} decided after a stop")
                taken.update(took)
                dropped[record.scope] = 0
                if record.scope != "/" and (action.kind == "done" or (action.kind == "say" and action.final)):
                    over.add(record.scope)
            case Faulted(took=took):
                taken.update(took)
                dropped[record.scope] = 0
            case Discarded(why="news"):
                dropped[record.scope] += 1
                must(dropped[record.scope] == 1, f"two thoughts in a row were dropped for news in {record.scope}")
            case _:
                pass
    must(all(n == 1 for n in taken.values()), f"taken twice: {taken.most_common(1)}")


def _people(world: World, records: list[Record]) -> None:
    taken = {seq for r in records if isinstance(r.event, Decided | Faulted) for seq in r.event.took}
    stop = max((r.seq for r in records if isinstance(r.event, Stopped) and r.event.scope == "/"), default=0)
    for record in records:
        if isinstance(record.event, UserSaid | SurfaceActed) and record.seq > stop:
            must(record.seq in taken, f"nobody answered {record.seq}")
    for key, (_, _, seq) in world.told.items():
        must(seq is not None, f"{key} was never answered")
        must(seq is None or settled(world.turn, seq), f"{seq} is not settled")
        must(seq is None or records[seq - 1].key == key, f"{key} stands somewhere else")
