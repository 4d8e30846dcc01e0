"""The shop: what a repair costs, when there is a place, and a booking that waits until you have said yes."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Literal

from bikes.door import CalendarDoor
from bikes.mechanic import mechanic
from loket import Assistant, Context, Flow, ToolFailed, ask, call, done, flow, page_of, tool

Repair = Literal["puncture", "brakes", "service"]
PRICES: dict[Repair, int] = {"puncture": 15, "brakes": 35, "service": 60}
TICKET = {"id": "ticket", "component": "RepairTicket", "ticket": {"path": "/value"}}


@dataclass(frozen=True)
class Booking:
    number: str
    repair: Repair
    day: date
    time: str


@tool(read_only=True, examples=["How much is a puncture?", "What do you ask for new brakes?"])
def price(repair: Repair) -> str:
    """What a repair costs."""
    return f"A {repair} repair costs {PRICES[repair]} euros."


@tool(read_only=True)
def free_slots(day: date) -> list[str]:
    """The free times of a day."""
    if day.isoweekday() == 7:
        raise ToolFailed("invalid_day", "We are closed on Sundays. Choose another day.")
    return ["09:00", "11:30", "16:00"]


@tool(destructive=True, title="Book a repair")
def book(repair: Repair, day: date, time: str, context: Context) -> Booking:
    """Keeps a place in the workshop for your bike."""
    return Booking(
        context.key[:6].upper(), repair, day, time
    )  # the same call has the same key, also when it is repeated


@flow(title="Book a repair", page="book", examples=["Can you fix my puncture on Thursday?", "I want to book a repair"])
def booking(repair: Repair, day: date) -> Flow:
    """Choose a repair and a day. Nothing is booked before you have seen it and said yes."""
    slots = yield call(free_slots, day=day)
    slot = yield ask("What time suits you?", choices=slots)
    booked = yield call(book, repair=repair, day=day, time=slot)
    return done(f"See you on {booked.day:%A} at {booked.time}. Your number is {booked.number}.", booked)


shop = Assistant(
    "bikes",
    title="Bike repair",
    tools=[price],
    flows=[booking],
    specialists=[mechanic],
    mcp=["torque"],
    agents=["wholesaler"],
    pages=[page_of(booking, TICKET)],
    starters=["How much is a puncture?", "My bike is squeaking"],
    doors=[CalendarDoor()],
    web=Path(__file__).parent / "web",
)
