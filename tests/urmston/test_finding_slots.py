"""What is sent as parameters: times, days and numbers as a message tells them, in every language."""

import pytest

from tests.urmston.errands import data_of
from tests.urmston.street import Site, skill, street

VISIT = skill(
    "visits",
    "Tells whether a visit is free on a day at a time.",
    "at",
    at={"type": "string", "format": "time", "description": "Time of the visit"},
)


@pytest.mark.parametrize(
    "message",
    [
        "Is a visit free at 10:30 at Larkfield Clinic?",
        "Is er een bezoek vrij om half elf bij Larkfield Kliniek?",
        "Ist ein Besuch um 10 Uhr 30 frei bei Larkfield Klinik?",
        "Há visita às 10h30 na Clínica Larkfield?",
    ],
)
async def test_a_time_goes_out_as_it_is_written_everywhere(message: str) -> None:
    house = Site("Larkfield Clinic", skills=[VISIT], says="It is free.")
    async with street(house) as there:
        assert "It is free." in await there.say(message)
    assert data_of(house.tasks[0])["parameters"] == {"at": "10:30"}
