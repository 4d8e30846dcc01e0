"""What is proposed with its values: how it is asked, what words agree to, and what they change."""

from collections.abc import Collection
from collections.abc import Set as AbstractSet
from datetime import datetime
from typing import Literal

from loket.core.actions import Ask, Choice
from loket.core.data import JsonObject
from loket.language import SkillIndex, fill, is_yes
from loket.language.languages import language
from loket.language.memory import turn_of
from loket.language.message import Message
from loket.language.profile import Profile
from loket.language.skill import PendingRequest, Understanding
from loket.language.slots import Filled
from loket.planners.dialogue.choosing import NONE_OF
from loket.planners.dialogue.trail import Utterance
from loket.planners.skills.asking import values_in_words

FREE = ("text", "query", "person")
"""Kinds of values that almost any word could be: only what says that it corrects something changes them."""

SHORT = 5
"""Values that no word puts in the place of others stand among so few words."""


def left_out(understood: Understanding) -> str:
    """Says which words of a message are in none of the values."""
    words = ", ".join(understood.unused)
    return language(understood.language).data["say"]["unused"].format(words=words) if words else ""


def propose(profile: Profile, understood: Understanding) -> Ask:
    """Asks whether one skill is meant with these values, which takes a yes or a no."""
    slots, code = understood.slots[0], understood.language
    say = language(code).data["say"]
    values = values_in_words(profile, slots, code)
    text = say["shall"].format(skill=profile.label, values=f" ({values})" if values else "")
    choices = (
        Choice(id=profile.choice.id, label=say["true"].capitalize()),
        Choice(id=NONE_OF, label=say["false"].capitalize()),
    )
    text = f"{left_out(understood)} {text}".lstrip()
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
    message, profile = index.read(text, now), index.profiles[request.skill]
    corrects = turn_of(message).corrects
    names = tuple(one.name for one in profile.fields if one.name not in kept and (corrects or one.kind not in FREE))
    # A free text has no end: with it no word would ever be left.
    typed = fill(message, [one for one in profile.fields if one.kind not in FREE], profile.code, profile.known)
    little = _left(message, profile, typed) <= 1
    if little and (told := _called(message, profile, names, typed)):
        return told
    understood = index.understand(text, now, PendingRequest(request.skill, request.slots, names))
    if understood.skills != (request.skill,) or understood.decision not in ("run", "clarify"):
        return {}
    slots = understood.slots[0]
    if (slots == request.slots and understood.missing) or request.slots.keys() - slots.keys():
        # Nothing of it could be read, or what stands in the place of a value is in doubt.
        return {}
    if not corrects and not (little and len(message.words) <= SHORT):
        return {}
    return {name: value for name, value in slots.items() if name in names}


def _called(message: Message, profile: Profile, names: Collection[str], typed: Filled) -> JsonObject:
    """The values of a message that calls one of them by its name (`age: 9`, `change the age to 9`); none where one is
    in doubt."""
    if "?" in message.text or message.tongue.negation.intersection(message.folds):
        return {}
    told = {name: value for name, value in typed.slots.items() if name in names}
    called = any(one.name in told and one.named.intersection(message.stems) for one in profile.fields)
    return told if called and typed.doubtful.isdisjoint(told) else {}


def _left(message: Message, profile: Profile, filled: Filled) -> int:
    """How many words of a message are no value, no name of one and no small word."""
    told = {at for places in filled.places.values() for at in places} | message.figures
    names = {root for one in profile.fields if one.name in filled.slots for root in one.named}
    heavy = {at for at in message.heavy if message.stems[at] not in names}
    return len(heavy - told)
