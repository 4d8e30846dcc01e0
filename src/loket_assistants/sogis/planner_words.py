"""What the planner knows of language, from its data file: what people ask for, and small words."""

import re
import tomllib
from functools import lru_cache

from pydantic import Field

from loket.core.data import Frozen, JsonObject
from loket.planners.skills.index import SkillIndex
from loket.planners.skills.skill import Skill
from loket_assistants.sogis.actions import Intent
from loket_assistants.sogis.source.shipped import ROOM

FALLBACK = "de"


class SkillWords(Frozen):
    """How people ask for an intent; `slot` is what it is about, `ask` what that is called in words."""

    id: Intent
    name: str
    description: str
    tags: tuple[str, ...]
    examples: tuple[str, ...]
    slot: str
    title: str
    ask: str


class SmallWords(Frozen):
    """Words around a request; see the data file."""

    between: tuple[str, ...]
    corrects: tuple[str, ...]
    corrects_surely: tuple[str, ...]
    filler: tuple[str, ...]
    place: tuple[str, ...]
    layer: tuple[str, ...]
    removes: tuple[str, ...]
    removes_last: tuple[str, ...]
    around: tuple[str, ...]
    streets: tuple[str, ...]


class Vocabulary(Frozen):
    """The data file."""

    skills: tuple[SkillWords, ...]
    words: SmallWords
    says: dict[str, dict[str, str]] = Field(alias="say")


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """The words of the planner."""
    return Vocabulary.model_validate(tomllib.loads((ROOM / "planner.toml").read_text("utf-8")))


def told(locale: str, name: str) -> str:
    """A sentence of the planner in the language of the person; German when we don't speak it."""
    says = vocabulary().says
    return says.get(locale.partition("-")[0].lower(), says[FALLBACK])[name]


@lru_cache(maxsize=1)
def skill_index() -> SkillIndex:
    """The intents as skills. What a request is about is optional: it may be what was selected before."""
    return SkillIndex([_skill(one) for one in vocabulary().skills], FALLBACK)


def without(text: str, words: tuple[str, ...]) -> str:
    """The text without these words, wherever they stand."""
    kept = [word for word in text.split() if word.strip(".,;:!?«»\"'").lower() not in words]
    return " ".join(kept).strip(" .,;:!?«»\"'")


def after(text: str, words: tuple[str, ...]) -> str:
    """The text without these words at its beginning."""
    left = text.split()
    while left and left[0].strip(".,;:!?«»\"'").lower() in words:
        left.pop(0)
    return " ".join(left).strip(" .,;:!?«»\"'")


def takes_away(text: str) -> bool:
    """Whether a text asks to take something away."""
    small, said = vocabulary().words, [word.strip(".,;:!?").lower() for word in text.split()]
    return bool(set(said) & set(small.removes)) or (said[-1:] != [] and said[-1] in small.removes_last)


def street_like(text: str) -> bool:
    """Whether a name looks like that of a street."""
    ends = "|".join(map(re.escape, vocabulary().words.streets))
    return re.search(rf"(?:{ends})\b", text.lower()) is not None


def _skill(one: SkillWords) -> Skill:
    about: JsonObject = {one.slot: {"type": "string", "title": one.title, "description": one.ask}}
    parameters: JsonObject = {"type": "object", "properties": about}
    return Skill(one.id, one.name, one.description, one.tags, one.examples, parameters, lang=FALLBACK)
