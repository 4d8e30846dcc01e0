"""A letter goes on in a talk: what it left open is answered in words, and it is made again with that.

Only what was asked can be answered, and only in words that say so: anything else is a new message."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date

from loket.core.actions import Ask, Call
from loket.core.data import Json, JsonObject, as_blob
from loket.core.events import Decided, Returned
from loket.core.record import Record
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket.language import is_yes
from loket_demos.overheid.content.case_number import case_numbers
from loket_demos.overheid.content.classify_case import tells_of_decision
from loket_demos.overheid.content.dutch_dates import PATTERN, WITHOUT_YEAR
from loket_demos.overheid.content.letter_answers import completed, usable
from loket_demos.overheid.content.letter_reading import read_letter
from loket_demos.overheid.content.open_places import DECIDED, open_places
from loket_demos.overheid.content.structure_bezwaar import BezwaarInput, read_case
from loket_demos.overheid.content.voices import names_public_body
from loket_demos.overheid.content.words import plain
from loket_demos.overheid.reading.sentence import is_objection, schemes_in

MOST_WORDS = 16
"""Longer words than these are no answer to a question of a fact."""
HOW: Mapping[str, str] = {
    "besluit": "Zeg ja of nee.",
    "wie": "Zeg bijvoorbeeld: de gemeente Utrecht.",
    "redenen": "Zeg bijvoorbeeld: zonder de tweede zin, alleen de eerste zin, of alle zinnen.",
    "datum": "Zeg bijvoorbeeld: 3 november 2026.",
    "reden": "Begin met: omdat.",
    "te_laat": "Begin met: mijn brief komt later omdat.",
    "bedrag": "Zeg alleen het bedrag.",
    "kenmerk": "Begin met: kenmerk.",
    "adres": "Begin met: het adres is.",
}
"""How each is answered in words."""

FACTS = frozenset({"besluit", "wie", "datum", "bedrag", "kenmerk"})
"""What several of which may be told in one message."""
TOGETHER: Mapping[str, str] = {
    "besluit": "ja",
    "wie": "van de gemeente Utrecht",
    "datum": "de brief is van 3 november 2026",
}
"""How each is answered beside others."""

SPEAKER = {"ik", "mijn", "mij", "wij", "we"}
ORDER = ("eerste", "tweede", "derde", "vierde", "vijfde", "zesde", "zevende", "achtste")
SENTENCES = tuple(f"zin{name}" for name in ORDER)
"""In the place of those of a letter that is not at hand."""
_name_ends = re.compile(r"[,;!?\n]|\.(?:\s|$)|\s(?:denk|geloof|volgens|maar|want|omdat|en ik|ik|heeft|stuurde)\b", re.I)
_number = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3}){1,3}(?:,[0-9]{2})?|[0-9]{1,9}(?:,[0-9]{2})?")
_because = re.compile(r"^\s*(?:omdat|want|mijn reden is)\b", re.IGNORECASE)
_later = re.compile(r"^\s*mijn brief (?:komt|is) (?:later|te laat),? (?=omdat|want|doordat)", re.IGNORECASE)
_address = re.compile(r"^\s*(?:het )?adres(?: is)?\W+(?=\S)", re.IGNORECASE)
_corrects = re.compile(
    r"^\s*(?:nee|niet|fout)\b|\bklopt niet\b|\b(?:brief|besluit|beschikking|boete|die|dat|het|hij|datum) "
    r"(?:is|was|komt|kwam|moet zijn)\b|\bgestuurd door\b|\bstuurde\b",
    re.IGNORECASE,
)
"""Words that take back what was read."""
_reference = re.compile(r"\b(?:kenmerk|\w*nummer)\b", re.IGNORECASE)


def went_on(text: str, history: Sequence[Record], intent: str, beside: str, today: date) -> JsonObject | None:
    """The letter of the last run with what was answered before and now; None when these words answer nothing. What
    was said between, of the intent `beside` (a greeting, a question), takes no letter's place."""
    last = _last(history, intent, beside, today)
    if last is None:
        return None
    args, overview = last
    now = answered(overview, text)
    if now is None:
        return None
    places = [one for one in list_at(overview, "invullen") if is_object(one)]
    before: JsonObject = {text_at(one, "veld"): text_at(one, "antwoord") for one in places if text_at(one, "antwoord")}
    before |= {text_at(one, "veld"): one.get("gekozen") for one in places if one.get("meer") and not one.get("nodig")}
    letter: Json = "" if args.get("example") else args.get("text", "")
    return {"text": letter, "antwoorden": {**object_at(args, "antwoorden"), **before, **now}}


def answered(overview: JsonObject, text: str) -> JsonObject | None:
    """What these words answer of all that a letter leaves open: several facts at once, or one explanation; None when
    they answer nothing."""
    places = [one for one in list_at(overview, "invullen") if is_object(one)]
    found = [one for place in places if (one := _answer(place, text)) is not None]
    told = next((one for one in found if not FACTS.issuperset(one)), None)
    if told is not None:
        return told
    if any(_is_read(place) and text_at(place, "veld") in one for place in places for one in found):
        found = [one for one in found if one.get("besluit") != DECIDED[1]]  # it takes back what was read, not the wish
    return {name: value for one in found for name, value in one.items()} or None


def _is_read(place: JsonObject) -> bool:
    """Something was read there, which counts unless it is taken back."""
    return bool(text_at(place, "gelezen"))


def answers_letter(ask: Ask, text: str) -> bool:
    """Whether these words answer something of what a letter waits for."""
    if ask.wants is None:
        return False
    read: list[Json] = [{"veld": name, "gelezen": name} for name in ("wie", "datum") if name not in ask.wants.missing]
    places = [*list_at(_lacking(ask.wants.missing), "invullen"), *read]
    return answered({"invullen": places}, text) is not None


def _lacking(fields: Iterable[str]) -> JsonObject:
    """The overview of a letter of which only is known what it waits for."""
    sentences: JsonObject = {"nodig": True, "keuzes": list[Json](SENTENCES)}
    return {"invullen": [{"veld": name, **(sentences if name == "redenen" else {})} for name in fields]}


def _last(history: Sequence[Record], intent: str, beside: str, today: date) -> tuple[JsonObject, JsonObject] | None:
    """What the newest piece of work began with and gave, when it was about a letter; one that still asked when this
    was said gave nothing, and its letter is read again."""
    for record in reversed(history):
        match record.event:
            case Returned(ok=True, call=call, value={"overview": dict(overview)}):
                args = _args(history, call, intent)
                return None if args is None else (args, overview)
            case Returned(code="superseded", call=call):
                args = _args(history, call, intent)
                return None if args is None else (args, _open(args, today))
            case Returned(call=call) if _args(history, call, beside) is None:
                return None
            case _:
                pass
    return None


def _args(history: Sequence[Record], call: str, intent: str) -> JsonObject | None:
    asked = next((one.event for one in history if str(one.seq) == call.partition(".")[0]), None)
    tasks = asked.action.tasks if isinstance(asked, Decided) and isinstance(asked.action, Call) else ()
    return next((task.args for task in tasks if task.intent == intent), None)


def _open(args: JsonObject, today: date) -> JsonObject:
    """What a letter leaves open; all that one may wait for when it is too long to be read here."""
    if as_blob(args["text"]) is not None:
        return _lacking(TOGETHER)
    given = BezwaarInput.model_validate({**args, "vandaag": today})
    read = read_case(given)
    answers = usable(read, given.antwoorden)
    places = open_places(read, completed(read, answers), answers)
    return {"invullen": [one.model_dump(mode="json") for one in places]}


def _answer(place: JsonObject, text: str) -> JsonObject | None:
    """What the words answer at this place."""
    name, choices = text_at(place, "veld"), [str(one) for one in list_at(place, "keuzes")]
    if name == "redenen":
        taken = [str(one) for one in list_at(place, "gekozen")]
        agreed = place.get("nodig") is True and choices and _short(text) and is_yes(text)
        ticked = taken if agreed else _ticked(text, choices, taken)
        return None if ticked is None else {name: list[Json](ticked)}
    if _is_read(place) and not _corrects.search(text):
        return None
    found = READERS[name](text, choices) if name in READERS else ""
    if not found and name == "reden" and place.get("nodig") is True and _explains(text):
        found = text.strip()
    return {name: found} if found else None


def _explains(text: str) -> bool:
    """Whether these words object, where only the reason is not known yet, to what was spoken of; they ask nothing."""
    speaks = bool(SPEAKER & set(plain(text).split())) and "?" not in text
    return speaks and is_objection(text) and not tells_of_decision(text) and not schemes_in(text)


def how_to_answer(fields: Sequence[str]) -> str:
    """How these are answered in words: one, or all at once."""
    if len(fields) < 2:
        return " ".join(HOW.get(name, "") for name in fields)
    return f"Zeg bijvoorbeeld: {', '.join(TOGETHER[name] for name in fields)}."


def _decided(text: str, _: Sequence[str]) -> str:
    if not _short(text):
        return ""
    agreed = is_yes(text)
    words = plain(text).split()
    if agreed is None and words:
        agreed = is_yes(words[0])
    if agreed is None:
        agreed = next((said for part in text.split(",") if (said := is_yes(part)) is not None), None)
    if agreed is None and "besluit" in words:
        agreed = not {"geen", "niet"}.intersection(words)
    return "" if agreed is None else DECIDED[0] if agreed else DECIDED[1]


def _sender(text: str, _: Sequence[str]) -> str:
    """The name of an authority, from where it begins to where the sentence goes on."""
    starts = [one.start() for one in re.finditer(r"\S+", text)] if _short(text) else []
    start = next((at for at in starts if not _article(text[at:]) and names_public_body(text[at:])), None)
    if start is None:
        return ""
    name = text[start:]
    ends = _name_ends.search(name)
    name = name[: ends.start()] if ends else name.rstrip(". ")
    return name[:1].upper() + name[1:]


def _article(text: str) -> bool:
    return text[:3].lower() == "de "


def _day(text: str, _: Sequence[str]) -> str:
    found = (PATTERN.search(text) or WITHOUT_YEAR.search(text)) if _short(text) else None
    return found.group() if found else ""


def _amount(text: str, choices: Sequence[str]) -> str:
    """The one amount of the choices that is told."""
    numbers = {_plain_number(one) for one in _number.findall(text)} if _short(text) else set[str]()
    meant = [one for one in choices if {_plain_number(number) for number in _number.findall(one)} & numbers]
    return meant[0] if len(meant) == 1 and len(numbers) == 1 else ""


def _plain_number(number: str) -> str:
    return number.replace(".", "").removesuffix(",00")


def _mark(text: str, _: Sequence[str]) -> str:
    numbers = case_numbers(read_letter(text)) if _short(text) and _reference.search(text) else ()
    return numbers[0] if len(numbers) == 1 else ""


def _ticked(text: str, choices: Sequence[str], taken: Sequence[str]) -> list[str] | None:
    """Which of the sentences: by their place in the row, all, none, or in their own words; or those that are `taken`
    without some."""
    words = set(plain(text).split())
    copied = [one for one in choices if plain(one) in plain(text)]
    if copied or not _short(text):
        return copied or None
    if not words & {"reden", "redenen", "zin", "zinnen", *ORDER, "laatste", "allebei", "allemaal"}:
        return None
    if {"alle", "allebei", "allemaal", "beide"} & words:
        return [] if {"niet", "zonder"} & words else list(choices)
    dropped = {"niet", "zonder", "behalve"} & words
    at = {n for n, name in enumerate(ORDER) if name in words} | ({len(choices) - 1} if "laatste" in words else set())
    at |= {int(word) - 1 for word in words if word.isdigit() and 0 < int(word[:3]) <= len(choices)}
    if at:
        if max(at) >= len(choices):
            return None
        return [one for n, one in enumerate(choices) if (one in taken and n not in at if dropped else n in at)]
    return [] if {"geen", "nee"} & words else None


def _behind(pattern: re.Pattern[str], keeps: bool) -> Callable[[str, Sequence[str]], str]:
    """What stands behind these first words, or with them."""

    def read(text: str, _: Sequence[str]) -> str:
        found = pattern.match(text)
        return text[0 if keeps else found.end() :].strip() if found else ""

    return read


def _short(text: str) -> bool:
    """A few words that tell of no other decision and ask about no allowance."""
    told = bool(SPEAKER & set(plain(text).split())) and (tells_of_decision(text) or is_objection(text))
    return len(text.split()) <= MOST_WORDS and not told and not schemes_in(text)


READERS: Mapping[str, Callable[[str, Sequence[str]], str]] = {
    "besluit": _decided,
    "wie": _sender,
    "datum": _day,
    "bedrag": _amount,
    "reden": _behind(_because, keeps=True),
    "te_laat": _behind(_later, keeps=False),
    "kenmerk": _mark,
    "adres": _behind(_address, keeps=False),
}
