"""What is asked about allowances: which of them a message means, what it tells for the form, and the form itself."""

from collections.abc import Sequence
from datetime import date
from typing import Literal

from pydantic import ValidationError

from loket.core.data import Json, JsonObject
from loket.core.events import Returned
from loket.core.record import Record
from loket_demos.overheid.content import huurtoeslag, kinderopvangtoeslag, kindgebonden_budget, zorgtoeslag
from loket_demos.overheid.content.arguments import from_form
from loket_demos.overheid.content.frozen import ToolInput
from loket_demos.overheid.content.words import any_found, plain
from loket_demos.overheid.reading.answers import merged
from loket_demos.overheid.reading.asked_schemes import asked_schemes
from loket_demos.overheid.reading.changes import changed
from loket_demos.overheid.reading.field_words import field_words
from loket_demos.overheid.reading.in_dutch import in_dutch
from loket_demos.overheid.reading.information import others_named
from loket_demos.overheid.reading.lacking import names_asked
from loket_demos.overheid.reading.questions import naming, several
from loket_demos.overheid.reading.sentence import LONGEST_QUESTION, fields_of, of_care
from loket_demos.overheid.reading.spelling import spelled
from loket_demos.overheid.reading.tongues import readable, tongue_of

CHECK = "toeslagen/check"

YEARS = (zorgtoeslag, huurtoeslag, kindgebonden_budget, kinderopvangtoeslag)
NEWEST = min(max(year.year for year in scheme.rules().years) for scheme in YEARS)
"""The newest year of which we have figures for every allowance."""

DEFAULTS: JsonObject = {
    "regeling": "Huurtoeslag",
    "ook": [],
    "meer": "",
    "jaar": NEWEST,
    "situatie": "Alleenstaand",
    "loonOfVermogen": True,
    "inkomen": "",
    "inkomen_per": "jaar",
    "inkomen_uren": "",
    "vermogen": "",
    "leeftijd": "",
    "wordt_18": "",
    "huur": "",
    "huisgenoten": "",
    "kinderen": "",
    "kinderbijslag": "",
    "kind_wordt_18": "",
    "opvang_uren": "",
    "opvang_prijs": "",
    "opvang_soort": "",
    "opvang_kinderen": "",
    "werk": "",
}
"""The form as it starts; `ook`: what is worked out besides, and `meer` says that there was any. Nobody
told its year and its household until they are sent along."""


class Doubt(ToolInput):
    """Something that was said of a field and must be asked about: why, and the amounts it may be."""

    veld: Literal["inkomen", "inkomen_partner", "huur", "vermogen", "situatie"]
    waarom: Literal[
        "los",
        "ook",
        "periode",
        "twee",
        "netto",
        "omzet",
        "uurloon",
        "tijdvak",
        "alles_in",
        "alimentatie",
        "ex",
        "bereik",
        "na_elkaar",
        "deel",
    ]
    waarden: tuple[float, ...] = ()
    per: Literal["", "jaar", "maand", "vier weken", "twee weken", "week", "uur"] = ""


class MessageDetails(ToolInput):
    """What a message says beside the fields of the form, and what is to be asked about it."""

    gevraagd: Literal["bedrag", "papieren", "zonder"]
    twijfel: tuple[Doubt, ...] = ()
    bevestigd: tuple[str, ...] = ()
    jaren: tuple[int, ...] = ()
    per_jaar: dict[str, JsonObject] = {}
    regelingen: tuple[str, ...] = ()
    elders: tuple[str, ...] = ()
    taal: Literal["nl", "en", "de", "pt", ""] = "nl"
    inkomen_van: Literal["eigen", "samen"] | None = None
    kinderen_aantal: int | None = None
    opvang_samen: int | None = None
    na_te_vragen: tuple[Literal["verzekerd", "zelfstandig", "werk"], ...] = ()


FACTS = ("inkomen", "inkomen_per", "inkomen_partner", "inkomen_partner_per", "vermogen")
PARTS = ("inkomen_delen", "inkomen_partner_delen", "inkomen_uur", "inkomen_partner_uur", "inkomen_extra", "studiegeld")
RULES = (
    *("regeling", "jaar", "situatie", *FACTS, *PARTS, "leeftijd", "huur", "huisgenoten", "kinderen", "aangenomen"),
    *("verzekerd", "zelfstandig", "werk", "wordt_18", "kinderbijslag", "kind_wordt_18"),
    *("opvang", "opvang_uren", "opvang_prijs", "opvang_soort", "opvang_kinderen"),
)


def wanted(text: str, today: date, before: JsonObject) -> JsonObject | None:
    """What a message wants to know about an allowance, for the form, and its language where that shows; None when it is
    about none. `before` is what was understood last: a message that names no allowance, or nothing but one, changes
    that."""
    tongue = tongue_of(text, today)
    args = _wanted(spelled(in_dutch(text[:LONGEST_QUESTION], tongue, today)), today, before, tongue)
    return args if args is None or tongue is None else {**args, "taal": tongue}


def _wanted(text: str, today: date, before: JsonObject, tongue: str | None) -> JsonObject | None:
    schemes, words, known = asked_schemes(text, today), plain(text), field_words()
    same = before and {one.naam for one in schemes} in (set(), set(names_asked(before)))
    told = (changed(text, today, before) if same else None) or readable(fields_of(text, today), tongue)
    if not schemes and before:
        return merged({**before, "gevraagd": "bedrag"}, told) if told else None
    if not schemes and not any_found(known.toeslag, words):
        return None
    schemes = schemes or of_care(told)
    about: JsonObject = naming(schemes) if schemes else {"regelingen": several()}
    about["elders"] = list(others_named(text)) or None
    if before and not told and schemes:
        return merged(before, about)
    papers = any_found(known.papieren, words) and "inkomen" not in told
    args: JsonObject = {**about, **told, "gevraagd": "papieren" if papers else "bedrag"}
    goes_on = before and schemes and _goes_on(told, words)
    return merged(before, args) if goes_on else {k: v for k, v in args.items() if v is not None}


def _goes_on(told: JsonObject, words: str) -> bool:
    """Whether a message about another allowance is about the same person: it tells too little to begin anew, and
    speaks of nobody else."""
    return not {"inkomen", "situatie"} <= told.keys() and not any_found(field_words().ander_mens, words)


def earlier(history: Sequence[Record]) -> JsonObject:
    """What was understood in the last run about an allowance; nothing before the first."""
    for record in reversed(history):
        match record.event:
            case Returned(value={"gegevens": dict(fields)}):
                return fields
            case _:
                pass
    return {}


def check_args(payload: JsonObject) -> JsonObject:
    """The form with its defaults filled in. An empty field is one that nobody filled in; a message that says nothing of
    the household leaves it open, a form has it chosen."""
    known = {k: v for k, v in payload.items() if (k in DEFAULTS or k in RULES) and is_filled(k, v)}
    known |= from_form(known)
    spoken = _spoken(payload)
    known |= spoken
    fill = {"loonOfVermogen": True} if spoken else {k: v for k, v in DEFAULTS.items() if v not in ("", [])}
    if spoken and "jaren" not in known:
        fill["jaar"] = NEWEST
    assumed = [name for name in ("jaar", "situatie") if name not in known]
    return {**fill, **known, "aangenomen": assumed}


def is_filled(name: str, value: Json) -> bool:
    """Whether somebody filled a field in; one that must be chosen can't be left empty."""
    return value is not None and (value != "" or name in ("regeling", "jaar", "situatie"))


def _spoken(payload: JsonObject) -> JsonObject:
    """What was read from a message; nothing when a form or a program sent this."""
    try:
        return MessageDetails.model_validate(payload).model_dump(mode="json", exclude_unset=True)
    except ValidationError:
        return {}
