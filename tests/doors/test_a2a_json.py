"""What is written is what the library writes, and the quick way to read a request reads what the library reads."""

import asyncio
from datetime import UTC, datetime
from typing import Any

from a2a.types import a2a_pb2 as pb
from a2a.utils.errors import A2AError
from google.protobuf.json_format import MessageToDict
from hypothesis import given
from hypothesis import strategies as st

from loket.doors.a2a.envelope import parsed
from loket.doors.a2a.json import plain_request, typed
from loket.doors.a2a.tasks import Place, Writing
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.stores.memory import MemoryStore
from loket.views.outcome_state import Outcome, OutcomeMessage, OutcomeResult

WORDS = st.text(max_size=10)
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
LINE = st.builds(OutcomeMessage, st.integers(1, 99), WORDS, st.booleans(), WORDS, st.just(()), VALUE)
PIECE = st.builds(OutcomeResult, st.integers(1, 99), WORDS, st.none() | WORDS, st.just(()), VALUE)
STATES = ("submitted", "working", "asking", "held", "completed", "failed", "canceled", "rejected")
MOMENT = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)) | st.sampled_from(  # noqa: DTZ001
    [datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, 0, 0, 0, 5000, tzinfo=UTC)]
)
TASK = st.builds(
    Outcome,
    st.integers(1, 99),
    MOMENT,
    st.sampled_from(STATES),
    st.none() | LINE,
    st.lists(LINE, max_size=3),
    st.lists(PIECE, max_size=3),
)
PART = (
    st.fixed_dictionaries({"text": WORDS | st.integers() | st.none() | st.just("half \ud800")})
    | st.fixed_dictionaries({"data": VALUE})
    | st.just({})
)
MESSAGE = st.fixed_dictionaries(
    {"parts": st.lists(PART, max_size=3) | st.none()},
    optional={
        "messageId": WORDS | st.none(),
        "role": st.sampled_from(["ROLE_USER", "ROLE_AGENT", "user", 1]),
        "contextId": WORDS | st.integers(),
        "taskId": WORDS,
        "metadata": st.dictionaries(WORDS, WORDS, max_size=1),
    },
)


@given(TASK, WORDS)
def test_a_task_is_written_as_the_library_writes_it(state: Outcome, context: str) -> None:
    place = Place("c" * 22, state.seq, context)

    async def written() -> Any:
        return await Writing(place, Host(MemoryStore(), Kit({}, {}))).task(state)

    ours = asyncio.run(written())
    theirs = MessageToDict(typed({"task": ours}))
    assert {name: value for name, value in stripped(ours).items() if value != ""} == stripped(theirs)


def stripped(value: Any) -> Any:
    """Without empty names and texts of the envelope, which the library leaves out; what a value holds stays."""
    if isinstance(value, dict):
        return {
            name: inner if name == "data" else stripped(inner)
            for name, inner in value.items()
            if name == "data" or inner not in ("", [])
        }
    return [stripped(inner) for inner in value] if isinstance(value, list) else value


@given(st.fixed_dictionaries({"message": MESSAGE}, optional={"configuration": st.just({"historyLength": 1})}))
def test_a_request_is_read_as_the_library_reads_it(params: Any) -> None:
    quick = plain_request(params)
    if quick is None:
        return
    try:
        assert quick == parsed(params, pb.SendMessageRequest)
    except A2AError as error:
        raise AssertionError(f"the library refuses it: {params}") from error


def test_a_message_of_words_takes_the_quick_way() -> None:
    said = {"messageId": "m1", "role": "ROLE_USER", "parts": [{"text": "a"}, {"text": ""}], "contextId": "c"}
    quick = plain_request({"message": said})
    assert quick is not None and quick == parsed({"message": said}, pb.SendMessageRequest)
