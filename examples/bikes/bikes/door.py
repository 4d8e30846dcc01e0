"""A wire of our own: `GET /bikes/CONVERSATION.ics` is a calendar of the bookings, for any calendar program."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from bikes.bookings import Bookings
from loket.core.data import JsonObject
from loket.house.house import House
from loket.house.refusal import refused
from loket.house.requests import owner_of

STAMP = "%Y%m%dT%H%M%S"


class CalendarDoor:
    """Shows owners their own conversations; to everybody else there is nothing."""

    def routes(self, house: House) -> Sequence[BaseRoute]:
        """Called once, before the server is open."""

        async def calendar(request: Request) -> Response:
            conversation = request.path_params["conversation"]
            if await house.owned(conversation, owner_of(request), "bikes") is None:
                return refused(404, "not_found", "There is no such conversation with the shop.")
            view = Bookings()
            async for record in house.records(conversation):
                view.apply(record)
            return Response("\r\n".join(_lines(view.state()["made"])), media_type="text/calendar")

        return [Route("/bikes/{conversation}.ics", calendar)]


def _lines(bookings: Sequence[JsonObject]) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//bikes//loket//EN")
    for booking in bookings:
        start = datetime.fromisoformat(f"{booking['day']}T{booking['time']}")
        yield from ("BEGIN:VEVENT", f"UID:{booking['number']}@bikes.example", f"DTSTAMP:{start:{STAMP}}")
        yield from (f"DTSTART:{start:{STAMP}}", f"DTEND:{start + timedelta(minutes=30):{STAMP}}")
        yield from (f"SUMMARY:{booking['repair']}", "END:VEVENT")
    yield from ("END:VCALENDAR", "")
