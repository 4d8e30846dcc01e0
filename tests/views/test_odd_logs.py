"""Views take any log: they never raise, give JSON, continue from any state, and forget what was redacted."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from loket.core.data import JsonObject
from loket.core.events import Redacted
from loket.core.record import Record, decode, encode
from loket.views.blank import blanked
from loket.views.commands import Commands
from loket.views.costs import Costs
from loket.views.plain import iso
from loket.views.questions import Questions
from loket.views.steps import Steps
from loket.views.transcript import Transcript
from loket.views.view import View, fold
from tests.tries import tries
from tests.views.records import odd_logs

VIEWS: tuple[type[View], ...] = (Transcript, Steps, Questions, Commands, Costs)


def states(records: list[Record]) -> JsonObject:
    return {view.name: fold(view(), records).state() for view in VIEWS}


@settings(max_examples=tries(20))
@given(odd_logs())
def test_any_log_gives_json_and_continues_from_every_cut(log: list[Record]) -> None:
    whole = states(log)
    assert json.loads(json.dumps(whole, allow_nan=False)) == whole
    for view in VIEWS:
        for cut in range(len(log) + 1):
            stored = json.dumps(fold(view(), log[:cut]).state())
            again = fold(view.restore(json.loads(stored)), log[cut:])
            assert json.dumps(again.state()) == json.dumps(whole[view.name])


@settings(max_examples=tries(20))
@given(odd_logs())
def test_a_record_applied_twice_changes_nothing(log: list[Record]) -> None:
    twice = [record for record in log for _ in range(2)]
    assert states([*twice, *log]) == states(log)


@settings(max_examples=tries(20))
@given(odd_logs())
def test_a_log_read_back_folds_alike(log: list[Record]) -> None:
    back = [decode(encode(record)) for record in log]
    assert states(back) == states(log)
    assert all(iso(r.at) == json.loads(encode(r))["at"] for r in log)


@settings(max_examples=tries(50))
@given(odd_logs(), st.data())
def test_redaction_leaves_the_same_as_if_it_had_never_been_said(log: list[Record], data: st.DataObject) -> None:
    if not log:
        return
    seqs = tuple(data.draw(st.sets(st.sampled_from([record.seq for record in log]))))
    last = log[-1]
    redacted = Record(seq=last.seq + 1, at=last.at, by="person", event=Redacted(seqs=seqs))
    blank = [blanked(record) if record.seq in seqs else record for record in log]
    blank = [decode(encode(record)) for record in blank]
    assert states([*log, redacted]) == states([*blank, redacted])
