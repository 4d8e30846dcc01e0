"""What became of an invocation: done, more is wanted, a person has to agree, failed, or nobody knows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from loket.core.data import Json, JsonObject
from loket.core.events import Returned
from loket.core.shapes import list_at, object_at, text_at
from loket.language.tokens import parts
from loket.planners.finding.offers import Offer
from loket.planners.finding.pick import Errand

Kind = Literal["done", "input", "missing", "doubt", "failed", "taken", "unsure"]


@dataclass(frozen=True)
class SkillResult:
    """`errand` is what was invoked, when its skill is still known; `missing` are parameters the agent wants. `taken`:
    the agent has the work under an id of its own, and nobody knows more; `unsure`: nobody knows even that."""

    kind: Kind
    base: str
    returned: Returned
    errand: Errand | None
    text: str = ""
    missing: tuple[str, ...] = ()

    @property
    def value(self) -> Json:
        return self.returned.value

    @property
    def unknown(self) -> bool:
        """Whether something is missing that the skill did not have when its card was read."""
        return self.errand is not None and not set(self.missing) <= set(
            object_at(self.errand.offer.parameters, "properties")
        )

    def headed(self, text: str, alike: bool) -> str:
        """The text under what was asked, where the same was asked more than once."""
        given = self.errand.parameters if alike and self.errand is not None else {}
        head = ", ".join(f"{parts(name)} {value}" for name, value in given.items())
        return f"{head[:1].upper()}{head[1:]}: {text}" if head else text


def skill_result(args: JsonObject, returned: Returned, offers: Mapping[str, Offer]) -> SkillResult:
    """What one call came to."""
    base = text_at(args, "task_base_url")
    errand = errand_of(args, offers)
    value = returned.value
    if returned.ok:
        if text_at(value, "status") == "input_required":
            return SkillResult("input", base, returned, errand, text_at(value, "text") or "?")
        return SkillResult("done", base, returned, errand)
    details = object_at(object_at(value, "error"), "details")
    missing = tuple(str(name) for name in list_at(details, "missing"))
    match returned.code:
        case "confirmation_needed":
            kind: Kind = "doubt"
        case "missing_parameters" if missing:
            kind = "missing"
        case "unknown_outcome" | "still_working" if text_at(details, "id"):
            kind = "taken"
        case "unknown_outcome" | "task_unknown" | "still_working":
            kind = "unsure"
        case _:
            kind = "failed"
    return SkillResult(kind, base, returned, errand, returned.text, missing)


def errand_of(args: JsonObject, offers: Mapping[str, Offer]) -> Errand | None:
    """The errand that went out with these arguments."""
    base, skill = text_at(args, "task_base_url"), text_at(args, "skill_id")
    offer = next((one for one in offers.values() if one.agent.base == base and one.id == skill), None)
    return None if offer is None else Errand(offer, object_at(args, "parameters"))
