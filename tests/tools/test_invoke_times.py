"""Times of day in parameters: as people and most tools write them, and as RFC 3339 does."""

import pytest

from loket.core.data import JsonObject
from loket.core.tool import ToolFailed
from tests.loopback import reply
from tests.tools.sites import asking, bare_card, calls, context, invoking, site
from tests.tools.test_invoke import DONE

WHEN: JsonObject = {"type": "object", "properties": {"slots": {"type": "array", "items": {"$ref": "#/$defs/at"}}}}
PLACES: JsonObject = {
    "id": "places",
    "name": "Places",
    "description": "Tells whether there is a place at a time.",
    "parameters": {
        **WHEN,
        "properties": {**WHEN["properties"], "at": {"type": "string", "format": "time"}},
        "$defs": {"at": {"type": "string", "format": "time"}},
    },
}


@pytest.mark.parametrize(
    "at", ["10:30", "00:00", "23:59:59", "10:30:00Z", "10:30:00+01:00", "10:30+01:00", "10:30:00.250Z"]
)
async def test_a_time_is_sent_as_it_was_given(at: str) -> None:
    async with site(lambda url: bare_card(url, skills=[PLACES]), lambda asked: reply(DONE)) as server:
        async with invoking() as (tool, _):
            told = asking(server.url, skill_id="places", parameters={"at": at, "slots": [at]})
            result = await tool.call(told, context())
        assert result["status"] == "success"
        assert calls(server)[0].json["message"]["parts"][-1]["data"]["parameters"] == {"at": at, "slots": [at]}


@pytest.mark.parametrize("at", ["half past ten", "25:00", "10:3", "10.30", "1030", "10:30 pm", "१०:३०"])
async def test_what_is_no_time_is_not_sent(at: str) -> None:
    async with site(lambda url: bare_card(url, skills=[PLACES]), lambda asked: reply(DONE)) as server:
        async with invoking() as (tool, _):
            with pytest.raises(ToolFailed) as failed:
                await tool.call(asking(server.url, skill_id="places", parameters={"at": at}), context())
        assert failed.value.code == "invalid_parameters"
        assert "at must be written as a time such as 10:30" in failed.value.text
        assert calls(server) == []
