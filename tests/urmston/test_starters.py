"""The starters of the assistant are answered as it is served: the bundled index, the club in process."""

from pathlib import Path

import pytest

from loket_demos.urmston.declaration import URMSTON
from loket_demos.urmston.own_words import every_language
from tests.serving import serving_here
from tests.urmston.test_chat_door import final, frames

PACKAGE = "loket_demos.urmston.components:bundle"
SHOWN = {"10": ("U10 Lions", "@"), "U12": ("The U12 Panthers (a boys' team) ",)}
"""What the answer to a starter with these words says; the others ask what the assistant can do."""

STARTERS = [
    *(("en", one) for one in URMSTON.starters),
    *((code, one) for code, told in URMSTON.languages.items() for one in told.starters),
]


@pytest.mark.parametrize(("code", "starter"), STARTERS)
async def test_a_starter_is_answered(code: str, starter: str, tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=(PACKAGE,)) as here:
        answer = await here.http.post("/chat/stream", json={"user_message": starter})
        told = final(frames(answer.text))
    able = (every_language()[code[:2]].can,)
    shown = next((words for part, words in SHOWN.items() if part in starter), able)
    assert [one for one in shown if one not in told["final_output"]] == [], told
    assert "choices" not in told or not told["choices"]


def test_it_is_called_something_in_every_language_of_the_shell() -> None:
    assert {*URMSTON.languages, URMSTON.locale} == {"en", "nl", "de", "pt-BR"}
    assert all(told.title and told.summary and len(told.starters) == 3 for told in URMSTON.languages.values())
