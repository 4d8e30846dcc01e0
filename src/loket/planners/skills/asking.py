"""The questions the skills planner asks: what is missing, which skill is meant."""

from collections.abc import Sequence
from datetime import date

from loket.core.actions import Ask, Choice, Wants
from loket.core.data import Json, JsonObject
from loket.language.fields import Field
from loket.language.languages import language
from loket.language.profile import Profile
from loket.language.skill import PendingRequest
from loket.language.tokens import parts
from loket.planners.skills.answer import briefly

MOST_CHOICES = 8
MOST_SKILLS = 8


def ask_for(profile: Profile, pending: PendingRequest, code: str) -> Ask:
    """Asks for what a request still lacks, in the words of its schema, and says what it has: who answers can change it.
    Few listed values are offered as choices."""
    say = language(code).data["say"]
    lacking = [field for field in profile.fields if field.name in pending.missing]
    text = say["needs"].format(skill=profile.label, what=", ".join(field.title for field in lacking))
    if has := values_in_words(profile, pending.slots, code):
        text += " " + say["have"].format(values=has)
    choices: tuple[Choice, ...] = ()
    if len(lacking) == 1 and 2 <= len(lacking[0].values) <= MOST_CHOICES:
        choices = tuple(Choice(id=choice_id(v.value), label=spoken(v.label)) for v in lacking[0].values)
    else:
        listed = [spoken(value.label) for field in lacking for value in field.values[:12]]
        if listed:
            text += " " + say["pick"].format(values=", ".join(listed))
    return Ask(text=text, choices=choices, wants=pending.wants())


def ask_which(choices: Sequence[Choice], code: str) -> Ask:
    """Asks which of the best skills is meant; words answer as well."""
    return Ask(text=language(code).data["say"]["which"], choices=tuple(choices), wants=Wants(skill=""))


def ability(profiles: Sequence[Profile], code: str, greeting: bool = False) -> str:
    """What the assistant can do, in a sentence."""
    say = language(code).data["say"]
    if not profiles:
        return say["nothing"]
    named = ", ".join(profile.label for profile in profiles[:MOST_SKILLS])
    if len(profiles) > MOST_SKILLS:
        named += " " + say["more"].format(count=len(profiles) - MOST_SKILLS)
    return say["hello" if greeting else "none"].format(skills=named)


def values_in_words(profile: Profile, slots: JsonObject, code: str) -> str:
    """The values of a request behind the names of their properties, in a row; empty when it has none."""
    listed = [(field, slots[field.name]) for field in profile.fields if field.name in slots]
    return ", ".join(f"{parts(field.name).strip()}: {_shown(field, value, code)}" for field, value in listed)


def _shown(field: Field, value: Json, code: str) -> str:
    label = next((one.label for one in field.values if one.value == value), "")
    if field.kind == "date" and isinstance(value, str) and not label:
        return _day(value, code)
    return spoken(label) if label else briefly(value, code)


def _day(told: str, code: str) -> str:
    """A day as people write it; what is none stays as it is."""
    try:
        day = date.fromisoformat(told)
    except ValueError:
        return told
    data = language(code).data
    name = data["months"][day.month - 1][0]
    return data["say"]["day"].format(day=day.day, month=name, Month=name.capitalize(), year=day.year)


def value_of(field: Field, choice: str) -> Json:
    """The listed value that a choice stands for, or None."""
    return next((value.value for value in field.values if choice_id(value.value) == choice), None)


def choice_id(value: Json) -> str:
    """A value as the id of a choice."""
    return str(value)[:80] or "-"


def spoken(label: str) -> str:
    """A value as people read it."""
    return parts(label) if "_" in label else label
