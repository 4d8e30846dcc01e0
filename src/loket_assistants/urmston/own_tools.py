"""What the personal assistant can do without asking anybody: say what it can, tell dates and ages, remember and recall.

Nothing is kept here: what was said before comes as an argument, from the log of the conversation (`x-from`)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from loket.core.data import JsonObject
from loket.core.shapes import is_object, list_at, text_at
from loket.core.tool import Tool, ToolFailed, ToolSpec
from loket.planners.skills.tokens import stem, words
from loket.tools.function import FunctionTool

ABILITIES, TODAY, AGE, REMEMBER, RECALL = "what_can_you_do", "todays_date", "age_of", "remember", "recall"
OWN = (ABILITIES, TODAY, AGE, REMEMBER, RECALL)
SOURCES = ("now", "message", "remembered", "agents")
"""What `x-from` may name: this moment, the person's words, what they asked to remember, the agents found so far."""

_ASKS_TO_REMEMBER = re.compile(
    r"^(?:please |can you |could you |will you )*(?:remember|note|keep in mind|don't forget)(?: that|:)?\s+",
    re.IGNORECASE,
)
_EMPTY = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "about",
        "can",
        "did",
        "do",
        "does",
        "for",
        "have",
        "i",
        "is",
        "it",
        "me",
        "my",
        "of",
        "on",
        "please",
        "remember",
        "say",
        "tell",
        "that",
        "the",
        "to",
        "told",
        "was",
        "what",
        "when",
        "where",
        "which",
        "who",
        "you",
        "your",
    ]
)


def own_tools() -> tuple[Tool, ...]:
    """The tools, in the order in which people meet them."""
    born: JsonObject = {"date_of_birth": {"type": "string", "format": "date", "description": "The date of birth."}}
    return (
        _tool(_ABILITIES, _can, agents="agents"),
        _tool(_TODAY, _today, now="now"),
        _tool(_AGE, _age, born, now="now"),
        _tool(_REMEMBER, _remember, message="message"),
        _tool(_RECALL, _recall, message="message", remembered="remembered"),
    )


@dataclass(frozen=True)
class _Words:
    """How a tool is called and described, and sentences that ask for it."""

    name: str
    title: str
    description: str
    examples: tuple[str, ...]


_ABILITIES = _Words(
    ABILITIES,
    "What I can do",
    "Says what this assistant can do for you and which agents it knows.",
    (
        "What can you do?",
        "What can you do for me?",
        "What are you able to do?",
        "What can I ask you?",
        "How can you help me?",
        "Can you help me?",
        "Which agents do you know?",
        "Who are you?",
        "Help",
        "Hello",
        "Hi",
    ),
)
_TODAY = _Words(
    TODAY,
    "Today's date",
    "Tells which day it is today: the date and the day of the week.",
    ("What day is it today?", "What is today's date?", "What's the date?", "Which weekday is it?"),
)
_AGE = _Words(
    AGE,
    "Age of a person",
    "Calculates how old somebody is today who was born on a date of birth.",
    ("How old is somebody born on 3 May 2010?",),
)
_REMEMBER = _Words(
    REMEMBER,
    "Remember",
    "Remembers a fact you tell, for this conversation.",
    (
        "Remember that my daughter is nine.",
        "Please remember my postcode.",
        "Keep in mind that we are on holiday in May.",
    ),
)
_RECALL = _Words(
    RECALL,
    "Recall",
    "Recalls what you told me to remember.",
    ("What did I ask you to remember?", "What do you remember?", "What did I tell you?"),
)


def _can(args: JsonObject) -> JsonObject:
    known = [text_at(agent, "name") for agent in list_at(args, "agents") if is_object(agent)]
    text = (
        "I can tell today's date and somebody's age, and remember things for this conversation. For everything else I "
        "look for an agent of the organisation you ask about, show you what I found and why I chose it, and ask it."
    )
    return {"text": f"{text} In this conversation I already know {', '.join(known)}." if known else text}


def _today(args: JsonObject) -> JsonObject:
    day = _day(args["now"])
    return {"text": f"Today is {day:%A} {day.day} {day:%B %Y}.", "date": day.isoformat()}


def _age(args: JsonObject) -> JsonObject:
    born, now = _day(args["date_of_birth"]), _day(args["now"])
    if born > now:
        raise ToolFailed("invalid_date", "That date of birth is still to come.")
    years = now.year - born.year - ((now.month, now.day) < (born.month, born.day))
    said = f"{years} year" if years == 1 else f"{years} years"
    return {"text": f"Somebody born on {born.day} {born:%B %Y} is {said} old today.", "age": years}


def _remember(args: JsonObject) -> JsonObject:
    fact = _ASKS_TO_REMEMBER.sub("", str(args["message"]).strip()).strip()
    if not fact:
        raise ToolFailed("invalid_fact", "What should I remember?")
    return {"text": f"I'll keep that in mind for this conversation: {fact}", "fact": fact}


def _recall(args: JsonObject) -> JsonObject:
    facts = [fact for fact in list_at(args, "remembered") if isinstance(fact, str)]
    if not facts:
        return {"text": "You have not asked me to remember anything in this conversation yet."}
    asked = _meant(str(args["message"]))
    about = [fact for fact in facts if asked & _meant(fact)]
    return {"text": f"You told me: {'; '.join(about or facts)}", "facts": about or facts}


def _meant(text: str) -> set[str]:
    """The stems of the words that carry a meaning."""
    return {stem(word.fold, "en") for word in words(text) if word.fold not in _EMPTY}


def _tool(
    told: _Words, work: Callable[[JsonObject], JsonObject], properties: JsonObject | None = None, /, **given: str
) -> Tool:
    needed = list(properties or {})
    shapes: JsonObject = {"now": {"type": "string"}, "message": {"type": "string"}}
    listed = {"type": "array", "items": {}}
    filled = {argument: {**shapes.get(argument, listed), "x-from": source} for argument, source in given.items()}
    schema: JsonObject = {"type": "object", "properties": {**(properties or {}), **filled}}
    schema |= {"required": [*needed, *given], "x-examples": list(told.examples)}
    spec = ToolSpec(
        name=told.name,
        title=told.title,
        description=told.description,
        input=schema,
        read_only=True,
        idempotent=True,
    )
    return FunctionTool(spec, work)


def _day(told: str) -> date:
    try:
        return date.fromisoformat(str(told)[:10])
    except ValueError as error:
        raise ToolFailed("invalid_date", f"{str(told)[:40]} is no date.") from error
