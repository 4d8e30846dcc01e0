"""Puts the package together for whoever serves it: the personal assistant, the club's agent and the club's data."""

import time
from collections.abc import Callable
from datetime import date, datetime
from importlib.resources import files
from zoneinfo import ZoneInfo

from pydantic import TypeAdapter

from loket.house.bundle import AgentPart, Bundle, Services
from loket.planners.finding.planner import FindingPlanner
from loket.tools.search import Site
from loket_demos.urmston.club.card import SITE, get_agent_card
from loket_demos.urmston.club.executor import ClubPlanner
from loket_demos.urmston.club.limits import Tries
from loket_demos.urmston.club.skills import SKILLS
from loket_demos.urmston.club.source import club_data
from loket_demos.urmston.club.tools import club_tools
from loket_demos.urmston.declaration import CLUB, URMSTON
from loket_demos.urmston.doors.chat import ChatWire
from loket_demos.urmston.doors.tasks import TasksWire
from loket_demos.urmston.own_tools import own_tools

HERE = ZoneInfo("Europe/London")
KEY = "URMSTON_CLUB_KEY"
"""The key that callers of protected skills must show; without it they are public and only limited."""
_SITES: TypeAdapter[tuple[Site, ...]] = TypeAdapter(tuple[Site, ...])


def bundle(services: Services, today: Callable[[], date] | None = None) -> Bundle:
    """Everything this package brings; `today` is the day at the club."""
    key = services.env.get(KEY, "").strip()
    tools = club_tools(club_data(services), today or _today, Tries(time.monotonic))
    club = AgentPart(
        name="club",
        assistant=CLUB.name,
        title=CLUB.title,
        description=CLUB.summary,
        capabilities=tuple(
            tool.spec.model_copy(update={"name": skill.id}) for tool, skill in zip(tools, SKILLS, strict=True)
        ),
        door=TasksWire(CLUB.name, CLUB.title, get_agent_card(SITE, protected=bool(key))),
        origin=SITE,
        examples={skill.id: skill.examples for skill in SKILLS},
    )
    return Bundle(
        name=URMSTON.name,
        assistants=(URMSTON, CLUB),
        planners={URMSTON.name: FindingPlanner(), CLUB.name: ClubPlanner(key)},
        inner=(*own_tools(), *tools),
        agents=(club,),
        finds_agents=True,
        findable=around(),
        doors=(ChatWire(URMSTON.name, URMSTON.title),),
    )


def around() -> tuple[Site, ...]:
    """The club's site and some of its town, for a search without the internet. All but the club's are invented."""
    return _SITES.validate_json((files("loket_demos.urmston") / "data" / "sites.json").read_bytes())


def _today() -> date:
    return datetime.now(HERE).date()
