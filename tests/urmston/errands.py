"""What the tests of the finding planner ask for, and how they read what was sent."""

from typing import Any

from tests.urmston.street import Site, Street, skill

DEMO = "Can my 10-year-old son Seb join Urmston Town Juniors FC?"
PLACES = "check_team_availability_v1"


def data_of(task: dict[str, Any]) -> dict[str, Any]:
    return next(part["data"] for part in task["message"]["parts"] if part["type"] == "data")


def text_of(task: dict[str, Any]) -> str:
    assert task["message"]["parts"][0]["type"] == "text"
    return task["message"]["parts"][0]["text"]


async def probed(there: Street) -> list[str]:
    calls = [d.action.calls for d in await there.decisions() if d.step == "discover" and d.action.kind == "call"]
    return [call.args["target_url"] for some in calls for call in some]


def booking(**changes: Any) -> Site:
    skills = [
        skill(
            "book_table",
            "Books a table at the restaurant for a number of people.",
            "people",
            people={"type": "integer", "description": "Number of people"},
            day={"type": "string", "format": "date", "description": "Day of the visit"},
        ),
        skill("menu", "Shows the menu of the restaurant with prices and allergies."),
    ]
    told = {"title": "Saffron Table Restaurant", "skills": skills, "snippet": "Book a table, read the menu."}
    return Site(**{**told, "says": "Your table is booked.", **changes})
