"""The declarations: the personal assistant, and the club's agent that it may find."""

from importlib.resources import files

from loket.core.assistant import Assistant, Budget
from loket.core.bundle import AGENT_TOOLS
from loket_assistants.urmston.club.skills import SKILLS
from loket_assistants.urmston.own_tools import OWN

INSTRUCTIONS = (files("loket_assistants.urmston") / "data" / "instructions.md").read_text("utf-8")

URMSTON = Assistant(
    name="urmston",
    title="Personal assistant",
    summary="Answers what it can itself, and finds agents of others for the rest. You see every step and why.",
    locale="en",
    instructions=INSTRUCTIONS,
    planner="finding",
    tools=(*OWN, *AGENT_TOOLS),
    starters=(
        "Can my 10-year-old son Seb join Urmston Town Juniors FC?",
        "Is the U12 Panthers team of Urmston Town full?",
        "What can you do?",
    ),
    settings={"timezone": "Europe/London", "known_sites": {}},
    budget=Budget(decisions=30),
    intake="one_by_one",
)

CLUB = Assistant(
    name="urmston.club",
    title="Urmston Town Juniors FC",
    summary="Answers other agents about places in teams, matches and registrations of the club.",
    locale="en",
    planner="club",
    tools=tuple(skill.tool for skill in SKILLS),
    settings={"timezone": "Europe/London"},
    intake="one_by_one",
    hidden=True,
)
