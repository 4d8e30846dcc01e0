"""What is wanted for several parcels that were named before it: `168 und 170, beide mit Plan und Auszug`."""

from collections.abc import Sequence

from loket_assistants.sogis.planner_conditions import subject_of
from loket_assistants.sogis.planner_request import Request


def spread(before: Sequence[Request], things: Sequence[Request]) -> list[Request]:
    """The requests before and these things for each parcel in them; nothing when there are not several parcels. A step
    that only shows one of them is not needed beside what is made for it."""
    parcels = [one for one in before if one.number]
    if len(parcels) < 2 or any((one.about and not one.number) or not one.places for one in before):
        return []
    found: list[Request] = []
    for at, one in enumerate(before):
        shown = one.intent == "goto_address" and bool(one.number)
        if not shown:
            found.append(one)
        if at + 1 == len(before) or before[at + 1].number:
            first = things[0].model_copy(update={**subject_of(one), "elsewhere": False})
            found += [first if shown else things[0].model_copy(update={"elsewhere": False}), *things[1:]]
    return found


def placed(before: Sequence[Request], commune: str) -> list[Request]:
    """The requests with this commune where they have none; nothing when none of them lacks it."""
    lacking = [one for one in before if one.number and not one.municipality]
    if not lacking:
        return []
    return [one.model_copy(update={"municipality": commune}) if one in lacking else one for one in before]
