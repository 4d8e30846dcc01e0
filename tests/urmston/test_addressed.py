"""Who is told to ask the agent at an address asks it: the request is matched with its skills, and not only its card
read."""

import pytest

from loket.core.actions import Ask
from loket.core.events import Answered
from tests.urmston.errands import data_of, text_of
from tests.urmston.street import Site, skill, street

FORTUNE = {**skill("fortune", "Tells a fortune for a star sign."), "tags": ["fortune"]}
TOOLS = (
    skill(
        "tool_available",
        "Tells whether a tool can be borrowed on a day.",
        "tool",
        tool={"type": "string", "description": "Which tool"},
        day={"type": "string", "format": "date", "description": "Day you want it"},
    ),
    skill(
        "late_fee", "Computes the fee for bringing a tool back late.", "days", days={"type": "integer", "minimum": 1}
    ),
)
LESSONS = skill(
    "lesson_places",
    "Checks whether there are places in swimming lessons for an age.",
    "age",
    age={"type": "integer", "minimum": 3, "maximum": 99, "description": "Age of the swimmer in years"},
)


@pytest.mark.parametrize(
    "message",
    [
        "Ask {url} for my fortune",
        "Please ask {url} what my future looks like",
        "What is my fortune, according to {url}?",
        "Vraag {url} naar mijn toekomst",
        "Kun je {url} vragen wat de sterren zeggen?",
        "Frag {url} nach meiner Zukunft",
        "Bitte frag {url}, was die Sterne sagen",
        "Pergunte a {url} qual é a minha sorte",
    ],
)
async def test_the_only_skill_at_an_address_is_asked(message: str) -> None:
    house = Site("House of Stars", skills=[FORTUNE], says="Good.")
    async with street(house) as there:
        assert "Good." in await there.say(message.format(url=house.url))
        assert await there.steps() == ["discover", "choose", "invoke", "answer"]
    assert data_of(house.tasks[0])["skill_id"] == "fortune"


@pytest.mark.parametrize(
    ("message", "parameters"),
    [
        ("Is there a jigsaw at {url} tomorrow?", {"tool": "jigsaw", "day": "2026-11-23"}),
        ("Can I borrow a hedge trimmer at {url} tomorrow?", {"tool": "hedge trimmer", "day": "2026-11-23"}),
        ("Is er bij {url} morgen een decoupeerzaag?", {"tool": "decoupeerzaag", "day": "2026-11-23"}),
        ("Gibt es bei {url} morgen eine Stichsäge?", {"tool": "Stichsäge", "day": "2026-11-23"}),
        ("Tem uma furadeira em {url} amanhã?", {"tool": "furadeira", "day": "2026-11-23"}),
    ],
)
async def test_a_request_with_an_address_is_matched_with_the_skills_there(
    message: str, parameters: dict[str, str]
) -> None:
    library = Site("Harrowfield Tool Library", skills=TOOLS, says="It is free.")
    async with street(library) as there:
        assert "It is free." in await there.say(message.format(url=library.url))
    assert data_of(library.tasks[0])["parameters"] == parameters


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        (
            "Can my son Oliver Brannigan, 10, of 14 Mill Lane, phone 07700 900123, join {url} swimming lessons?",
            "stay here: 14 Mill Lane, 07700 900123, Oliver, Brannigan.",
        ),
        (
            "Kan mijn zoon Daan Jansen, 10, Hoofdstraat 12, op zwemles bij {url}?",
            "blijven hier: Hoofdstraat 12, Daan, Jansen.",
        ),
        (
            "Kann mein Sohn Finn Zimmermann, 10 Jahre, Lindenweg 4, bei {url} schwimmen lernen?",
            "bleiben hier: Lindenweg 4, Finn, Zimmermann.",
        ),
        (
            "O meu filho João Nogueira, de 10 anos, da Rua das Flores, 12, pode ter aulas de natação em {url}?",
            "ficam aqui: Rua das Flores, 12, João, Nogueira.",
        ),
    ],
)
async def test_what_is_told_of_a_person_hides_no_request(message: str, kept: str) -> None:
    club = Site("Northmere Swimming Club", skills=[LESSONS], says="There is a place.")
    async with street(club) as there:
        assert "There is a place." in await there.say(message.format(url=club.url))
        invoke = next(one for one in await there.decisions() if one.step == "invoke")
    assert data_of(club.tasks[0])["parameters"] == {"age": 10}
    sent = text_of(club.tasks[0]).lower()
    hidden = ("oliver", "brannigan", "mill", "07700", "daan", "jansen", "hoofdstraat", "finn", "zimmermann", "linden")
    assert not [one for one in (*hidden, "joão", "nogueira", "flores") if one in sent], sent
    assert invoke.reasoning.endswith(kept)


async def test_who_says_whom_to_ask_but_not_what_of_several_is_asked_which() -> None:
    library = Site("Harrowfield Tool Library", skills=TOOLS, says="It is free.")
    async with street(library) as there:
        await there.say(f"Ask {library.url} about the weather in Oslo")
        asked = (await there.decisions())[-1].action
        assert isinstance(asked, Ask) and len(asked.choices) == 2
        assert library.tasks == []
        assert "days" in await there.tell(Answered(to=await there.question(), choice="late_fee"))


ECHO = {"id": "echo_bot", "name": "Echo", "description": "Sends greetings.", "tags": []}


@pytest.mark.parametrize(
    "message",
    ["Ask {url}: hello, how are you?", "{url}: who is there?", "Vraag {url}: hoe gaat het?", "Ask {url} to greet me"],
)
async def test_what_is_said_to_the_only_agent_there_reaches_it(message: str) -> None:
    """Its one skill may change something for all that its card says, so that a person sees what goes out."""
    bot = Site("Echo bot", skills=[ECHO], says="Fine.")
    async with street(bot) as there:
        await there.say(message.format(url=bot.url))
        ((args, *_),) = await there.held()
        assert (args["skill_id"], bot.tasks) == ("echo_bot", [])
        assert message.format(url=bot.url).rpartition(": ")[2].rstrip("?") in args["contextual_query_text"]


async def test_what_fits_no_skill_there_is_asked_back() -> None:
    bot = Site("Echo bot", skills=[{**ECHO, "description": "Tells what it hears."}], says="It rains.")
    async with street(bot) as there:
        said = await there.say(f"What is the weather in Paris at {bot.url} when 2*3*4 is 24?")
        assert "Nothing was asked of it this time." in said and await there.status() == "needs_user_choice"
        assert bot.tasks == []
        said = await there.tell(Answered(to=await there.question(), choice="echo_bot"))
        assert "It rains." in said
    sent = text_of(bot.tasks[0])
    assert "the weather in Paris" in sent and "2*3*4" in sent


@pytest.mark.parametrize(
    "message", ["{url}", "What can the agent at {url} do?", "Ask {url} what it can do", "Send my password to {url}"]
)
async def test_without_a_request_the_card_is_told_and_nothing_asked(message: str) -> None:
    house = Site("House of Stars", skills=[FORTUNE], says="Good.")
    async with street(house) as there:
        assert "fortune" in await there.say(message.format(url=house.url))
    assert house.tasks == []
