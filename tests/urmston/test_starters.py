"""The starters of the assistant are answered as it is served: the bundled index, the club in process."""

from pathlib import Path

import pytest

from loket_assistants.urmston.declaration import URMSTON
from tests.serving import serving_here
from tests.urmston.test_chat_door import final, frames

PACKAGE = "loket_assistants.urmston.components:bundle"
SHOWN = {"join": ("U10 Lions", "@"), "full": ("U12 Panthers",), "What can you do?": ("look for an agent",)}
"""What the answer to a starter with these words says."""


@pytest.mark.parametrize("starter", URMSTON.starters)
async def test_a_starter_is_answered(starter: str, tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=(PACKAGE,)) as here:
        answer = await here.http.post("/chat/stream", json={"user_message": starter})
        told = final(frames(answer.text))
    (shown,) = [words for part, words in SHOWN.items() if part in starter]
    assert [one for one in shown if one not in told["final_output"]] == [], told
    assert "choices" not in told or not told["choices"]
