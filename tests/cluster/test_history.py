"""The checker of the fault runs finds what is wrong: a sound history passes, and each kind of breach is named."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from loket.core.data import JsonObject
from tests.cluster.history import RULES, Acknowledged, Answer, Effect, Frame, History, Look, breaches, in_flight

KEY = "k"


def record(seq: int, kind: str, **more: object) -> JsonObject:
    return {"seq": seq, "event": {"kind": kind, **more}}


def sound() -> History:
    """One errand, of which everybody has the same view."""
    calls = [{"id": "send", "args": {"errand": "e-1"}}]
    log = [
        record(1, "started"),
        record(2, "user_said", text="e-1"),
        record(3, "decided", action={"kind": "call", "calls": calls}),
        record(4, "call_started", call="3.send"),
        record(5, "returned", call="3.send", ok=True),
    ]
    return History(
        acknowledged=[Acknowledged("c", 2, "e-1")],
        logs={(node, "c"): deepcopy(log) for node in ("node1", "node2")},
        seen={("c", "ann"): deepcopy(log)},
        effects=[Effect("send", "e-1", KEY, 11.0)],
        looks=[Look("n1", KEY, 10.0)],
        frames={"c": [Frame(9.0, "n1", 4), Frame(12.0, "n1", 1)]},
        errands={"e-1": "c"},
    )


def lose(history: History) -> None:
    history.acknowledged.append(Acknowledged("c", 6, "e-2"))


def lose_what_was_shown(history: History) -> None:
    history.logs = {where: log[:4] for where, log in history.logs.items()}


def skip(history: History) -> None:
    history.seen["c", "ann"] = [history.seen["c", "ann"][n] for n in (0, 1, 2, 4)]


def show_twice(history: History) -> None:
    history.seen["c", "ann"] = [*history.seen["c", "ann"], history.seen["c", "ann"][-1]]


def differ(history: History) -> None:
    history.logs["node2", "c"][4]["event"]["ok"] = False


def say_twice(history: History) -> None:
    for log in history.logs.values():
        log[3]["event"] |= {"kind": "user_said", "text": "e-1"}


def repeat(history: History) -> None:
    history.effects.append(Effect("send", "e-1", KEY, 11.5))


def leave_fenced(history: History) -> None:
    history.frames["c"] = [Frame(9.0, "n1", 4), Frame(9.5, "n2", 0), Frame(12.0, "n2", 1)]


def promise(history: History) -> None:
    history.effects.clear()


def deny(history: History) -> None:
    for log in (*history.logs.values(), *history.seen.values()):
        log[4]["event"] |= {"ok": False, "code": "cancelled"}


def go_on(history: History) -> None:
    history.stuck.append("c")


def lag(history: History) -> None:
    history.behind.append(("c", "node1 shows 3 of 5"))


def answer(status: int, text: str = "{}", later: bool = False) -> Callable[[History], None]:
    def broken(history: History) -> None:
        history.answers.append(Answer("POST /api/conversations/c/events", "e-1", status, later, text))

    broken.__name__ = f"answer-{status}"
    return broken


BREACHES: tuple[tuple[str, Callable[[History], None]], ...] = (
    ("lost", lose),
    ("lost", lose_what_was_shown),
    ("gap", skip),
    ("gap", show_twice),
    ("order", differ),
    ("order", say_twice),
    ("repeated", repeat),
    ("fenced", leave_fenced),
    ("false", promise),
    ("false", deny),
    ("unrested", go_on),
    ("stale", lag),
    *(("refused", answer(status)) for status in (400, 401, 403, 404, 409, 500, 503)),
    ("hollow", answer(200, "")),
)


def test_a_sound_history_passes() -> None:
    assert breaches(sound()) == []
    assert {rule for rule, _ in BREACHES} == set(RULES)


@pytest.mark.parametrize(("rule", "break_it"), BREACHES, ids=[broken.__name__ for _, broken in BREACHES])
def test_each_breach_is_found(rule: str, break_it: Callable[[History], None]) -> None:
    history = sound()
    break_it(history)
    assert rule in {wrong.rule for wrong in breaches(history)}


def test_who_is_told_to_come_later_is_not_refused_wrongly() -> None:
    history = sound()
    answer(503, later=True)(history)
    assert breaches(history) == []


def test_what_was_under_way_when_another_took_over_is_counted_and_no_breach_when_nobody_is_deceived() -> None:
    history = sound()
    history.frames["c"] = [Frame(9.0, "n1", 4), Frame(10.5, "n2", 0), Frame(12.0, "n2", 1)]
    for log in (*history.logs.values(), *history.seen.values()):
        log[4]["event"] |= {"ok": False, "code": "unknown_outcome"}
    assert in_flight(history) == 1
    assert breaches(history) == []
