"""What requests are about: one subject, a commune named elsewhere, or several parcels that were named before."""

from collections.abc import Sequence

from loket_demos.sogis.planner_conditions import subject_of
from loket_demos.sogis.planner_request import Request
from loket_demos.sogis.planner_subjects import Subject
from loket_demos.sogis.planner_wishes import about_map


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
            found += apply(one, things) if shown else [things[0].model_copy(update={"elsewhere": False}), *things[1:]]
    return found


def apply(parcel: Request, things: Sequence[Request]) -> list[Request]:
    """These things for a parcel: the first finds it, the others lean on that."""
    return [things[0].model_copy(update={**subject_of(parcel), "elsewhere": False}), *things[1:]]


def placed(before: Sequence[Request], commune: str) -> list[Request]:
    """The requests with this commune where they have none; nothing when none of them lacks it."""
    lacking = [one for one in before if one.number and not one.municipality]
    if not lacking:
        return []
    return [one.model_copy(update={"municipality": commune}) if one in lacking else one for one in before]


def about(request: Request, subject: Subject) -> Request:
    """The request about this subject."""
    named = subject.model_dump(exclude={"start", "end", "joined"})
    loose = {"loose": subject.loose and request.intent == "goto_address", "elsewhere": False}
    if subject.loose and request.intent != "goto_address":
        named["q"] = ""
    return request.model_copy(update={**named, **loose})


def hidden(request: Request) -> Request:
    """What is hidden of what was named before its verb: `Wald und Lärm nicht mehr sehen`."""
    return about_map("hide", request.q) if request.intent == "load_layer" and request.loose else request


def each(group: Sequence[Request], subject: Subject) -> list[Request]:
    """Each of these for a subject: the first finds it, the others lean on that."""
    return [about(group[0], subject), *group[1:]]


def thing(concept: str) -> Request:
    """What a concept asks for that is a request by itself."""
    whole = {"intent": "goto_address", "parcel": True} if concept == "which_parcel" else {"intent": concept}
    return Request.model_validate(whole)
