"""What a message wants of the paper of a plan: its scale, its size, which way it lies; done, or refused by its name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from loket.language.message import Message
from loket_demos.sogis.planner_parting import parted
from loket_demos.sogis.planner_pieces import WordSpan
from loket_demos.sogis.planner_request import Request
from loket_demos.sogis.planner_words import small

PLAN = "cadastral_plan"
_RATIO = re.compile(r"\b1\s?(?::|zu|to)\s?(\d{1,3}(?:['’.]\d{3})+|\d{1,7})\b")
_SHEET = re.compile(r"[a-c]\d")
OURS = "a4"


@dataclass(frozen=True)
class PaperWish:
    """One to how much, each scale that is named, and the words for paper that we don't have."""

    scales: tuple[int, ...] = ()
    sheet: str = ""


def paper_of(piece: WordSpan) -> PaperWish:
    """What a piece wants of the paper."""
    little = small(piece.reading.message.tongue.code)
    ratios = [int(re.sub(r"\D", "", one[1])) for one in _RATIO.finditer(piece.text)]
    words = [one for one in piece.spoken if _SHEET.fullmatch(one.fold) or one.fold in little.lying_paper]
    other = [one.text for one in words if one.fold != OURS]
    # `Massstab 500`
    pairs = zip(piece.spoken, piece.spoken[1:], strict=False)
    named = [int(two.fold) for one, two in pairs if one.fold in little.scales and two.fold.isdigit()]
    return PaperWish(() if piece.negated else tuple(ratios or named), " ".join(other))


def paper_wishes(message: Message) -> list[tuple[WordSpan, PaperWish]]:
    """The pieces of a message that want something of the paper, and those that only want something printed."""
    wishes = [(piece, paper_of(piece)) for piece in parted(message)]
    return [(piece, one) for piece, one in wishes if one != PaperWish() or "print" in piece.own_concepts]


def papered(requests: Sequence[Request], wishes: Sequence[tuple[WordSpan, PaperWish]]) -> list[Request]:
    """The requests with what their message wants of the paper: a scale is that of the plan before it, else of the next;
    a further one is that of the same plan once more. What no plan can have is refused by its name."""
    found, refused = list(requests), list[Request]()
    only = sum(len(wish.scales) for _, wish in wishes) == 1
    for piece, wish in wishes:
        for scale in wish.scales:
            plans = [at for at, one in enumerate(found) if one.intent == PLAN]
            if not plans:
                refused.append(Request(intent="clarification", q=f"1:{scale}", says="scale", scale=scale))
                continue
            asked = [at for at in plans if found[at].scale == 0]
            drawn = found[asked[0] if asked else plans[-1]].model_copy(update={"scale": scale})
            if only:
                found = [one.model_copy(update={"scale": scale}) if one.intent == PLAN else one for one in found]
            elif asked:
                found[asked[0]] = drawn
            else:
                found.insert(plans[-1] + 1, drawn)
        if wish.sheet:
            refused.append(Request(intent="clarification", q=wish.sheet, says="sheet"))
        if _prints(piece) and not any(one.intent in (PLAN, "oereb_extract") or one.says for one in found):
            refused.append(Request(intent="clarification", q=piece.plain[:200], says="paper"))
    return [*found, *refused]


def rescaled(found: Sequence[Request], last: Request) -> list[Request]:
    """A scale alone, right after a plan, is that of the same plan once more: `und jetzt im Massstab 1:500`."""
    if last.intent != PLAN or not found or any(one.says != "scale" for one in found):
        return list(found)
    return [last.model_copy(update={"scale": one.scale, "at": at}) for at, one in enumerate(found)]


def _prints(piece: WordSpan) -> bool:
    return "print" in piece.own_concepts and not piece.negated
