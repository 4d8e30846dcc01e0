"""Who writes for a grown-up of their own reads of a mandate; a tip about another benefit is not shown."""

import pytest

from tests.overheid.letters.analysing import agreed


@pytest.mark.parametrize(
    "told",
    [
        "Ik schrijf voor mijn zoon Tim, hij is 19. Het UWV heeft zijn Wajong afgewezen, brief van 9 november 2026.",
        "Ik doe dit namens mijn moeder. De SVB heeft op 9 november 2026 haar AOW gekort.",
        "Ik maak bezwaar voor mijn oude buurvrouw. De gemeente Tiel heeft op 9 november 2026 haar Wmo afgewezen.",
    ],
)
async def test_who_writes_for_another_reads_of_a_mandate(told: str) -> None:
    answer = await agreed(f"{told} Dat klopt niet. Ik wil bezwaar maken.")
    assert "machtiging" in answer["key_points"][1] and answer["objection_letter"]


@pytest.mark.parametrize(
    "told",
    ["Ik zorg voor mijn moeder, dus ik kan niet werken.", "Ik vraag uitstel voor de redenen.", "Ik help hem."],
)
async def test_who_writes_for_themselves_does_not(told: str) -> None:
    answer = await agreed(f"Het UWV heeft op 9 november 2026 mijn WW gestopt. {told} Ik maak bezwaar.")
    assert "machtiging" not in answer["key_points"][1]


@pytest.mark.parametrize(
    ("benefit", "shown"),
    [("Wajong", False), ("WIA", False), ("WW-uitkering", False), ("Ziektewet-uitkering", True), ("uitkering", True)],
)
async def test_the_tip_of_a_shorter_term_is_only_shown_where_it_may_be_that(benefit: str, shown: bool) -> None:
    answer = await agreed(f"Het UWV heeft op 9 november 2026 mijn {benefit} gestopt. Dat klopt niet. Ik maak bezwaar.")
    assert ("Ziektewet" in answer["key_points"][1]) is shown


@pytest.mark.parametrize(
    ("told", "closing", "other", "writer"),
    [
        (
            "Ik schrijf voor mijn zoon Sem Kooistra. Het UWV heeft op 9 november 2026 zijn Wajong afgewezen.",
            "Annet Kooistra (moeder), Joure",
            "Sem Kooistra",
            "Annet Kooistra",
        ),
        (
            "Ik regel dit voor mijn broer, Ahmed El Idrissi. De SVB heeft op 9 november 2026 zijn AIO gekort.",
            "Groet, Samira El Idrissi",
            "Ahmed El Idrissi",
            "Samira El Idrissi",
        ),
        (
            "Namens mijn buurvrouw mevrouw J. de Boer maak ik bezwaar. Het CIZ heeft op 9 november 2026 Wlz afgewezen.",
            "P. van Loon",
            "mevrouw J. de Boer",
            "P. van Loon",
        ),
        (
            "Ik schrijf voor mijn vader Piet Vos. De SVB heeft op 9 november 2026 zijn AOW gekort.",
            "Piet Vos",
            "Piet Vos",
            "[Uw naam]",
        ),
    ],
)
async def test_the_letter_is_in_the_name_of_whom_it_is_for(told: str, closing: str, other: str, writer: str) -> None:
    letter = (await agreed(f"{told} Dat klopt niet. Ik wil bezwaar maken.\n\n{closing}"))["objection_letter"]
    assert f"Ik doe dat namens {other}." in letter and letter.startswith(f"{writer}\n") and letter.endswith(writer)


@pytest.mark.parametrize(
    "told",
    [
        "Ik schrijf voor mijn zoon Tim. Het UWV heeft op 9 november 2026 zijn Wajong afgewezen.",
        "Ik vroeg opvang voor mijn zoon Tim Bos. De gemeente Ede heeft dat op 9 november 2026 afgewezen.",
        "Mijn zoon Tim Bos schrijft slecht. Het UWV heeft op 9 november 2026 mijn WW gestopt.",
    ],
)
async def test_where_nobody_is_named_in_whose_name_it_is_the_letter_says_nothing_of_it(told: str) -> None:
    answer = await agreed(f"{told} Dat klopt niet. Ik wil bezwaar maken.")
    assert "namens" not in answer["objection_letter"]
