"""What comes of a letter that a person pastes: the step that structures it, asked as any other capability is."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest

from loket_demos.overheid.content.catalogue import CAPABILITIES
from tests.blind.talking import SATURDAY, Begin, assistant

STRUCTURE = next(one for one in CAPABILITIES if one.name == "structure_bezwaar")
TODAY = "2026-11-29"


@pytest.fixture(scope="module")
async def begin() -> AsyncGenerator[Begin]:
    """The assistant, to talk with, for the tests of a module, which takes it by its name: `begin = analysing.begin`."""
    async with assistant("overheid", SATURDAY) as begin:
        yield begin


async def analysed(text: str, today: str = TODAY, **answers: Any) -> dict[str, Any]:
    """The overview, the letters and the advice, on 29 November 2026."""
    return dict(await STRUCTURE.call({"raw_text": text, "vandaag": today, "antwoorden": answers}))


async def agreed(text: str, today: str = TODAY, **answers: Any) -> dict[str, Any]:
    """The same, once the person agreed to the sentences that would go into the letter, where they are asked."""
    answer = await analysed(text, today, **answers)
    places = {one["veld"]: one for one in answer["overview"]["invullen"]}
    if answer["objection_letter"] or "redenen" not in places:
        return answer
    return await analysed(text, today, **answers, redenen=places["redenen"]["gekozen"])


def asked(answer: dict[str, Any]) -> list[str]:
    """The fields that nothing was read for: what was read is only shown, to be changed."""
    return [one["veld"] for one in answer["overview"]["invullen"] if not one["gelezen"]]
