"""What a message wants of the paper of a plan: its scale, its size, which way it lies; done, or refused by its name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from loket_demos.sogis.planner_pieces import Piece
from loket_demos.sogis.planner_request import Request
from loket_demos.sogis.planner_words import small

PLAN = "cadastral_plan"
_RATIO = re.compile(r"\b1\s?(?::|zu|to)\s?(\d{1,3}(?:['’.]\d{3})+|\d{1,7})\b")
_SHEET = re.compile(r"[a-c]\d")
OURS = "a4"


@dataclass(frozen=True)
class PaperWish:
    """One to how much, 0 when nothing is said of it, and the words for paper that we don't have."""

    scale: int = 0
    sheet: str = ""


def paper_of(piece: Piece) -> PaperWish:
    """What a piece wants of the paper."""
    little = small(piece.reading.message.tongue.code)
    ratio = _RATIO.search(piece.text)
    words = [one for one in piece.spoken if _SHEET.fullmatch(one.fold) or one.fold in little.lying_paper]
    other = [one.text for one in words if one.fold != OURS]
    return PaperWish(int(re.sub(r"\D", "", ratio[1])) if ratio else _named_scale(piece), " ".join(other))


def _named_scale(piece: Piece) -> int:
    """The number after a word for the scale: `Massstab 500`."""
    scales = small(piece.reading.message.tongue.code).scales
    pairs = zip(piece.spoken, piece.spoken[1:], strict=False)
    return next((int(two.fold) for one, two in pairs if one.fold in scales and two.fold.isdigit()), 0)


def papered(requests: Sequence[Request], wishes: Sequence[tuple[Piece, PaperWish]]) -> list[Request]:
    """The requests with what their message wants of the paper: a scale is that of the plan before it, else of the next.
    What no plan can have is refused by its name."""
    found, refused = list(requests), list[Request]()
    for piece, wish in wishes:
        plans = [at for at, one in enumerate(found) if one.intent == PLAN]
        if wish.scale and plans:
            at = next((at for at in plans if found[at].scale == 0), plans[-1])
            found[at] = found[at].model_copy(update={"scale": wish.scale})
            if len(wishes) == 1:
                found = [one.model_copy(update={"scale": wish.scale}) if one.intent == PLAN else one for one in found]
        elif wish.scale:
            refused.append(Request(intent="clarification", q=f"1:{wish.scale}", says="scale", scale=wish.scale))
        if wish.sheet:
            refused.append(Request(intent="clarification", q=wish.sheet, says="sheet"))
        if _prints(piece) and not any(one.intent in (PLAN, "oereb_extract") or one.says for one in found):
            refused.append(Request(intent="clarification", q=piece.plain[:200], says="paper"))
    return [*found, *refused]


def rescaled(found: Sequence[Request], last: Request) -> list[Request]:
    """A scale alone, right after a plan, is that of the same plan once more: `und jetzt im Massstab 1:500`."""
    if last.intent != PLAN or [one.says for one in found] != ["scale"]:
        return list(found)
    return [last.model_copy(update={"scale": found[0].scale, "at": 0})]


def _prints(piece: Piece) -> bool:
    return "print" in piece.own_concepts and not piece.negated
