"""What a set of skills lacks to be understood well, for those who write cards; looked at when cards are loaded."""

import math
from collections.abc import Sequence
from itertools import combinations

from loket.language.detection import detect
from loket.language.languages import code_of, language
from loket.language.profile import Profile, profile
from loket.language.skill import Skill
from loket.language.tokens import LANGUAGES, parts, words

ALIKE = 0.86
"""Above this two skills share so many of their letter groups that a message seldom tells them apart."""

MOST_COMPARED = 300


def lint(skills: Sequence[Skill], locale: str = "en") -> list[str]:
    """Warnings in words, one for each shortcoming; empty when the skills are well described."""
    usual = code_of(locale)
    found = [warning for skill in skills for warning in _alone(skill, usual)]
    known = usual if usual in LANGUAGES else "en"
    profiles = [profile(skill, known) for skill in skills[:MOST_COMPARED]]
    for one, other in combinations(profiles, 2):
        if _likeness(one, other) > ALIKE:
            found.append(f"{_name(one.skill)} and {_name(other.skill)} look alike: say in their texts what differs.")
    ids = [skill.id for skill in skills]
    found += [f"Two skills have the id {id}." for id in sorted({id for id in ids if ids.count(id) > 1})]
    return found


def _alone(skill: Skill, usual: str) -> list[str]:
    found: list[str] = []
    if not skill.examples:
        found.append(f"{_name(skill)} has no example of what people say.")
    if not skill.description.strip():
        found.append(f"{_name(skill)} has no description.")
    text = " ".join((skill.description, *skill.tags, *skill.examples))
    if usual in LANGUAGES and text.strip():
        read = detect(text, words(text), usual)
        if read != usual:
            name = language(usual).data["name"]
            found.append(f"{_name(skill)} has no text in {name}: it is described in {language(read).data['name']}.")
    properties = skill.parameters.get("properties")
    for name, field in properties.items() if isinstance(properties, dict) else ():
        if isinstance(field, dict) and not any(field.get(key) for key in ("title", "description")):
            found.append(f"{_name(skill)}: {name} has neither title nor description to ask for it by.")
    return found


def _likeness(one: Profile, other: Profile) -> float:
    """The cosine of two skills' letter groups, without those of the slots they may share."""
    short, long = sorted((one.grams, other.grams), key=len)
    return math.fsum(worth * long[gram] for gram, worth in short.items() if gram in long)


def _name(skill: Skill) -> str:
    return parts(skill.name or skill.id).strip() or skill.id
