"""A yes to an agent is a yes: what a person agrees to is the card that was shown, wherever it wants to be called."""

from dataclasses import replace

import pytest

from loket.core.events import Answered
from tests.urmston.street import AGENTS, Site, skill, street

TITLE = {"type": "string", "description": "Title of the book"}
BOOK = skill("find_book", "Tells whether the library has a book.", "title", title=TITLE)
HOURS = skill("opening_hours", "Tells when the reading room is open.")


@pytest.mark.parametrize("own", [True, False], ids=["with a card of its own", "without a card"])
@pytest.mark.parametrize("before", [True, False], ids=["looked at before", "new"])
async def test_who_agrees_to_an_agent_that_lives_elsewhere_is_asked_once_and_gets_the_answer(
    own: bool, before: bool
) -> None:
    room = Site("Reading Room", skills=[BOOK | HOURS] if own else [], says="Yes, we have Emma.")
    library = Site("Library", skills=[BOOK, HOURS])
    if not own:
        room.takes = True
    async with street(library, room) as there:
        library.base = room.url
        if before:
            await there.say(f"Ask {room.url}")
        asked = await there.say(f'Does {library.url} have the book "Emma"?')
        assert (await there.steps())[-1] == "invoke" and "another site" in asked, asked
        assert room.tasks == []
        said = await there.tell(Answered(to=await there.question(), approve=True))
        assert (await there.steps())[-1] == "answer" and "Yes, we have Emma." in said, said
        again = await there.say(f"Ask {library.url} for the opening hours")
        assert (await there.steps())[-1] == "answer" and "Yes, we have Emma." in again, again
        held = [record for record in await there.records() if record.event.kind == "held"]
    assert ([record.event.why for record in held], len(room.tasks)) == (["elsewhere"], 2), "its card did not change"


async def test_what_a_changed_card_wants_besides_is_asked_for_and_taken() -> None:
    lends = {"tool": {"type": "string", "enum": ["ladder", "sander"]}, "member": {"type": "integer"}}
    before = skill("is_free", "Tells whether a tool is free.", "tool", tool=lends["tool"])
    shed = Site("Brookhaven Tool Library", skills=[before], says="It is free.")
    async with street(shed, agents=replace(AGENTS, card_ttl=0)) as there:
        await there.say(f"Is the ladder free at {shed.url}?")
        shed.skills = [skill("is_free", "Tells whether a tool is free.", "tool", "member", **lends)]
        asked = await there.say("Is the sander free?")
        assert "something else about itself" in asked, asked
        asked = await there.tell(Answered(to=await there.question(), approve=True))
        assert "member" in asked and len(shed.tasks) == 1, asked
        await there.say("4711")
        data = [part["data"]["parameters"] for part in shed.tasks[-1]["message"]["parts"] if part["type"] == "data"]
    assert data == [{"tool": "sander", "member": 4711}]


async def test_a_yes_to_nothing_is_told_so_and_searches_for_nobody() -> None:
    library = Site("Library", skills=[HOURS], says="From nine to five.")
    async with street(library) as there:
        assert "From nine to five." in await there.say(f"Ask {library.url} for the opening hours")
        for text in ("yes go on", "ja graag", "yes please"):
            said = await there.say(text)
            assert (await there.steps())[-1] == "answer" and "From nine" not in said, said
        assert len(library.tasks) == 1
