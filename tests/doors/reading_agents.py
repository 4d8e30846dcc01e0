"""What somebody reads of each agent of the demos with a client that shows nothing but words, in 1.0 and in 0.3.

To renew after a change that is meant: `python -m tests.doors.reading_agents`."""

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

from loket.core.shapes import list_at, object_at, text_at
from tests.serving import Here, serving_here

FOLDER = Path(__file__).parent / "read"
QUESTIONS: Mapping[str, tuple[str, str]] = {
    "overheid": (
        "Kan ik in 2025 zorgtoeslag krijgen? Ik ben alleenstaand en mijn inkomen is 30000 euro.",
        "Mag mijn hond mee in de trein?",
    ),
    "toeslagen": ("huurcontract", "Mag mijn hond mee in de trein?"),
    "bezwaar": (
        "Ik ben het niet eens met uw besluit van 3 maart 2026 over mijn zorgtoeslag.",
        "Mag mijn hond mee in de trein?",
    ),
    "genui": ("Wanneer wordt zorgtoeslag uitbetaald?", "Mag mijn hond mee in de trein?"),
    "sogis": ("Gehe zur Hauptstrasse 5 in Messen", "Wie wird das Wetter morgen?"),
    "urmston": ("Can my 8 year old join a football team in Urmston?", "asdf qwer"),
    "club": ("Is there a place for an 8 year old?", "What is the weather tomorrow?"),
    "relocation": (
        "I am Brazilian and want to work in Portugal. Which visa do I need?",
        "How much does a burger cost?",
    ),
    "scenario": ("Which scenarios can you play?", "asdf qwer"),
}
"""By agent: a question that it is for, and one that it is not for."""
MOVING = [
    (re.compile(r"(?<=checked )\d{1,2} \w+ \d{4}"), "<day>"),
    (re.compile(r"(?<=Nagekeken op )\d{1,2} \w+ \d{4}"), "<day>"),
    (re.compile(r"(?<=from )1 September \d{4} to 31 August \d{4}"), "<season>"),
    (re.compile(r"http://127\.0\.0\.1:\d+"), "http://here"),
]


async def current(folder: Path) -> Mapping[str, str]:
    """The files as they are now, by name."""
    async with serving_here(folder) as here:
        return {f"{name}.txt": await _page(here, name, questions) for name, questions in QUESTIONS.items()}


async def _page(here: Here, name: str, questions: tuple[str, str]) -> str:
    parts = [f"{question}\n\n{await _read(here, name, question)}\n" for question in questions]
    page = "\n---\n\n".join(parts)
    for pattern, instead in MOVING:
        page = pattern.sub(instead, page)
    return page


async def _read(here: Here, name: str, question: str) -> str:
    """The words of the answer, which are the same in both dialects."""
    new = await asked(here, name, question, "1.0")
    old = await asked(here, name, question, "0.3")
    assert words(new) == words(old), name
    state = text_at(object_at(old, "status"), "state")
    return f"[{state}]\n{words(new)}"


async def asked(here: Here, name: str, question: str, dialect: str) -> Any:
    """The task of a question in words."""
    message: dict[str, Any] = {"messageId": uuid4().hex, "role": "ROLE_USER", "parts": [{"text": question}]}
    if dialect == "0.3":
        message |= {"kind": "message", "role": "user", "parts": [{"kind": "text", "text": question}]}
    method = "message/send" if dialect == "0.3" else "SendMessage"
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"message": message}}
    answer = await here.http.post(f"/a2a/{name}", json=body, headers={"A2A-Version": dialect}, timeout=60)
    result = answer.json()["result"]
    return result if dialect == "0.3" else result["task"]


def words(task: Any) -> str:
    """What is written in a task: beside its state, then in what it made."""
    holders = [object_at(object_at(task, "status"), "message"), *list_at(task, "artifacts")]
    parts = [part for holder in holders for part in list_at(holder, "parts")]
    return "\n".join(text for part in parts if (text := text_at(part, "text")))


async def _write() -> None:
    with TemporaryDirectory() as folder:
        pages = await current(Path(folder))
    FOLDER.mkdir(exist_ok=True)
    for name, page in pages.items():
        (FOLDER / name).write_text(page, encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(_write())
