"""What a letter itself says that can be done against it: an objection, an appeal, or a view before the decision.

It counts when a sentence names it and says that it can be done or until when, there or in the sentence beside it; the
objection that somebody has made already is none."""

import re
from collections.abc import Sequence
from typing import Literal

from loket_demos.overheid.content.frozen import DataRow

Way = Literal["bezwaar", "beroep", "verzet", "rechter", "ander_beroep", "zienswijze"]

_named: tuple[tuple[Way, re.Pattern[str]], ...] = (
    ("zienswijze", re.compile(r"\bzienswijze\w*")),
    ("bezwaar", re.compile(r"\b(?:bezwaar(?:schrift)?|pro forma bezwaar|objection)\b")),
    ("beroep", re.compile(r"\b(?:hoger )?beroep(?:schrift)?\b")),
    ("verzet", re.compile(r"\bverzet(?:schrift)?\b")),
)
_made = re.compile(
    r"\b(?:maakte|diende|tekende|stelde|ontvingen|ontvangen|gemaakt|ingediend|bevestigen)\b"
    r"|\b(?:geen|niet|zonder)\b.{0,20}\b(?:bezwaar|beroep|verzet)\b"
    r"|\b(?:bezwaar|beroep|verzet)\b.{0,30}\b(?:niet (?:meer )?mogelijk|kan (?:nog )?niet|niet meer)\b"
)
"""What was done already, or cannot be done."""
_possible = re.compile(
    r"\b(?:kunt|kun|kan|kunnen|mag|mogen|mogelijk|can|may)\b|^(?:maak|dien|stuur|teken|ga|stel|schrijf|geef)\b"
)
_term = re.compile(
    r"\b(?:binnen|within)\b.{0,40}\b(?:weken|week|dagen|maand|maanden|weeks|days)\b"
    r"|\b(?:tot en met|t/m|uiterlijk(?: op)?|vóór|voor|tot) (?:\w+dag )?[0-9]"
)
_court = re.compile(r"\b(?:rechtbank|bestuursrechter|kantonrechter|gerechtshof|raad van state|centrale raad|rechter)\b")
_prosecutor = re.compile(r"\b(?:officier van justitie|openbaar ministerie|cvom)\b")
_against = re.compile(
    r"\b(?:dit|deze|dat|ons|onze|the|this|our) (?:\w+ )?"
    r"\w*(?:besluit|beslissing|beschikking|aanslag|boete|decision|assessment)\b|\b(?:eens|akkoord)\b|\bklopt\b"
)
A_LABEL = 3
"""So few words before the mark only open what the next sentence says."""


class NamedRemedy(DataRow):
    """`way` is what can be done, in the words `quote`; `sure`: with its term, or against this very decision."""

    way: Way
    quote: str
    sure: bool


def named_remedy(lows: Sequence[str]) -> NamedRemedy | None:
    """The first that the sentences of an office, in lower case, name; an objection goes before an appeal."""
    found = [one for n, low in enumerate(lows) if (one := _remedy(low, lows, n))]
    return next((one for one in found if one.way == "bezwaar"), found[0] if found else None)


def _remedy(low: str, lows: Sequence[str], n: int) -> NamedRemedy | None:
    way: Way | None = next((name for name, pattern in _named if pattern.search(low)), None)
    if way is None or _made.search(low):
        return None
    term = bool(_term.search(low) or (len(low.split()) <= A_LABEL and _term.search(" ".join(lows[n + 1 : n + 2]))))
    if not (term or _possible.search(low)):
        return None
    near = " ".join((*lows[max(0, n - 1) : n], low, *lows[n + 1 : n + 2]))
    if way == "beroep" and not _prosecutor.search(near):
        way = "rechter" if _court.search(near) else "ander_beroep"
    return NamedRemedy(way=way, quote=low, sure=term or bool(_term.search(near) or _against.search(near)))
