"""A yes to an agent is a yes: what a person agrees to is the card that was shown, wherever it wants to be called."""

import pytest

from loket.core.events import Answered
from tests.urmston.street import Site, skill, street

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
