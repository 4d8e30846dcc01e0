"""Who writes for a grown-up of their own reads of a mandate; a tip about another benefit is not shown."""

from typing import Any

import pytest

from loket_demos.overheid.content.catalogue import CAPABILITIES

STRUCTURE = next(one for one in CAPABILITIES if one.name == "structure_bezwaar")


async def _answer(text: str) -> dict[str, Any]:
    return dict(await STRUCTURE.call({"raw_text": text, "vandaag": "2026-11-29"}))


@pytest.mark.parametrize(
    "told",
    [
        "Ik schrijf voor mijn zoon Tim, hij is 19. Het UWV heeft zijn Wajong afgewezen, brief van 9 november 2026.",
        "Ik doe dit namens mijn moeder. De SVB heeft op 9 november 2026 haar AOW gekort.",
        "Ik maak bezwaar voor mijn oude buurvrouw. De gemeente Tiel heeft op 9 november 2026 haar Wmo afgewezen.",
    ],
)
async def test_who_writes_for_another_reads_of_a_mandate(told: str) -> None:
    answer = await _answer(f"{told} Dat klopt niet. Ik wil bezwaar maken.")
    assert "machtiging" in answer["key_points"][1] and answer["objection_letter"]


@pytest.mark.parametrize(
    "told",
    ["Ik zorg voor mijn moeder, dus ik kan niet werken.", "Ik vraag uitstel voor de redenen.", "Ik help hem."],
)
async def test_who_writes_for_themselves_does_not(told: str) -> None:
    answer = await _answer(f"Het UWV heeft op 9 november 2026 mijn WW gestopt. {told} Ik maak bezwaar.")
    assert "machtiging" not in answer["key_points"][1]


@pytest.mark.parametrize(
    ("benefit", "shown"),
    [("Wajong", False), ("WIA", False), ("WW-uitkering", False), ("Ziektewet-uitkering", True), ("uitkering", True)],
)
async def test_the_tip_of_a_shorter_term_is_only_shown_where_it_may_be_that(benefit: str, shown: bool) -> None:
    answer = await _answer(f"Het UWV heeft op 9 november 2026 mijn {benefit} gestopt. Dat klopt niet. Ik maak bezwaar.")
    assert ("Ziektewet" in answer["key_points"][1]) is shown
