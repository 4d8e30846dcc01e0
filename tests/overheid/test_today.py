"""What day it is: the specialist for letters is told, so that nobody reads `op tijd` about a day that is over."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from loket.core.actions import Call
from loket.planners.flow import Progress
from loket_demos.overheid.content.catalogue import CAPABILITIES
from loket_demos.overheid.content.dutch_dates import write_date
from loket_demos.overheid.declaration import HERE, STRUCTURE
from loket_demos.overheid.objection import BEZWAAR_FLOW
from tests.doors.talking import begun, tell_and_settle
from tests.loopback import Asked, answering, reply
from tests.overheid.foreign import listening
from tests.serving import serving_here

STEP = next(step for step in BEZWAAR_FLOW.steps if step.name == STRUCTURE)


def letter(day: date) -> str:
    return f"Besluit van {write_date(day, weekday=False)}. Ik maak bezwaar tegen de naheffing van € 74,80."


@pytest.mark.parametrize(("days", "state"), [(3, "op_tijd"), (100, "te_laat")])
async def test_a_term_that_is_over_is_said_in_every_part_of_the_answer(tmp_path: Path, days: int, state: str) -> None:
    text = letter(datetime.now(HERE).date() - timedelta(days=days))
    async with serving_here(tmp_path) as here, listening(here.url) as stream:
        await stream.greeted()
        await stream.send("bezwaar/analyse", "bezwaar", text=text)
        await stream.until("done")
    (result,) = stream.models["bezwaar"]["results"]
    assert result["overview"]["termijn"]["stand"] == state
    over = state == "te_laat"
    assert ("op tijd" in result["actions"][0]) is not over and ("voorbij" in result["actions"][0]) is over
    assert ("Die dag is voorbij." in result["overview"]["timeline"][1]) is over


def today_sent(now: datetime) -> Any:
    results: dict[str, Any] = {"extract_entities": {}, "classify_case": {}, "policy_snippets": {"snippets": []}}
    action = STEP.act(Progress({"text": "brief"}, results, now))
    assert isinstance(action, Call)
    return action.calls[0].args["vandaag"]


@pytest.mark.parametrize(
    ("now", "day"),
    [
        (datetime(2026, 3, 28, 22, 59, tzinfo=UTC), "2026-03-28"),
        (datetime(2026, 3, 28, 23, 0, tzinfo=UTC), "2026-03-29"),
        (datetime(2026, 7, 31, 22, 0, tzinfo=UTC), "2026-08-01"),
    ],
)
def test_the_day_is_the_one_where_the_person_lives(now: datetime, day: str) -> None:
    assert today_sent(now) == day


@pytest.mark.parametrize("knows", [True, False])
async def test_the_last_sentence_says_it_once_whether_or_not_the_agent_counts_with_the_day(
    tmp_path: Path, knows: bool
) -> None:
    structure = next(capability for capability in CAPABILITIES if capability.name == STRUCTURE)

    async def agent(asked: Asked) -> bytes:
        data = dict(asked.json["params"]["message"]["parts"][0]["data"])
        date.fromisoformat(data["vandaag"])
        if not knows:
            del data["vandaag"]
        answer = {"status": "ok", "data": await structure.call(data)}
        return reply({"jsonrpc": "2.0", "id": asked.json["id"], "result": answer})

    said = {"kind": "user_said", "text": letter(datetime.now(HERE).date() - timedelta(days=100))}
    async with (
        answering(agent) as elsewhere,
        serving_here(tmp_path, parts={"bezwaar": f"{elsewhere.url}/"}) as here,
    ):
        id = await begun(here.http)
        await tell_and_settle(here, id, said)
        views = (await here.http.get(f"/api/conversations/{id}")).json()["views"]
    last = str(views).count("Die dag is voorbij. Dit is een indicatie"), str(views).count("Die dag is al voorbij.")
    assert (last[0] > 0, last[1] > 0) == (knows, not knows)
