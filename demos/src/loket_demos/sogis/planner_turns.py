"""How a message stands to the one before: it puts a request right, or asks the same for something else."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from loket.language.corrections import settled
from loket.language.memory import turn_of
from loket.language.message import Message
from loket_demos.sogis.planner_about import about
from loket_demos.sogis.planner_concepts import reading
from loket_demos.sogis.planner_conditions import subject_of
from loket_demos.sogis.planner_lists import Lists
from loket_demos.sogis.planner_names import Names
from loket_demos.sogis.planner_paper import paper_wishes, papered, rescaled
from loket_demos.sogis.planner_parting import parted
from loket_demos.sogis.planner_pieces import WordSpan
from loket_demos.sogis.planner_reading import MOST, cleaned, requested
from loket_demos.sogis.planner_request import LOADED, REST, Request
from loket_demos.sogis.planner_wishes import act_of
from loket_demos.sogis.planner_words import heard, phrases, said_in, small, spoken_to

_HOUSE = re.compile(r"(?<=\s)\d{1,4}\s?[a-z]?(?=[\s,]|$)", re.IGNORECASE)
_BARE = re.compile(r"\d{1,6}\s?[a-z]?", re.IGNORECASE)
_GONE = re.compile(r"\s*,\s*")


@dataclass(frozen=True)
class Turned:
    """What a message asks for, in the language `code`. `corrects`: the request of before that it puts right; `plain`:
    it has no verb, and names nothing but what it is about; `strange`: it speaks of what no map can tell; `foreign`: it
    is in a language that we don't speak."""

    requests: tuple[Request, ...]
    corrects: Request | None = None
    code: str = ""
    plain: bool = False
    strange: bool = False
    foreign: bool = False


def turned(text: str, now: datetime, before: Sequence[Request], locale: str = "de", spoken: str = "") -> Turned:
    """The requests of a message that may lean on those of before, the oldest first."""
    message, foreign = spoken_to(cleaned(text), now, locale, spoken)
    if foreign:
        return Turned((), code=spoken or locale.partition("-")[0].lower(), foreign=True)
    code, before = message.tongue.code, [one for one in before if one.intent != "clarification"]
    body, corrects = put_right(message)
    corrects = corrects or (bool(before) and _denies(message))
    same = "" if corrects else _same(message)
    if before and (corrects or same):
        rest = heard(body if corrects else same, now, code, code)
        if (found := _mended(rest, before) if corrects else _again(rest, before)) is not None:
            return replace(found, requests=tuple(papered(found.requests, paper_wishes(rest))), code=code)
        message = rest if same else message
    message = settled(message)
    sighed = _led([word.fold for word in message.words], phrases(code, "sighs"))
    if 0 < sighed < len(message.words):
        message = heard(message.text[message.words[sighed].start :], now, code, code)
    found = requested(message)
    if corrects and (not found or any(one.says == "scale" for one in found)):
        message = heard(body, now, code, code)
        found = requested(message)
    if before and not any(one.mapped or act_of(one) for one in parted(message)):
        found = tuple(rescaled(found, before[-1]))
    if found and len(text) > MOST and found[-1].intent != REST.intent:
        found = (*found, REST.model_copy(update={"at": len(found)}))
    pieces = parted(message)
    plain = not any(act_of(one) or one.things for one in pieces)
    return Turned(found, None, code, plain, any(one.strange for one in pieces))


def _denies(message: Message) -> bool:
    """Whether a message without a verb says what is not meant, and what is: `nicht Altlasten, Abbaustellen`."""
    pieces = parted(message)
    return {one.negated for one in pieces} == {True, False} and not any(act_of(one) or one.things for one in pieces)


def put_right(message: Message) -> tuple[str, bool]:
    """What is meant, and whether the message begins or ends with words that put something right."""
    code = message.tongue.code
    folds = [word.fold for word in message.words]
    sighs = phrases(code, "sighs")
    sighed = _led(folds, sighs)
    start, end = sighed + _led(folds[sighed:], (*phrases(code, "corrects"), *sighs)), len(folds)
    start = 0 if start == sighed else start
    for phrase in phrases(code, "corrects_last"):
        if len(phrase) < end and tuple(folds[end - len(phrase) : end]) == phrase:
            end -= len(phrase)
            break
    if start >= end or (start == 0 and end == len(folds)):
        return message.text, False
    return message.text[message.words[start].start : message.words[end - 1].end], True


def _led(folds: Sequence[str], known: Sequence[tuple[str, ...]]) -> int:
    """How many words at the beginning are made of these phrases."""
    at = 0
    while step := next((len(one) for one in known if tuple(folds[at : at + len(one)]) == one), 0):
        at += step
    return at


def _same(message: Message) -> str:
    """What is wanted in place of the last subject: `das gleiche für 170`, `und an der Dorfstrasse 3?`."""
    at = _led([word.fold for word in message.words], phrases(message.tongue.code, "same"))
    if at and at < len(message.words):
        return message.text[message.words[at].start :]
    turn = turn_of(message)
    return turn.body if turn.follows else ""


def _mended(message: Message, before: Sequence[Request]) -> Turned | None:
    """The request that is put right, with what the message says of it; None when it says something of its own."""
    pieces = [one for one in parted(message) if not one.negated]
    if not pieces or any(one.things or act_of(one) not in ("", "go") for one in pieces):
        return None
    piece = pieces[-1]
    placed = next((one for one in reversed(before) if one.places and one.about), None)
    number = _number(message, piece)
    if number and placed is not None:
        return _turned(_numbered(placed, number), placed)
    if piece.subjects and placed is not None:
        subject = piece.subjects[0]
        fresh = about(placed.model_copy(update=_NOTHING), subject)
        if subject.number and not subject.municipality:
            fresh = fresh.model_copy(update={"municipality": placed.municipality})
        elif fresh.q and not fresh.number and "," not in fresh.q and (place := _place_of(placed)):
            fresh = fresh.model_copy(update={"q": f"{fresh.q}, {place}"})
        return _turned(fresh, placed)
    if not piece.name:
        return None
    last = before[-1]
    if not last.places and not piece.placed:
        return _turned(last.model_copy(update={"q": piece.name, "all": False}), last)
    if placed is None:
        return None
    if placed.intent == "search_place" or not (placed.q or placed.number):
        return _turned(placed.model_copy(update={"q": piece.name}), placed)
    return _turned(moved(placed, piece.name), placed)


_NOTHING = {"q": "", "number": "", "municipality": "", "egrid": "", "loose": False}


def _turned(fresh: Request, old: Request) -> Turned:
    intent = "goto_address" if old.intent == "search_place" and (fresh.number or fresh.egrid) else fresh.intent
    return Turned((fresh.model_copy(update={"intent": intent, "at": 0}),), old)


def _number(message: Message, piece: WordSpan) -> str:
    """The number when a piece is nothing else: `9`, `Nummer 14`, `19 b`."""
    little, said = small(message.tongue.code), reading(message)
    lists = Lists(Names(message, frozenset(said.concepts)))
    parts = [
        message.words[at]
        for at in range(piece.start, piece.end)
        if message.words[at].fold not in little.numbers
        and not (_light(message, at) or lists.measures(at) or "sheet" in said.concepts.get(at, ()))
    ]
    said = "".join(word.text for word in parts)
    return said if _BARE.fullmatch(said) else ""


def _light(message: Message, at: int) -> bool:
    """Whether a word says nothing: `für 170`, `die 9`. The letter of a house does."""
    word = message.words[at]
    return word.text.isalpha() and len(word.text) > 1 and message.weights[at] < 1


def _numbered(request: Request, number: str) -> Request:
    """The request with another number of its parcel or house."""
    if request.number and not request.loose:
        return request.model_copy(update={"number": number})
    asked, count = _HOUSE.subn(number, request.q, count=1)
    if not count:
        street, comma, rest = request.q.partition(",")
        asked = f"{street} {number}{comma}{rest}"
    return request.model_copy(update={"q": asked, **({"number": number} if request.loose else {})})


def moved(request: Request, place: str) -> Request:
    """The request in another place."""
    if request.number:
        return request.model_copy(update={"municipality": place, "loose": False})
    return request.model_copy(update={"q": f"{_GONE.split(request.q, maxsplit=1)[0]}, {place}"})


def _place_of(request: Request) -> str:
    parts = _GONE.split(request.q, maxsplit=1)
    return parts[1] if len(parts) > 1 else ""


_EACH = ("remove_layer", "hide_layer", "show_layer")
"""What is done with one map after the other: `und die Altlasten auch`."""


def _again(message: Message, before: Sequence[Request]) -> Turned | None:
    """The last request for something else; None when the message says itself what it wants."""
    pieces = parted(message)
    if not pieces or any(one.things or act_of(one) for one in pieces):
        return None
    if before[-1].intent in _EACH and len(pieces) == 1 and pieces[0].name and pieces[0].determined:
        return Turned((before[-1].model_copy(update={"q": pieces[0].name, "all": False, "at": 0}),))
    last = next((one for one in reversed(before) if one.intent not in LOADED), None)
    if last is None or last.intent == "load_layer":
        return None
    if (namesake := _namesake(pieces, last)) is not None:
        return Turned((namesake,))
    if not last.about and (leaned := next((one for one in reversed(before) if one.places and one.about), None)):
        last = last.model_copy(update={**subject_of(leaned), "loose": leaned.loose})
    numbers = [number for one in pieces if (number := _number(message, one))]
    if last.about and len(numbers) == 1 and all(_number(message, one) or one.count < 2 for one in pieces):
        number = numbers[0]
        return Turned((_numbered(last, number).model_copy(update={"at": 0}),))
    found = [about(last.model_copy(update={**_NOTHING, "at": 0}), one) for piece in pieces for one in piece.subjects]
    found = [
        one.model_copy(update={"municipality": last.municipality}) if one.number and not one.municipality else one
        for one in found
    ]
    return Turned(tuple(found)) if found else None


def _namesake(pieces: Sequence[WordSpan], last: Request) -> Request | None:
    """The commune that is called as the canton before it: `und die Stadt?`."""
    region, _, name = last.q.partition(" ")
    said = {concept for one in pieces for concept in one.own_concepts}
    message = pieces[0].reading.message
    larger = last.intent == "search_place" and "region" in said_in(Message(region, message.tongue, message.today))
    if not (larger and name) or "commune" not in said or "region" in said or any(one.name for one in pieces):
        return None
    return last.model_copy(update={"q": name, "at": 0})
