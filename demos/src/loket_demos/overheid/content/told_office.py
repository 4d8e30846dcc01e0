"""The office that a letter tells by its own name: a municipality, a province or a water board with its place, a tax
office, or an authority that we know by its name only.

Only where it is told what was decided, or whom the letter is for, and only one: of two nobody knows who decided."""

import itertools
import re
from functools import cache

from loket_demos.overheid.content.case_route import CaseRoute
from loket_demos.overheid.content.cases import OwnName, case_book
from loket_demos.overheid.content.kind_book import NAMED, kind_book
from loket_demos.overheid.content.letter_reading import LetterReading
from loket_demos.overheid.content.letter_wish import is_subject
from loket_demos.overheid.content.municipalities import municipalities, placed_in, places, spelled_municipality
from loket_demos.overheid.content.voices import names_public_body
from loket_demos.overheid.content.words import any_found, plain

GENERAL, TAX = "algemeen", "gemeentebelasting"

_place = (
    r"(?:Hof van Twente|Land van Cuijk|(?:(?:den|de|het|'s-?|ter) ?)?[A-Z][\w'’-]{1,30}"
    r"(?: (?:aan|op|bij|en|a/d)(?: (?:den|de|het))? [A-Z][\w'’-]{1,30}| (?![A-Z]{2,} )[A-Z][\w'’-]{2,30}){0,3})"
)
"""Where a name has a word that otherwise begins what was decided, it is written out."""
_with_place = re.compile(
    rf"\b(?P<kind>[Gg]emeente|[Pp]rovincie|[Ww]aterschap|[Hh]oogheemraadschap) (?P<place>{_place})"
)
_board = re.compile(
    r"\b(?:[Cc]ollege(?: van)? B ?(?:&|en) ?W|[Bb]urgemeester(?: en [Ww]ethouders)?)"
    rf" (?:van |te )(?:de gemeente )?(?P<place>{_place})"
)
_by_region = re.compile(rf"\b(?P<kind>[Vv]eiligheidsregio|[Oo]mgevingsdienst) (?P<place>{_place})")
_asked = re.compile(
    r"\b(?:ge|aange)vraagd\b|\b(?:vroeg|aanvraag|kreeg|krijg|gekregen|brief|bericht|zegt|zei|schrijft|schreef|stuurde)\b"
    r"|\b(?:brieven|berichten)\b"
)
"""What goes on between a person and the office that decides."""
_applied = re.compile(r"\b(?:ge|aange)vraagd\b|\b(?:vroeg|aanvraag|diende)\b")
_at = re.compile(r"\b(?:bij|aan)(?: de| het)? $", re.I)
"""Before the office that somebody applied to."""
_at_name = re.compile(r"\bbij (?:de |het )?(?P<name>[A-Z][\w-]{2,30}(?: [A-Z][\w-]{2,30}){0,2})")
_answered = re.compile(r"^(?:zij|ze|die|dat|dit|het)\b")
GEMEENTE = "de gemeente"
_from = re.compile(r"(?:\b(?:van|door|aan)(?: de)?|(?:^|[.:] )(?:de|aan(?: de)?)?) ?$", re.I)
_not_a_place = re.compile(
    r" (?:Afdeling|Team|Postbus|Belastingkantoor|Betreft|Onderwerp|Kenmerk|Datum|Bezwaar|Sociale|Werk|Zorg|Ik|Mijn|Wij"
    r"|Op|In|De|Het|Dat|Die|Maar|Nu|Zij|Ze|Hij)\b.*$"
)
"""What is no more of the name of a place."""
_of_tax = re.compile(r"\b(?:\w*aanslag\w*|\w*belasting\w*|\w*heffing\w*|woz\w*|leges)\b")


def named_office(reading: LetterReading, found: CaseRoute) -> CaseRoute:
    """The same way, with its office by the name that the letter has for it; and a way for an office that is known by
    its name only."""
    told = _own_words(reading)
    if found.basis in NAMED:
        ours = found.route.wie
        if (own := _instead(ours, told)) is not None:
            return own
        name = _same_kind(ours, told) or _same_kind(ours, _dealt(reading), every=reading.text)
        name = name or _of_the_place(reading, ours)
        return _decided_by(found, name) if name else _carried_out(reading, found)
    if found.basis == "twijfel":
        return found
    if found.basis == "soort" and (name := _fined_by(told)):
        return _decided_by(found, name).model_copy(update={"basis": "instantie"})
    offices = _own_names(told) or _applied_to(reading)
    regions = {f"{match['kind'].lower()} {_plain(match['place'])}" for match in _by_region.finditer(told)}
    if not offices and len(regions) == 1:
        name = f"de {regions.pop()}"
        return CaseRoute(
            route=case_book().route(GENERAL).model_copy(update={"wie": name}), basis="instantie", signs=(name,)
        )
    if len(offices) != 1 or regions:
        return found
    one = offices[0]
    if one.belasting and not _of_tax.search(told.lower()):
        return found
    route = case_book().route(TAX if one.belasting else GENERAL)
    return CaseRoute(route=route.model_copy(update={"wie": one.wie}), basis="instantie", signs=(one.naam,))


def _instead(ours: str, told: str) -> CaseRoute | None:
    """The way for the one authority that is named by a name that is only its own, where the one that the words are near
    to is named nowhere: an inspector or a fine is not always of the same office."""
    named = plain(ours.partition(" (")[0].rpartition(" ")[2]) in plain(told)
    found = [] if named else [one for one in _own_names(told) if not (one.zaak or one.belasting)]
    if len(found) != 1:
        return None
    route = case_book().route(GENERAL).model_copy(update={"wie": found[0].wie})
    return CaseRoute(route=route, basis="instantie", signs=(found[0].naam,))


def tax_office(reading: LetterReading) -> str | None:
    """The one tax office that the letter names by its own name, wherever that is."""
    told = " . ".join(one.at.text for one in reading.clauses if one.voice != "opdracht" and one.role != "groet")
    found = [one for one in _own_names(told) if one.belasting]
    return found[0].naam if len(found) == 1 else None


def acts_by_name(words: str) -> bool:
    """An authority that decides whatever it is about is named in it by a name of its own, as whoever did something."""
    found = (match for pattern in _actors() for match in pattern.finditer(words))
    return any(kind_book().afzender.search(words[: match.start()].lower()) for match in found)


def without_names(low: str) -> str:
    """The sentence, in lower case, without the names of authorities."""
    for one in case_book().namen:
        if " " in one.naam and not one.zaak:
            low = low.replace(one.naam.lower(), " ")
    return low


def _own_words(reading: LetterReading) -> str:
    """What says whom the letter is for, who wrote, and what was decided."""
    above = itertools.takewhile(lambda one: one.role in ("kop", "aanhef"), reading.clauses)
    lines = [one.at.text for one in above if not is_subject(one.low)]
    named = [one for one in reading.clauses if one.voice == "overheid" or (one.voice == "zelf" and one.role == "kop")]
    lines += [one.at.text for one in named if names_public_body(one.at.text)]
    return " . ".join([*lines, reading.main])


def _dealt(reading: LetterReading) -> str:
    """The sentences in which the person asks an office for something, or hears from it."""
    known = kind_book().uitkomst
    return " . ".join(one.at.text for one in reading.own if _asked.search(one.low) or known.search(one.low))


def _applied_to(reading: LetterReading) -> list[OwnName]:
    """The authority that the person applied to, where what was decided names none."""
    asked = [one.at.text for one in reading.own if _applied.search(one.low)]
    found = [
        one
        for one, pattern in _patterns()
        if not one.zaak and any(_at.search(text[: match.start()]) for text in asked for match in pattern.finditer(text))
    ]
    return list({one.wie: one for one in found}.values())


def _carried_out(reading: LetterReading, found: CaseRoute) -> CaseRoute:
    """The same, decided by the one organisation that the person applied to for this, or that answered them, which does
    it for a municipality that is not said to have decided. What is known of a municipality does not hold for it."""
    told = _own_words(reading).lower()

    def matter(low: str) -> bool:
        return any_found(tuple(found.route.woorden), plain(low))

    if found.route.wie != GEMEENTE or "gemeente" in told:
        return found
    names = {
        match["name"]
        for one in reading.own
        if _applied.search(one.low)
        and (matter(one.low) or (_answered.search(reading.main.lower()) and not matter(told)))
        for match in _at_name.finditer(one.at.text)
        if not names_public_body(match["name"])
    }
    if len(names) != 1:
        return found
    general = case_book().route(GENERAL)
    own = {"wie": names.pop(), "adres": general.adres, "na": general.na, "beslist": general.beslist}
    return found.model_copy(update={"route": found.route.model_copy(update=own)})


def _same_kind(ours: str, told: str, every: str = "") -> str:
    """The name with its place of the kind of office that decides; empty where the letter has none, or two, or where
    another one stands in `every` word of it."""
    kind = ours.partition(" (")[0].rpartition(" ")[2].lower()
    found = {_plain(match["place"]) for match in _with_place.finditer(told) if match["kind"].lower() == kind}
    named = {_plain(match["place"]) for match in _with_place.finditer(every)} | municipalities(every)
    if len(named) > 1:
        return ""
    if kind == "gemeente":
        found |= {_plain(match["place"]) for match in _board.finditer(told)} | municipalities(told)
    if len(found) != 1 or ours.partition(" (")[0] not in ("de gemeente", "de provincie", "het waterschap"):
        return ""
    return f"{ours.partition(' (')[0]} {found.pop()}"


def _of_the_place(reading: LetterReading, ours: str) -> str:
    """The municipality that what was decided lies in, where it is about a place; empty where another one is named."""
    name = placed_in(reading.main)
    others = municipalities(reading.text) | places(" . ".join(one.at.text for one in reading.own))
    return f"{GEMEENTE} {name}" if name and ours.startswith(GEMEENTE) and others <= {name} else ""


def _fined_by(told: str) -> str:
    """The one municipality, with its place, that a fine is said to be from."""
    found = {
        _plain(match["place"])
        for match in _with_place.finditer(told)
        if match["kind"].lower() == "gemeente" and _from.search(told[: match.start()])
    }
    return f"de gemeente {found.pop()}" if len(found) == 1 else ""


def _plain(place: str) -> str:
    return spelled_municipality(_not_a_place.sub("", f" {place}").strip(" .,:;").rstrip("'"))


def _decided_by(found: CaseRoute, name: str) -> CaseRoute:
    _, bracket, officer = found.route.wie.partition(" (")
    wie = f"{name} ({officer}" if bracket else name
    return found.model_copy(update={"route": found.route.model_copy(update={"wie": wie})})


def _own_names(text: str) -> list[OwnName]:
    """Each that is named there once, whatever it is called."""
    refused = " . ".join(match.group() for match in kind_book().alleen_overheid.finditer(text.lower()))
    found = [one for one, pattern in _patterns() if pattern.search(refused.upper() if one.zaak else text)]
    return list({one.wie: one for one in found}.values())


@cache
def _patterns() -> tuple[tuple[OwnName, re.Pattern[str]], ...]:
    """A name in capitals is no word of its own in small letters."""
    return tuple(
        (one, re.compile(rf"(?<![\w-]){re.escape(one.naam)}(?![\w-])", 0 if one.naam.isupper() else re.I))
        for one in case_book().namen
    )


@cache
def _actors() -> tuple[re.Pattern[str], ...]:
    names = (name for route in case_book().routes if route.vangt for name in route.instanties if "*" not in name)
    ways = tuple(re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])", re.I) for name in names)
    return (*ways, *(pattern for one, pattern in _patterns() if not (one.zaak or one.belasting)))
