"""Every way the standard allows to write an event stream reads the same, however it is cut into chunks."""

import pytest

from loket.tools.event_stream import EventReader, SentEvent, TooMuch

STREAM = (
    "\ufeff: hello\n"
    'event: endpoint\ndata: {"a":1}\n\n'
    ": ping\n\n"
    "id: 7\nretry: 1500\ndata:één\ndata: twee\n\n"
    "data\n\n"
    "event: lost\n\n"
    "retry: soon\nid: a\0b\nwhat: ever\ndata:  two spaces\n\n"
    "data: broken off"
)
EVENTS = [
    SentEvent("endpoint", '{"a":1}'),
    SentEvent("message", "één\ntwee", "7", 1500),
    SentEvent("message", "", "7", 1500),
    SentEvent("message", " two spaces", "7", 1500),
]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 10_000])
def test_any_line_end_in_any_chunks(end: str, size: int) -> None:
    data = STREAM.replace("\n", end).encode()
    reader = EventReader()
    found = [event for at in range(0, len(data), size) for event in reader.feed(data[at : at + size])]
    assert found == EVENTS


@pytest.mark.parametrize("line", ["data: " + "x" * 50, "x" * 50])
def test_an_event_without_end_is_refused(line: str) -> None:
    with pytest.raises(TooMuch):
        EventReader(most=200).feed(10 * (line.encode() + (b"\n" if line.startswith("data") else b"")))


def test_many_small_events_are_not_one_big_one() -> None:
    reader = EventReader(most=200)
    assert sum(len(reader.feed(b"data: " + b"x" * 100 + b"\n\n")) for _ in range(50)) == 50
