"""Everything by which this package is reached from outside, apart from the assistant itself, for its bundle to take.

For pages: `/api/scenario/storage` (what is remembered of a person), `/api/scenarios` (the library), `/api/llm/…` (a
language model without its key) and `/api/scenario/exchanges` (what went over the wires, and sending it again).
For agents: `/api/bridge/CONFIG64/a2a` (the other side of a scenario) and `/api/rooms/ROOM/a2a` (who is behind a room).
For MCP clients: three tools to talk with the other side."""

from collections.abc import Mapping
from dataclasses import dataclass

from loket.core.assistant import AssistantSpec
from loket.core.data import JsonObject
from loket.core.planner import Planner
from loket.core.tool import Tool
from loket.house.bundle import Services
from loket.house.door import Door
from loket.planners.outside import OutsidePlanner
from loket_demos.scenario.answering import AnsweringPlanner
from loket_demos.scenario.bridge import BRIDGE, CounterpartTool
from loket_demos.scenario.bridge import TOOL as COUNTERPART
from loket_demos.scenario.chat_tools import ChatThreads
from loket_demos.scenario.completing import COMPLETIONS, complete_tool
from loket_demos.scenario.counterpart import Counterparts, OpenHouse
from loket_demos.scenario.doors.bridge import BridgeDoor
from loket_demos.scenario.doors.cards import CARDS, CardDoor
from loket_demos.scenario.doors.complete import CompleteDoor
from loket_demos.scenario.doors.exchanges import ExchangesDoor
from loket_demos.scenario.doors.loading import LoadDoor
from loket_demos.scenario.doors.local import CONSENTS, AllowDoor
from loket_demos.scenario.doors.rooms import RoomsDoor
from loket_demos.scenario.doors.scenarios import ScenariosDoor
from loket_demos.scenario.doors.storage import StorageDoor
from loket_demos.scenario.exchanges.kept import ExchangeBook
from loket_demos.scenario.exchanges.resend import RESENDS, ResendTool
from loket_demos.scenario.library import Library, shipped
from loket_demos.scenario.paced_model import ModelAllowance
from loket_demos.scenario.room_tool import ROOM, RoomTool
from loket_demos.scenario.room_tool import TOOL as ROOM_TOOL
from loket_demos.scenario.rooms import Rooms
from loket_demos.scenario.validation import validated
from loket_demos.scenario.whole import WholeRuns

EDIT_TOKEN = "LOKET_SCENARIO_EDIT_TOKEN"  # noqa: S105 - the name of a variable
"""The token that lets its holder change published scenarios."""


@dataclass(frozen=True)
class Gates:
    """What goes into the bundle; `tools` are published."""

    doors: tuple[Door, ...]
    assistants: tuple[AssistantSpec, ...]
    planners: Mapping[str, Planner]
    inner: tuple[Tool, ...]
    tools: tuple[Tool, ...]
    library: Library
    exchanges: ExchangeBook
    runs: WholeRuns
    allowance: ModelAllowance


def _wrong(config: JsonObject) -> list[tuple[str, str]]:
    """What keeps a scenario out of the library."""
    return [(finding.path, finding.message) for finding in validated(config).errors]


def gates(services: Services, rooms: Rooms | None = None, allowance: ModelAllowance | None = None) -> Gates:
    """All of it, as this server is configured."""
    rooms, allowance = rooms or Rooms(), allowance or ModelAllowance()
    library = Library(shipped(), services.env.get(EDIT_TOKEN, "").strip(), _wrong)
    opened = OpenHouse()
    sides, book = Counterparts(opened, library), ExchangeBook(opened)
    pages: tuple[Door, ...] = (StorageDoor(), ScenariosDoor(library), LoadDoor(services.fetch), ExchangesDoor(book))
    return Gates(
        doors=(
            opened,
            *pages,
            CardDoor(),
            AllowDoor(),
            CompleteDoor(services.models, allowance),
            BridgeDoor(sides, book),
            RoomsDoor(rooms, book),
        ),
        assistants=(COMPLETIONS, BRIDGE, CARDS, RESENDS, CONSENTS, ROOM),
        planners={
            **{one.name: OutsidePlanner() for one in (COMPLETIONS, CARDS, RESENDS, CONSENTS)},
            BRIDGE.name: AnsweringPlanner(COUNTERPART),
            ROOM.name: AnsweringPlanner(ROOM_TOOL),
        },
        inner=(complete_tool(), CounterpartTool(sides), ResendTool(book), RoomTool(rooms, opened)),
        tools=ChatThreads(sides).tools(),
        library=library,
        exchanges=book,
        runs=WholeRuns(opened.records),
        allowance=allowance,
    )
