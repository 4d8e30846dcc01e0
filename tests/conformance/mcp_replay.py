"""What was written on broken streams, kept for a while so that a client of the older MCP era can fetch the rest."""

from collections import OrderedDict

from mcp.server.streamable_http import EventCallback, EventId, EventMessage, EventStore, StreamId
from mcp_types import JSONRPCMessage


class RecentEvents(EventStore):
    """The last events of all streams, in memory; ids are numbers that count over all of them."""

    def __init__(self, most: int = 1000) -> None:
        self._most = most
        self._last = 0
        self._events: OrderedDict[EventId, tuple[StreamId, JSONRPCMessage | None]] = OrderedDict()

    async def store_event(self, stream_id: StreamId, message: JSONRPCMessage | None) -> EventId:
        """Keeps one event; the oldest goes when there are too many."""
        self._last += 1
        self._events[str(self._last)] = (stream_id, message)
        while len(self._events) > self._most:
            self._events.popitem(last=False)
        return str(self._last)

    async def replay_events_after(self, last_event_id: EventId, send_callback: EventCallback) -> StreamId | None:
        """Sends what followed on the stream of that event; None when it is not known (any more)."""
        if last_event_id not in self._events:
            return None
        stream = self._events[last_event_id][0]
        for event_id, (of, message) in list(self._events.items()):
            if of == stream and message is not None and int(event_id) > int(last_event_id):
                await send_callback(EventMessage(message, event_id))
        return stream
