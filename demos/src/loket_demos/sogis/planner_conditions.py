"""What hangs on a condition: `Wenn gebohrt werden darf, erstelle einen Plan`. Whether somebody may drill can be asked
first; of any other condition nobody here knows whether it holds, so what hangs on it is not done."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from loket_demos.sogis.planner_pieces import WordSpan
from loket_demos.sogis.planner_request import Request
from loket_demos.sogis.planner_words import phrases, small

CHECK = "geothermal_probe_assessment"
MADE = ("oereb_extract", "cadastral_plan", CHECK)
"""What is not done when nobody knows whether its condition holds; to show a place or a map harms nobody."""
ALLOWED = "allowed"
"""What stands in a request that is carried out when a check before it allows it."""


@dataclass
class StatedCondition:
    """A condition: `allowed` when a check tells whether it holds; `shown`: something is shown from which a person can
    tell. `dropped`: something hung on it; `kept`: something that harms nobody did."""

    text: str
    allowed: bool
    shown: bool
    dropped: bool = False
    kept: list[Request] = field(default_factory=list[Request])


def condition_of(piece: WordSpan, new: Sequence[Request]) -> StatedCondition | None:
    """The condition in a piece; None when it is only polite: `wenn möglich`."""
    new = [one for one in new if one.intent != "clarification"]
    message = piece.reading.message
    folds = tuple(word.fold for word in message.words[piece.start : piece.end])
    polite = any(folds[: len(one)] == one for one in phrases(message.tongue.code, "polite"))
    if not new and (polite or not piece.proper or not piece.content):
        return None
    turned = piece.negated or piece.begins in small(message.tongue.code).unless
    allowed = any(one.intent == CHECK for one in new) and not turned
    return StatedCondition(piece.plain, allowed, bool(new))


def hanging(condition: StatedCondition, new: Sequence[Request]) -> list[Request]:
    """What is done of requests that hang on a condition."""
    if condition.allowed:
        return [one if one.intent == CHECK else one.model_copy(update={"given": ALLOWED}) for one in new]
    kept = [_shown(one) for one in new]
    condition.dropped = condition.dropped or any(one.intent in MADE for one in new)
    found = [one for one in kept if one is not None]
    condition.kept += found
    return found


def given_up(condition: StatedCondition | None) -> list[Request]:
    """What is said of a condition at the end of its sentence."""
    if condition is None or condition.allowed or not (condition.dropped or (condition.kept and condition.shown)):
        return []
    says = "condition" if condition.dropped else "whether"
    return [Request(intent="clarification", q=condition.text[:300], says=says)]


def turned_round(condition: StatedCondition | None, before: Sequence[Request], new: Sequence[Request]) -> list[Request]:
    """Requests whose condition stands after them: it comes first."""
    if condition is None:
        return [*before, *new]
    first, rest = list(new), list(before)
    if condition.allowed and rest and rest[0].about and rest[0].places and first and not first[0].about:
        first[0] = first[0].model_copy(update={**subject_of(rest[0]), "elsewhere": False})
        rest[0] = rest[0].model_copy(update=subject_of(Request(intent="goto_address")))
    return [*first, *hanging(condition, rest), *given_up(condition)]


def subject_of(request: Request) -> dict[str, str]:
    """What a request is about."""
    return {"q": request.q, "number": request.number, "municipality": request.municipality, "egrid": request.egrid}


def _shown(request: Request) -> Request | None:
    """What harms nobody of a request: the place it is about instead of what would be made for it."""
    if request.intent not in MADE:
        return request
    return Request.model_validate({"intent": "goto_address", **subject_of(request)}) if request.about else None
