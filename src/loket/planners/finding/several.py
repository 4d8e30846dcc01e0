"""Several ages in one message: each is asked for, so that none is left out silently."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from loket.core.shapes import list_at
from loket.planners.finding.pick import Errand, Pick
from loket.planners.finding.trail import Message
from loket.planners.skills.message import read

MOST_ALIKE = 4
"""So many of a kind are asked for."""

_JOINS = re.compile(r"\s*(?:,|&|and|or|und|oder|en|of|e|ou)\s*(?:and\s+|an?\s+)?", re.IGNORECASE)


def each(picked: Pick, message: Message, now: datetime, locale: str) -> Pick:
    """The pick with an errand for each age that was told, where one skill is asked with one of them. Only what the
    skill needs goes along: the rest may be true of one of them alone."""
    if picked.verdict != "run" or len(picked.errands) != 1 or message.step in ("confirm", "trust"):
        return picked
    (errand,) = picked.errands
    told = ages(message.last, now, locale)
    name = next((n for n, value in errand.parameters.items() if type(value) is int and value in told), "")
    if not name or len(told) < 2:
        return picked
    reason = f"{picked.reasoning} Several were told, each is asked for."
    return replace(picked, errands=tuple(_with(errand, name, age) for age in told[:MOST_ALIKE]), reasoning=reason)


def ages(text: str, now: datetime, locale: str) -> Sequence[int]:
    """The ages in a text, those that are only joined to one too (`8 and 12 year olds`)."""
    message = read(text, now, locale)
    spans = [(one.start, one.end, int(one.value)) for one in message.ages if one.kind == "age"]
    others = [(one.start, one.end, int(one.value)) for one in message.numbers if not one.article]
    for one in (*others, *reversed(others)):
        beside = any(
            _JOINS.fullmatch(text[min(one[1], span[1]) : max(one[0], span[0])])
            for span in spans
            if one[1] <= span[0] or span[1] <= one[0]
        )
        if beside:
            spans.append(one)
    return list(dict.fromkeys(value for _, _, value in sorted(spans)))


def _with(errand: Errand, name: str, age: int) -> Errand:
    needed = list_at(errand.offer.parameters, "required")
    kept = {key: value for key, value in errand.parameters.items() if key in needed}
    return replace(errand, parameters={**kept, name: age})
