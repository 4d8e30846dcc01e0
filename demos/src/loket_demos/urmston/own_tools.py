"""What the personal assistant can do without asking anybody: say what it can, tell dates and ages, remember, recall
and forget.

Nothing is kept here: what was said before comes as an argument, from the log of the conversation (`x-from`)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, list_at, text_at
from loket.core.tool import Tool, ToolFailed, ToolSpec
from loket.language import read
from loket.language.arithmetic import value_of
from loket.language.birthdays import age_on
from loket.language.dates import ANY_DAY
from loket.language.memory import turn_of
from loket.language.put_right import note_meant, put_right
from loket.language.spacing import spaced_like
from loket.language.tokens import fold, words
from loket.tools.function import FunctionTool
from loket_demos.urmston.note_parts import first_named, without_named
from loket_demos.urmston.own_words import (
    FALLBACK,
    OwnWords,
    code_of,
    every_language,
    examples,
    in_any_language,
    joins,
    meaning_of,
    own_words,
    put_instead,
    put_on,
    wished,
)

ABILITIES, TODAY, AGE, REMEMBER, RECALL = "what_can_you_do", "todays_date", "age_of", "remember", "recall"
SUM, DAYS, FORGET = "work_out", "days_until", "forget"
OWN = (ABILITIES, TODAY, AGE, SUM, DAYS, REMEMBER, RECALL, FORGET)
SOURCES = ("now", "message", "remembered", "noted", "agents", "language", "sum", "day")
"""What `x-from` may name: this moment, the person's words, what they asked to remember, what of it was told last, the
agents found so far, the language they speak, and the sum or the day of a message that only asks for that."""
WISHES = {REMEMBER: "asks_to_remember", FORGET: "asks_to_forget"}
"""The words that a message begins with which asks for a tool, by the tool."""

STORED = {REMEMBER: "puts", FORGET: "takes"}
"""The verbs for what is done with the notes, by the tool."""


def own_tools() -> tuple[Tool, ...]:
    """The tools, in the order in which people meet them."""
    born: JsonObject = {"date_of_birth": {"type": "string", "format": "date", "description": "The date of birth."}}
    return (
        _tool(_ABILITIES, _can, agents="agents"),
        _tool(_TODAY, _today, now="now"),
        _tool(_AGE, _age, born, now="now"),
        _tool(_SUM, _sum, sum="sum"),
        _tool(_DAYS, _days, now="now", day="day"),
        _tool(_REMEMBER, _remember, message="message", remembered="remembered", noted="noted"),
        _tool(_RECALL, _recall, message="message", remembered="remembered"),
        _tool(_FORGET, _forget, message="message", remembered="remembered", noted="noted"),
    )


@dataclass(frozen=True)
class _Words:
    """How a tool is called and described; the sentences that ask for it are in the data. `told` are told to others
    alone: what asks for it is a figure or a day, not its words."""

    name: str
    title: str
    description: str
    told: tuple[str, ...] = ()


_ABILITIES = _Words(ABILITIES, "What I can do", "Says what this assistant can do for you and which agents it knows.")
_TODAY = _Words(TODAY, "Today's date", "Tells which day it is today: the date and the weekday.")
_AGE = _Words(AGE, "Age of a person", "Calculates how old somebody is today who was born on a date of birth.")
_SUM = _Words(SUM, "Sum", "Works out a sum: plus, minus, times and divided by.", ("What is 12 times 7?",))
_DAYS = _Words(
    DAYS,
    "Days until a date",
    "Counts the days from today to a date and tells its weekday.",
    ("How many days until 5 May?",),
)
_REMEMBER = _Words(REMEMBER, "Remember", "Remembers a fact you tell, for this conversation.")
_RECALL = _Words(RECALL, "Recall", "Recalls what you told me to remember.")

_FORGET = _Words(FORGET, "Forget", "Forgets what you told me to remember.")


def _texts(args: JsonObject) -> OwnWords:
    return own_words(text_at(args, "language"))


def _can(args: JsonObject) -> JsonObject:
    said, known = _texts(args), [text_at(agent, "name") for agent in list_at(args, "agents") if is_object(agent)]
    return {"text": f"{said.can} {said.known.format(agents=', '.join(known))}" if known else said.can}


def _today(args: JsonObject) -> JsonObject:
    day, said = _day(args["now"], _texts(args)), _texts(args)
    return {"text": said.today.format(**_written(day, said)), "date": day.isoformat()}


def _age(args: JsonObject) -> JsonObject:
    said = _texts(args)
    born, now = _day(args["date_of_birth"], said), _day(args["now"], said)
    if born > now:
        raise ToolFailed("invalid_date", said.to_come)
    years = age_on(now, born)
    told = said.one_year if years == 1 else said.years.format(count=years)
    return {"text": said.age.format(**_written(born, said), years=told), "age": years}


def _sum(args: JsonObject) -> JsonObject:
    said, sum_ = _texts(args), text_at(args, "sum")
    try:
        total = value_of(sum_)
    except (ValueError, ZeroDivisionError) as error:
        raise ToolFailed("invalid_sum", said.no_sum) from error
    exact = total * 100 == int(total * 100)
    written = " ".join(_figure(part, said) for part in sum_.split())
    return {"text": f"{written} {'=' if exact else '≈'} {_figure(f'{float(total):.2f}', said)}", "value": float(total)}


def _figure(told: str, said: OwnWords) -> str:
    """A figure or a sign as the language writes it."""
    plain = told.rstrip("0").rstrip(".") if "." in told else told
    return {"*": "×", "/": "÷", "-": "−"}.get(told, plain.replace(".", said.point).replace("-", "−"))


def _days(args: JsonObject) -> JsonObject:
    said = _texts(args)
    day, now = _day(args["day"], said), _day(args["now"], said)
    count = (day - now).days
    told = said.one_day if abs(count) == 1 else said.days.format(count=abs(count))
    sentence = said.until if count >= 0 else said.past
    return {"text": sentence.format(**_written(day, said), days=told), "days": count, "date": day.isoformat()}


def _remember(args: JsonObject) -> JsonObject:
    """Keeps what the message tells; in the place of the last note where it puts that right."""
    text = str(args["message"]).strip()
    every, last = ([one for one in list_at(args, name) if isinstance(one, str)] for name in ("remembered", "noted"))
    code = code_of(text)
    message = read(text, ANY_DAY, code, code)
    noted = [note_meant(message, every, last)] if last else []
    right = put_right(read(noted[0], ANY_DAY, code, code), message) if noted else ""
    put = put_on(text)
    if put == "":
        raise ToolFailed("invalid_fact", _texts(args).pointed)
    fact = right or put or wished(text, WISHES[REMEMBER])
    joined, _, rest = fact.partition(" ")
    if noted and not right and fold(joined) in message.tongue.ands:
        first, _, behind = rest.partition(" ")
        fact = behind if first.lower() in joins() else rest
    if not fact:
        raise ToolFailed("invalid_fact", _texts(args).what)
    gone: JsonObject = {"forgotten": [*noted]} if right else {}
    return {"text": _texts(args).kept.format(fact=fact), "fact": fact, **gone}


def _recall(args: JsonObject) -> JsonObject:
    facts = [fact for fact in list_at(args, "remembered") if isinstance(fact, str)]
    if not facts:
        return {"text": _texts(args).nothing}
    asked = str(args["message"])
    about: list[str] = []
    for before, fact in pairwise(("", *facts)):
        if meaning_of(spaced_like(asked, fact), code_of(fact)) & meaning_of(fact, code_of(fact)) or (
            before in about and turn_of(read(fact, ANY_DAY, "en")).corrects
        ):
            about.append(fact)  # what puts a fact right goes with it, whatever it is called in there
    return {"text": _texts(args).told.format(facts="; ".join(about or facts)), "facts": about or facts}


def _forget(args: JsonObject) -> JsonObject:
    """Forgets what the message names, all of it, or what was told last when it only points there. Of a note that tells
    several things only what is named goes."""
    said, facts = _texts(args), [fact for fact in list_at(args, "remembered") if isinstance(fact, str)]
    message, new = put_instead(str(args["message"]).strip())
    if new:
        return _instead({**args, "message": message}, new, facts)
    if not facts:
        return {"text": said.nothing}
    what, every = wished(message, WISHES[FORGET]), every_language().values()
    asking = [text for one in every for text in (*one.asks_to_remember, *one.polite, *one.everything)]
    asking += [text for one in every for text in (*one.examples[RECALL], *one.called, *one.takes)]

    def asked(code: str, fact: str = "") -> set[str]:
        return meaning_of(spaced_like(what, fact), code) - meaning_of(" ".join(asking), code)

    gone = [
        fact for fact in facts if (about := asked(code_of(fact), fact)) and about <= meaning_of(fact, code_of(fact))
    ]
    gone = gone or first_named(what, facts)
    if len(gone) == 1 and (left := without_named(gone[0], asked(code_of(gone[0]), gone[0]))):
        told, rest = left
        text = f"{said.forgot.format(facts=told)} {said.told.format(facts=rest)}"
        return {"text": text, "forgotten": [*gone], "fact": rest}
    if not gone and not asked(text_at(args, "language") or FALLBACK):
        everything = {word for one in every for word in one.everything}
        noted = [fact for fact in list_at(args, "noted") if fact in facts] or facts[-1:]
        gone = facts if everything & {word.text.lower() for word in words(what)} else [str(fact) for fact in noted]
    if not gone:
        return {"text": said.none_kept.format(facts="; ".join(facts))}
    return {"text": said.forgot.format(facts="; ".join(gone)), "forgotten": [*gone]}


def _instead(args: JsonObject, new: str, facts: list[str]) -> JsonObject:
    """Forgets, and keeps something in the place of it; where nothing was forgotten that is said, too."""
    gone = _forget(args) if facts else {"text": _texts(args).nothing}
    if facts and "forgotten" not in gone:
        return gone
    kept = ", ".join(filter(None, (text_at(gone, "fact"), new)))  # beside what stays of a note
    return {**gone, "text": f"{gone['text']} {_texts(args).kept.format(fact=kept)}", "fact": kept}


def _tool(
    told: _Words, work: Callable[[JsonObject], JsonObject], properties: JsonObject | None = None, /, **given: str
) -> Tool:
    needed, given = list(properties or {}), {**given, "language": "language"}
    shapes: JsonObject = {"now": {"type": "string"}, "message": {"type": "string"}, "language": {"type": "string"}}
    shapes |= {"sum": {"type": "string"}, "day": {"type": "string"}}
    listed = {"type": "array", "items": {}}
    filled = {argument: {**shapes.get(argument, listed), "x-from": source} for argument, source in given.items()}
    schema: JsonObject = {"type": "object", "properties": {**(properties or {}), **filled}}
    schema |= {"required": [name for name in (*needed, *given) if name not in ("language", "noted")]}
    schema |= {"x-examples": list(examples(told.name)), "examples": list(told.told)}
    if told.name == REMEMBER:
        schema |= {"x-corrects": True}
    if told.name in (REMEMBER, RECALL, FORGET):
        schema |= {"x-called": list(in_any_language("called"))}
    if told.name in STORED:
        schema |= {"x-verbs": list(in_any_language(STORED[told.name]))}
    if told.name in WISHES:
        schema |= {"x-begins": list(in_any_language(WISHES[told.name]))}
    spec = ToolSpec(
        name=told.name,
        title=told.title,
        description=told.description,
        input=schema,
        read_only=True,
        idempotent=True,
    )

    async def run(args: JsonObject) -> JsonObject:  # no thread: it takes less time than one
        return work(args)

    return FunctionTool(spec, run)


def _written(day: date, said: OwnWords) -> dict[str, str | int]:
    weekday, month = said.weekdays[day.weekday()], said.months[day.month - 1]
    return {"weekday": weekday, "day": day.day, "month": month, "year": day.year}


def _day(told: Json, said: OwnWords) -> date:
    try:
        return date.fromisoformat(str(told)[:10])
    except ValueError as error:
        raise ToolFailed("invalid_date", said.no_date.format(told=str(told)[:40])) from error
