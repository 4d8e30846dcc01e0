"""What is proposed with its values: how it is asked, what words agree to, and what they change."""

from collections.abc import Set as AbstractSet
from datetime import datetime
from typing import Literal

from loket.core.actions import Ask, Choice
from loket.core.data import JsonObject
from loket.language import SkillIndex, is_yes
from loket.language.languages import language
from loket.language.memory import turn_of
from loket.language.profile import Profile
from loket.language.skill import PendingRequest
from loket.planners.dialogue.choosing import NONE_OF
from loket.planners.dialogue.trail import Utterance
from loket.planners.skills.asking import values_in_words

FREE = ("text", "query", "person")
"""Kinds of values that almost any word could be: only what says that it corrects something changes them."""


def propose(profile: Profile, slots: JsonObject, code: str) -> Ask:
    """Asks whether one skill is meant with these values, which takes a yes or a no."""
    say = language(code).data["say"]
    values = values_in_words(profile, slots, code)
    text = say["shall"].format(skill=profile.label, values=f" ({values})" if values else "")
    choices = (
        Choice(id=profile.choice.id, label=say["true"].capitalize()),
        Choice(id=NONE_OF, label=say["false"].capitalize()),
    )
    return Ask(text=text, choices=choices, wants=PendingRequest(profile.skill.id, slots).wants())


def agreed(
    index: SkillIndex, said: Utterance, proposal: PendingRequest, now: datetime
) -> JsonObject | Literal[False] | None:
    """The values to go on with: those that were proposed, or with what was corrected in its place. False when they are
    refused, None when something else is said."""
    agrees = is_yes(said.text) if said.choice is None else said.choice != NONE_OF
    if agrees is not None:
        return proposal.slots if agrees else False
    changed = amended(index, proposal, said.text, now)
    return {**proposal.slots, **changed} if changed else None


def amended(
    index: SkillIndex, request: PendingRequest, text: str, now: datetime, kept: AbstractSet[str] = frozenset()
) -> JsonObject:
    """What a text puts in the place of values of a request, but for those that are `kept`."""
    corrects = turn_of(index.read(text, now)).corrects
    fields = [one for one in index.profiles[request.skill].fields if one.name not in kept]
    names = tuple(one.name for one in fields if corrects or one.kind not in FREE)
    understood = index.understand(text, now, PendingRequest(request.skill, request.slots, names))
    if understood.skills != (request.skill,) or understood.decision not in ("run", "clarify"):
        return {}
    slots = understood.slots[0]
    if (slots == request.slots and understood.missing) or request.slots.keys() - slots.keys():
        # Nothing of it could be read, or what stands in the place of a value is in doubt.
        return {}
    return {name: value for name, value in slots.items() if name in names}
