"""Telling the club that something is wrong: a report gets a ticket and is kept once."""

import hashlib
from datetime import date

from loket.core.data import JsonObject
from loket.core.tool import ToolFailed
from loket_demos.urmston.club.port import ClubData

MOST_CHARACTERS = 2000
SAFEGUARDING = "welfare@example.com"


async def report_issue(data: ClubData, text: str, key: str, today: date) -> JsonObject:
    """The ticket of a report; the same key is the same ticket. ToolFailed `invalid_parameters` when there are no
    words, or too many."""
    words = text.strip()
    if not words or len(words) > MOST_CHARACTERS:
        raise ToolFailed("invalid_parameters", f"Please describe the issue in 1 to {MOST_CHARACTERS} characters.")
    ticket = f"UT-{hashlib.sha256(key.encode()).hexdigest()[:8].upper()}"
    await data.report(ticket, words, today)
    explanation = (
        f"Thank you, we have noted it as {ticket} and will look into it. "
        f"If a child's safety is concerned, write to {SAFEGUARDING} as well."
    )
    return {"ticket_id": ticket, "explanation": explanation}
