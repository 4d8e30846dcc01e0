"""Kill -9 while three specialists stream: their cards stand, what only reads runs again, the words that had been shown
are kept and marked, the answer comes, and who watches misses nothing."""

from pathlib import Path

from loket.core.events import Decided, Discarded, Returned
from loket.core.record import decode
from loket.views.steps import Steps
from loket.views.transcript import Transcript
from loket.views.view import fold
from tests.crash.streaming import BROKEN_OFF, SPECIALISTS, WHOLE
from tests.nursery import KILLED, lived


def test_three_specialists_that_stream_are_killed_and_the_answer_comes(tmp_path: Path) -> None:
    assert lived("tests.crash.streaming", str(tmp_path)) == KILLED
    before = (tmp_path / "seen").read_bytes()
    assert lived("tests.crash.streaming", str(tmp_path)) == 0
    seen = (tmp_path / "seen").read_bytes()
    assert seen.startswith(before)
    log = [decode(line) for line in seen.splitlines()]
    assert [record.seq for record in log] == list(range(1, len(log) + 1))
    assert (tmp_path / "looked").read_text().splitlines() == ["town hall"] * 2

    cut = [(record.scope, record.event.text) for record in log if isinstance(record.event, Discarded)]
    scopes = fold(Steps(), log).state()["scopes"]
    cards = {scope["assistant"]: scope for scope in scopes[1:]}
    assert sorted(cards) == sorted(SPECIALISTS)
    assert sorted(cut) == sorted((card["path"], BROKEN_OFF) for card in cards.values())
    for card in cards.values():
        steps = [(step["text"], step["code"]) for step in card["steps"]]
        assert steps == [(BROKEN_OFF, "interrupted"), (WHOLE, None)]
        assert (card["state"], card["status"], card["message"]) == ("done", "ok", WHOLE)
    back = [record.event for record in log if isinstance(record.event, Returned)]
    assert len(back) == 4 and all(event.ok for event in back)
    assert len([record for record in log if isinstance(record.event, Decided) and record.scope == "/"]) == 2
    (answer,) = [
        one for one in fold(Transcript(), log).state()["items"] if one["scope"] == "/" and one["kind"] == "said"
    ][1:]
    assert (answer["text"], answer["code"]) == ("All three agree.", None)
