"""What a person reads of a letter: what it is, what was understood and is still open, the last day, and their letter.

`case` is what `classify_case` gave, `answer` what the specialist made of the letter, `today` the day as ISO 8601."""

from collections.abc import Sequence

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket_demos.overheid.allowance_answer import NO_DECISION
from loket_demos.overheid.content.case_advice import WRONG_KIND
from loket_demos.overheid.content.kind_book import OPEN
from loket_demos.overheid.content.open_places import DECIDED
from loket_demos.overheid.letter_talk import HOW, how_to_answer

OTHER_REMEDY = "ander_middel"
NO_REASON = "Waarom u het er niet mee eens bent, staat nog niet in de brief. Schrijf dat op."
NOT_WANTED = "U wilt niets tegen dit besluit doen. Dan maken wij geen brief. Wilt u het toch? Zeg ja."
YOUR_WORDS = "Uw eigen woorden staan heel in de brief. Klopt dit?"
SOME_WORDS = "Deze zinnen staan in de brief, behalve waar dat erbij staat. Klopt dit?"
BESIDE_OFFICE = (
    "Deze zinnen schreef u volgens ons zelf. De rest van de tekst is volgens ons van de overheid, en staat niet in uw "
    "brief. Klopt dit?"
)
OUT = " (staat er niet in)"
ALL_TO_COME = "Deze zinnen komen in uw brief. Klopt dit?"
TO_COME = "Deze zinnen komen in uw brief, behalve waar dat erbij staat. Klopt dit?"
BESIDE_OFFICE_TO_COME = (
    "Deze zinnen schreef u volgens ons zelf. De rest van de tekst is volgens ons van de overheid, en komt niet in uw "
    "brief. Klopt dit?"
)
OUT_TO_COME = " (komt er niet in)"
HOW_TO_COME = "Zeg ja. Of zeg bijvoorbeeld: zonder de tweede zin, alleen de eerste zin, of alle zinnen."
AS_READ = "Zo lezen wij uw tekst. Klopt iets niet? Zeg bijvoorbeeld: nee, de brief is van het UWV, van 3 november 2026."
STILL_OPEN = (
    "Dit weten wij nog niet. Zeg het hier, één antwoord per bericht. Dan maken wij de brief opnieuw. "
    "Of vul het zelf in de brief in."
)

NO_LETTER = {
    "geen_brief": "Dit is geen brief over een besluit. Plak de brief die u kreeg, of uw eigen brief. "
    "Of schrijf met welk besluit u het niet eens bent, en waarom.",
    "andere_taal": "Deze tekst is niet in het Nederlands. De overheid schrijft terug in het Nederlands. "
    "Schrijf uw brief in het Nederlands, of laat hem vertalen. Het Juridisch Loket en de bibliotheek kunnen u helpen. "
    "Wacht niet te lang: vaak heeft u zes weken na de datum op de brief, en soms maar twee. "
    "(English: we can't read this letter. Write in Dutch, or have it translated: the Juridisch Loket and the library "
    "can help you. Often you have six weeks from the date on the letter, and sometimes only two. "
    "Deutsch: Wir können diesen Brief nicht lesen. Schreiben Sie auf Niederländisch, oder lassen Sie ihn übersetzen: "
    "das Juridisch Loket und die Bibliothek helfen Ihnen. Oft haben Sie sechs Wochen ab dem Datum auf dem Brief, "
    "manchmal nur zwei. Português: não conseguimos ler esta carta. Escreva em neerlandês, ou mande traduzir: o "
    "Juridisch Loket e a biblioteca podem ajudar. Muitas vezes tem seis semanas a partir da data da carta, às vezes só "
    "duas.)",
}
"""By the kind of text: why nothing more is done with it, and what to do."""


def no_letter(case: Json) -> str:
    """What is said of a text that is no letter, or in another language, or against which nothing can be written; empty
    for a decision."""
    if not is_object(case):
        return ""
    known = NO_LETTER.get(str(case.get("tekst")))
    brief = case.get("brief")
    if known or not is_object(brief) or brief.get("soort") in OPEN or brief.get("vraag"):
        return known or ""
    quoted = _quoted(brief) if brief.get("soort") == OTHER_REMEDY else ""
    return " ".join(filter(None, (text_at(brief, "uitleg"), quoted)))


def report(case: Json, answer: Json, today: str) -> str:
    """What was understood, what is still open, the last day, and the person's own letter."""
    last = f"{_last_day(answer, today)} {NO_DECISION}".strip()
    lines = [_where(case, answer), *_read(answer), last, _when_late(answer), _as_read(answer)]
    return "\n".join([*filter(None, lines), *_own_letter(answer)])


def waits(answer: Json, today: str, again: bool = False) -> str:
    """What must be known before there is a letter, with what is asked; empty when there is one. Asked `again`, it is
    told what is read now, and not once more why it is asked."""
    if not is_object(answer) or text_at(answer, "objection_letter"):
        return ""
    brief = object_at(object_at(answer, "overview"), "brief")
    if not text_at(brief, "vraag"):
        return ""
    every = _objects(object_at(answer, "overview").get("invullen"))
    if any(one.get("veld") == "besluit" and one.get("antwoord") == DECIDED[1] for one in every):
        return NOT_WANTED
    places = waiting(answer)
    last = _last_day(answer, today) if object_at(object_at(answer, "overview"), "termijn") else ""
    why = [] if again else [text_at(brief, "uitleg"), _quoted(brief)]
    if any(one.get("meer") for one in places):
        return "\n".join(
            (
                _line(*why, questions(places)),
                "",
                _line(_where(None, answer), *_rests_on(answer), last, _when_late(answer), _as_read(answer)),
            )
        )
    asked = questions(places) if places else text_at(brief, "vraag")
    return asked if again and places else _line(last, _when_late(answer), *why, asked)


def _line(*parts: str) -> str:
    return " ".join(filter(None, parts))


def _quoted(brief: JsonObject) -> str:
    """The words of the letter that show what it is."""
    return f"Er staat: “{quote}”" if (quote := text_at(brief, "citaat")) else ""


def waiting(answer: Json) -> list[JsonObject]:
    """The places that nobody filled in yet, and of which nothing was read."""
    every = _objects(object_at(answer, "overview").get("invullen"))
    return [one for one in every if not (one.get("antwoord") or one.get("gelezen"))]


def needed(answer: Json) -> list[JsonObject]:
    """The open places without which the letter is not whole."""
    return [one for one in waiting(answer) if one.get("nodig") is not False]


def _where(case: Json, answer: Json) -> str:
    match case, answer:
        case {"tekst": "brief_van_overheid"}, {"key_points": [_, str(where), *_]}:
            return f"{WRONG_KIND['brief_van_overheid']} {where}"
        case _, {"key_points": [_, str(where), *_]}:
            return where
        case {"route": {"uitleg": str(where)}}, _:
            return where
        case _:
            return ""


def _rests_on(answer: Json) -> list[str]:
    """The decision and the amount that the letter is about, in the words they were read in."""
    seen = object_at(answer, "overview") if is_object(answer) else {}
    amount = [f"Het bedrag: {seen['bedrag']}."] if seen.get("bedrag") else []
    return [*map(str, list_at(seen, "timeline")[:1]), *amount]


def _as_read(answer: Json) -> str:
    """That this is what was read, and how it is taken back; empty where nothing can be."""
    seen = object_at(answer, "overview") if is_object(answer) else {}
    return AS_READ if any(one.get("gelezen") for one in _objects(seen.get("invullen"))) else ""


def _read(answer: Json) -> list[str]:
    """What the letter of the person rests on, in the words it was read in, and what must still be filled in."""
    seen = answer.get("overview") if is_object(answer) else None
    if not is_object(seen):
        return []
    places = _objects(seen.get("invullen"))
    open_ = needed(answer)
    lines = [NO_REASON] if "reden" in [one.get("veld") for one in open_] else []
    lines += _rests_on(answer)
    ticks = [_open(one) for one in places if one.get("meer")]
    asked = [one for one in open_ if not one.get("meer")]
    return [*lines, *ticks, *([STILL_OPEN] if asked else []), *(f"- {_open(one)}" for one in asked)]


def _last_day(answer: Json, today: str) -> str:
    """The last day; that it is over too, when the specialist did not count with the day it is."""
    match answer:
        case {
            "overview": {
                "timeline": [_, str(last), *_],
                "termijn": {"laatste_dag": str(day), "stand": "onbekend", **more},
            }
        } if day < today and not more.get("twijfel"):
            return f"{last} Die dag is al voorbij."
        case {"overview": {"timeline": [_, str(last), *_]}}:
            return last
        case _:
            return ""


def _when_late(answer: Json) -> str:
    """What can still be done where the last day is over."""
    match answer:
        case {"overview": {"termijn": {"stand": "te_laat"}}, "key_points": [_, _, str(still)]}:
            return still
        case {"overview": {"termijn": {"twijfel": str(still)}}}:
            return still
        case _:
            return ""


def _open(place: JsonObject) -> str:
    """A question, what it may be, and how it is answered in words."""
    choices = [str(one) for one in place.get("keuzes") or []]
    if place.get("meer"):
        whole = len(list_at(place, "gekozen")) == len(choices) and place.get("heel") is not False
        question, shown = _claim(place, whole), " ".join(_numbered(place, OUT))
    else:
        question = text_at(place, "vraag")
        shown = f"({' of '.join(choices)})" if choices else ""
    return " ".join(filter(None, (question, shown, HOW.get(text_at(place, "veld"), ""))))


def _numbered(place: JsonObject, out: str) -> list[str]:
    """The sentences that may be ticked, with `out` behind those that are not."""
    taken = list_at(place, "gekozen")
    every = enumerate(list_at(place, "keuzes"), 1)
    return [f"{number}. “{one}”{'' if one in taken else out}" for number, one in every]


def _claim(place: JsonObject, whole: bool) -> str:
    """What is true of the sentences that are shown: whether all that the person wrote stands in the letter."""
    if place.get("rest") is True:
        return BESIDE_OFFICE
    return YOUR_WORDS if whole else SOME_WORDS


def _own_letter(answer: Json) -> list[str]:
    """The letter itself: a terminal, a talk and another agent have no page to show it on."""
    letter = answer.get("objection_letter") if is_object(answer) else None
    return ["", "Uw eigen brief. Vul in wat tussen haken staat:", "", letter] if letter else []


def _objects(many: Json) -> list[JsonObject]:
    return [one for one in many if is_object(one)] if isinstance(many, list) else []


def questions(places: Sequence[JsonObject]) -> str:
    """What is asked, and how it is answered in words."""
    if ticks := next((one for one in places if one.get("meer")), None):
        whole = len(list_at(ticks, "gekozen")) == len(list_at(ticks, "keuzes"))
        claim = BESIDE_OFFICE_TO_COME if ticks.get("rest") is True else ALL_TO_COME if whole else TO_COME
        return "\n".join((claim, *_numbered(ticks, OUT_TO_COME), HOW_TO_COME))
    return " ".join(
        [*(text_at(one, "vraag") for one in places), how_to_answer([text_at(one, "veld") for one in places])]
    )
