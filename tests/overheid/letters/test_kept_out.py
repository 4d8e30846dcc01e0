"""What a person asks to keep out of their letter is not in it, and stands there without a tick."""

from typing import Any

import pytest

from tests.overheid.letters.analysing import agreed

TOLD = (
    "DUO heeft op 9 november 2026 mijn aanvullende beurs geweigerd. Mijn vader verdient sinds maart niets meer, dat "
    "staat in zijn ontslagbrief. Ik wil bezwaar maken."
)
REASON = "Mijn vader verdient sinds maart niets meer"


def _ticks(answer: dict[str, Any]) -> dict[str, Any]:
    return next(one for one in answer["overview"]["invullen"] if one["veld"] == "redenen")


@pytest.mark.parametrize(
    ("aside", "words"),
    [
        ("Ik heb trouwens zwart gewerkt bij de buurman, laat dat er maar uit.", ("zwart gewerkt", "er maar uit")),
        ("Onder ons gezegd, ik had het geld al uitgegeven. Dom natuurlijk.", ("uitgegeven", "Dom")),
        ("Mijn moeder woont officieel in Spanje. Dat liever niet noemen.", ("Spanje", "noemen")),
        ("Mijn oom betaalt soms de huur. Hij heeft genoeg. Dat hoeven ze niet te weten.", ("oom", "genoeg", "weten")),
        ("Niet voor in de brief: ik ben vorig jaar gezakt. Door het feesten.", ("gezakt", "feesten")),
        ("Ik was ook te laat met de aanvraag. Zet dat er maar niet in.", ("te laat met", "Zet dat")),
        ("Dit blijft tussen ons, maar ik heb nog een spaarrekening.", ("spaarrekening", "tussen ons")),
        ("Mijn vader drinkt, maar dat moet er niet in komen te staan.", ("drinkt", "komen te staan")),
        ("Over mijn schulden wil ik het niet hebben in de brief.", ("schulden",)),
    ],
)
async def test_what_is_to_stay_out_stays_out_with_all_that_it_points_at(aside: str, words: tuple[str, ...]) -> None:
    for text in (f"{TOLD}\n{aside}", f"{TOLD}\n\n{aside}\n\nGroeten, Kim de Boer"):
        answer = await agreed(text)
        assert REASON in answer["objection_letter"] and not any(one in answer["objection_letter"] for one in words)
        assert not any(one in chosen for one in words for chosen in _ticks(answer)["gekozen"])
        assert "U vroeg om iets weg te laten" in _ticks(answer)["vraag"]


async def test_it_ends_with_its_paragraph() -> None:
    aside = "Even tussen ons: ik heb die maand wel gewerkt."
    answer = await agreed(f"{aside}\nIk kreeg ook niets meer van mijn vader.\n\n{TOLD}")
    letter = answer["objection_letter"]
    assert REASON in letter and "wel gewerkt" not in letter and "niets meer van mijn vader" in letter


async def test_a_paragraph_of_which_the_lines_were_broken_is_one() -> None:
    aside = (
        "Niet voor in de brief: ik ben vorig jaar gezakt voor bijna alles wat ik\nhad moeten halen in dat jaar.\n"
        "Dat kwam door het feesten."
    )
    assert "feesten" not in (await agreed(f"{TOLD}\n\n{aside}"))["objection_letter"]


@pytest.mark.parametrize(
    "reason",
    [
        "DUO mocht het inkomen van mijn vader niet meenemen.",
        "Tussen ons huis en de school ligt een drukke weg.",
        "Onder ons wonen mensen die het gezien hebben.",
        "De medewerker heeft mijn ontslag niet in het verslag gezet.",
        "DUO laat mijn schulden weg uit de berekening.",
    ],
)
async def test_what_somebody_says_of_the_office_is_kept(reason: str) -> None:
    answer = await agreed(f"{TOLD} {reason}")
    assert reason in answer["objection_letter"] and "weg te laten" not in _ticks(answer)["vraag"]


@pytest.mark.parametrize("order", ["Graag een bezwaarbrief.", "Bezwaar hiertegen graag.", "Een brief aub."])
async def test_who_orders_a_letter_does_not_order_it_of_the_office(order: str) -> None:
    answer = await agreed(f"{TOLD} {order}")
    assert REASON in answer["objection_letter"] and order not in answer["objection_letter"]
