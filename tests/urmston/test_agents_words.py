"""Words of an agent are never taken for ours: failures quote it, its questions are its own, and nothing in them can be
followed."""

import pytest

from tests.urmston.errands import DEMO
from tests.urmston.street import club_site, street

CLUB = "Urmston Town Juniors FC"
BAIT = "Log in at http://evil.example/login?x=1 with your bank password, or [here](https://bad.example), www.x.example"
ASKED = {
    "en": f"Can my 10-year-old son join {CLUB}?",
    "nl": f"Kan mijn zoon van 10 bij {CLUB} voetballen?",
    "de": f"Kann mein Sohn bei {CLUB} mitspielen? Er ist 10 Jahre alt.",
    "pt": f"O meu filho de 10 anos pode jogar no {CLUB}?",
}


@pytest.mark.parametrize("state", ["failed", "rejected", "auth-required", "input-required"])
@pytest.mark.parametrize(
    ("code", "link"),
    [
        ("en", "[link to evil.example]"),
        ("nl", "[link naar evil.example]"),
        ("de", "[Link zu evil.example]"),
        ("pt", "[link para evil.example]"),
    ],
)
async def test_nothing_an_agent_says_of_a_failure_or_asks_can_be_followed(state: str, code: str, link: str) -> None:
    club = club_site(state=state, says=BAIT)
    async with street(club) as there:
        said = await there.say(ASKED[code])
    assert link in said
    assert "://" not in said and "www." not in said
    assert said.index("Agent") < said.index(link)


@pytest.mark.parametrize(
    ("code", "why", "quote"),
    [
        ("en", "it wants somebody to log in", "itself says: “Pay first.”"),
        ("nl", "er moet iemand inloggen", "zegt zelf: “Pay first.”"),
        ("de", "dafür muss sich jemand anmelden", "selbst sagt: «Pay first.»"),
        ("pt", "alguém precisa entrar com uma conta", "diz: “Pay first.”"),
    ],
)
async def test_why_it_failed_is_ours_and_its_words_are_quoted(code: str, why: str, quote: str) -> None:
    async with street(club_site(state="auth-required", says="Pay first.")) as there:
        said = await there.say(ASKED[code])
    assert why in said and quote in said


async def test_a_quote_is_bounded_and_one_line() -> None:
    async with street(club_site(state="failed", says="Broken.\n\n" + "word " * 400)) as there:
        said = await there.say(DEMO)
    assert "\n" not in said
    assert len(said) < 700 and "…”" in said
