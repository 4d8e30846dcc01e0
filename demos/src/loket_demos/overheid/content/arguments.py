"""What callers give to the tools about a household: lenient in names and types, strict in meaning."""

import re
from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from loket.core.data import JsonObject
from loket_demos.overheid.content.dutch_dates import read_date
from loket_demos.overheid.content.errors import ContentError
from loket_demos.overheid.content.frozen import DataRow, ToolInput
from loket_demos.overheid.content.household import Household, household, situation_words
from loket_demos.overheid.content.indication import Care, CareKind, Facts
from loket_demos.overheid.content.money import euro, read_amount
from loket_demos.overheid.content.regelingen import regeling
from loket_demos.overheid.content.years import read_year

MOST_CHILDREN = 20
OF_AGE = 18
WEEK = 168
"""Its hours."""

Period = Literal["jaar", "maand", "vier weken", "twee weken", "week"]
Extra = Literal["vakantiegeld", "dertiende", "vakantiegeld_inbegrepen", "dertiende_inbegrepen"]
A_YEAR: dict[Period, int] = {"jaar": 1, "maand": 12, "vier weken": 13, "twee weken": 26, "week": 52}
"""How often a period fits in a year, as wages are paid."""


def _no_flag(given: object) -> object:
    """True is no amount and no age, though Python would count it as 1."""
    if isinstance(given, bool):
        raise ValueError("a yes or no is not a number")
    return given


def _emptied(given: object) -> object:
    """A field of a form that was left empty is a field nobody filled in."""
    return None if isinstance(given, str) and not given.strip() else _no_flag(given)


def from_form(fields: JsonObject) -> JsonObject:
    """What people choose or write in one field, as the tools take it: ages such as `4 en 9`, a yes or no, a wage of an
    hour."""
    found: JsonObject = {}
    if isinstance(ages := fields.get("kinderen"), str):
        found["kinderen"] = [int(age) for age in re.findall(r"[0-9]{1,3}", ages[:200])]
    if fields.get("inkomen_per") == "uur":
        found |= _by_the_hour(fields)
    for name in ("werk", "kinderbijslag"):
        if fields.get(name) in ("ja", "nee"):
            found[name] = fields[name] == "ja"
    for name in ("wordt_18", "kind_wordt_18"):
        if isinstance(day := fields.get(name), str) and (read := read_date(day[:40])) is not None:
            found[name] = read.isoformat()
    return found


def _by_the_hour(fields: JsonObject) -> JsonObject:
    """The income of a week from a wage of an hour; none where one of the two can't be read."""
    try:
        wage, hours = (read_amount(fields.get(name), name) for name in ("inkomen", "inkomen_uren"))
    except ContentError:
        wage = hours = None
    if not wage or not hours or not 0 < hours <= WEEK:
        return {"inkomen": None, "inkomen_per": None}
    both: JsonObject = {"loon": float(wage), "uren": float(hours)}
    return {"inkomen": float(round(wage * hours, 2)), "inkomen_per": "week", "inkomen_uur": both}


Amount = Annotated[float | int | str | None, BeforeValidator(_no_flag)]
Year = Annotated[int | float | str, BeforeValidator(_no_flag)]
Age = Annotated[int, BeforeValidator(_no_flag), Field(ge=0, le=130)]
Per = Annotated[Period | None, BeforeValidator(_emptied)]


class CareGiven(ToolInput):
    soort: CareKind = "dagopvang"
    uren: float = Field(ge=0, le=744, description="uren per maand")
    uurprijs: float = Field(ge=0, le=1000, description="euro per uur")


class IncomePart(ToolInput):
    """One source of an income that was added up."""

    bron: str = Field(max_length=40)
    bedrag: float
    per: Period


class HourlyWage(ToolInput):
    """A wage of an hour in euros, and the hours of a week."""

    loon: float = Field(gt=0, le=10_000)
    uren: float = Field(gt=0, le=WEEK)


class Earned(ToolInput):
    """What a household earns. An income is a year's, unless its period is told."""

    inkomen: Amount = Field(default=None, description="inkomen voor belasting, in euro; met een partner samen")
    inkomen_per: Per = Field(default=None, description="de tijd waarover dat inkomen is; zonder dit veld een jaar")
    inkomen_partner: Amount = Field(default=None, description="inkomen van de partner, als dat er nog niet bij zit")
    inkomen_partner_per: Per = Field(default=None, description="de tijd waarover dat inkomen is")
    inkomen_delen: tuple[IncomePart, ...] = Field(default=(), max_length=10, description="waar `inkomen` de som van is")
    inkomen_partner_delen: tuple[IncomePart, ...] = Field(default=(), max_length=10)
    inkomen_uur: HourlyWage | None = Field(default=None, description="het loon en de uren waar `inkomen` uit komt")
    inkomen_partner_uur: HourlyWage | None = None
    inkomen_extra: tuple[Extra, ...] = Field(default=(), description="wat er boven op `inkomen` komt of er al in zit")
    studiegeld: bool = Field(default=False, description="krijgt geld van DUO; dat telt niet mee")


class RulesInput(Earned):
    """The arguments of `rules_lookup`: the first two are the contract, the rest makes an indication possible."""

    regeling: str = Field(description="welke toeslag")
    jaar: Year = Field(description="toeslagjaar")
    situatie: str | None = Field(default=None, description="huishouden in eigen woorden")
    vermogen: Amount = Field(default=None, description="vermogen op 1 januari, in euro")
    partner: bool | None = Field(default=None, description="heeft u een toeslagpartner")
    leeftijd: Annotated[Age | None, BeforeValidator(_emptied)] = Field(
        default=None, description="leeftijd van de aanvrager"
    )
    huur: Amount = Field(default=None, description="kale huur per maand, in euro")
    huisgenoten: Annotated[int | None, BeforeValidator(_emptied), Field(ge=0, le=20)] = Field(
        default=None, description="anderen die in huis wonen, zonder partner en eigen kinderen"
    )
    kinderen: tuple[Age, ...] | None = Field(default=None, max_length=MOST_CHILDREN, description="leeftijden")
    opvang: tuple[CareGiven, ...] = Field(default=(), max_length=MOST_CHILDREN, description="opvang per kind")
    opvang_uren: Amount = Field(default=None, description="uren opvang per maand, voor elk kind evenveel")
    opvang_prijs: Amount = Field(default=None, description="prijs van een uur opvang, in euro")
    opvang_soort: Annotated[CareKind | None, BeforeValidator(_emptied)] = Field(default=None)
    opvang_kinderen: Annotated[int | None, BeforeValidator(_emptied), Field(ge=1, le=MOST_CHILDREN)] = Field(
        default=None, description="hoeveel kinderen naar deze opvang gaan"
    )
    verzekerd: bool | None = Field(default=None, description="heeft u een Nederlandse zorgverzekering")
    zelfstandig: bool | None = Field(default=None, description="heeft uw woning een eigen voordeur, keuken en wc")
    wordt_18: Annotated[date | None, BeforeValidator(_emptied)] = Field(
        default=None, description="de dag waarop u 18 wordt of werd"
    )
    werk: bool | None = Field(
        default=None, description="werkt of leert u, en uw partner ook; hulp bij het zoeken naar werk telt ook"
    )
    kind_wordt_18: Annotated[date | None, BeforeValidator(_emptied)] = Field(
        default=None, description="de dag waarop een kind 18 wordt of werd"
    )
    kinderbijslag: bool | None = Field(default=None, description="krijgt u de kinderbijslag voor deze kinderen")
    bedrag: bool = Field(default=False, description="zeg ook zonder inkomen wat er voor een bedrag ontbreekt")
    aangenomen: tuple[str, ...] = Field(default=(), max_length=50, description="velden die niemand heeft ingevuld")


class Understood(DataRow):
    """The facts, how the income came about when it was told otherwise, the rule that says who is a partner where that
    matters, and what nobody told."""

    facts: Facts
    how: str = ""
    rule: str = ""
    assumed: frozenset[str] = frozenset()


def known_from(given: RulesInput) -> Understood:
    """What is known of the household; raises ContentError `invalid_inkomen` and the like for amounts that are none."""
    home: Household = household(given.situatie)
    partner = home.partner if given.partner is None else given.partner
    others = home.housemates if given.huisgenoten is None else given.huisgenoten
    income, how = income_of(given, apart=counts_alone(given.regeling, partner, others))
    age = given.leeftijd
    if given.wordt_18 is not None:
        age = max(0, OF_AGE + read_year(given.jaar) - given.wordt_18.year)
    facts = Facts(
        inkomen=income,
        vermogen=read_amount(given.vermogen, "vermogen"),
        partner=partner,
        leeftijd=age,
        huur=read_amount(given.huur, "huur"),
        kinderen=given.kinderen,
        opvang=_care(given),
        huisgenoten=others,
        verzekerd=given.verzekerd,
        zelfstandig=given.zelfstandig,
        werk=given.werk,
        kinderbijslag=given.kinderbijslag,
        wordt_18=given.wordt_18,
        kind_wordt_18=given.kind_wordt_18,
    )
    nobody = {"situatie"} if given.situatie is None and given.partner is None else set[str]()
    rules, rule = situation_words().regel, ""
    if partner:
        rule = "" if home.married else rules.partner
    elif facts.huisgenoten:
        rule = rules.huisgenoot
    rule = " ".join(filter(None, (rule, rules.verandert if home.changing else "")))
    return Understood(facts=facts, how=how, rule=rule, assumed=frozenset({*given.aangenomen, *nobody}))


def counts_alone(scheme: object, partner: bool, housemates: int) -> bool:
    """Whether what those earn who live there is left out: they are no partner, and only a rent is everybody's."""
    about = regeling(scheme)
    return housemates > 0 and not partner and about is not None and about.code != "huurtoeslag"


def income_of(given: Earned, apart: bool = False) -> tuple[Decimal | None, str]:
    """The income of the household in euros a year, and how it came about; the words are empty for a plain amount.
    `apart`: what somebody else earns is not a part of it."""
    if apart and given.inkomen_partner is not None and given.inkomen is not None:
        income, how = income_of(given.model_copy(update={"inkomen_partner": None, "inkomen_partner_delen": ()}))
        other = read_amount(given.inkomen_partner, "inkomen_partner") or Decimal(0)
        left = f"{_once(other, given.inkomen_partner_per or 'jaar')} van wie bij u woont, telt niet mee"
        return income, ". ".join((*filter(None, (how.rstrip("."),)), f"{left}."))
    told: tuple[tuple[str, Amount, Period | None, HourlyWage | None], ...] = (
        ("inkomen", given.inkomen, given.inkomen_per, given.inkomen_uur),
        ("inkomen_partner", given.inkomen_partner, given.inkomen_partner_per, given.inkomen_partner_uur),
    )
    sums: list[tuple[Decimal, Period, HourlyWage | None]] = [
        (amount, per or "jaar", wage)
        for name, value, per, wage in told
        if (amount := read_amount(value, name)) is not None
    ]
    if not sums:
        return None, ""
    total = sum((amount * A_YEAR[per] for amount, per, _ in sums), Decimal(0))
    parts = [f"{_worked(wage)}{_times(amount, per)}" for amount, per, wage in sums]
    how = " plus ".join(parts) if len(parts) > 1 or sums[0][1] != "jaar" else ""
    if delen := (*given.inkomen_delen, *given.inkomen_partner_delen):
        how = ". ".join(filter(None, (" plus ".join(f"{one.bron} {_each(one)}" for one in delen), how)))
    more, words = _extras(given, sums[0][:2])
    if words:
        how = ", ".join(filter(None, (how, words)))
    elif any(per != "jaar" for _, per, _ in sums):
        how += ". Wij telden er geen vakantiegeld bij"
    if given.studiegeld:
        how = ". ".join(filter(None, (how, "Studiefinanciering en een lening van DUO tellen niet mee")))
    return total + more, how and f"{how}."


HOLIDAY_PAY = Decimal("0.08")
"""The least that the law gives (Wet minimumloon, article 15)."""


def _extras(given: Earned, own: tuple[Decimal, Period]) -> tuple[Decimal, str]:
    """What comes on top of a regular wage in a year, and how it is said."""
    amount, per = own
    if per == "jaar" or given.inkomen is None:
        return Decimal(0), ""
    year, more, words = amount * A_YEAR[per], Decimal(0), list[str]()
    if "vakantiegeld" in given.inkomen_extra:
        more += year * HOLIDAY_PAY
        words.append("plus 8 % vakantiegeld")
    if "vakantiegeld_inbegrepen" in given.inkomen_extra:
        words.append("vakantiegeld zit hierbij")
    if "dertiende" in given.inkomen_extra:
        more += year / 12
        words.append("plus een dertiende maand")
    return more, ", ".join(words)


def _each(part: IncomePart) -> str:
    return f"{euro(Decimal(str(part.bedrag)))} per {_in_figures(part.per)}"


def _worked(wage: HourlyWage | None) -> str:
    """What a wage of an hour makes in a week."""
    if wage is None:
        return ""
    hours = f"{round(wage.uren, 2):g}".replace(".", ",")
    return f"{euro(Decimal(str(wage.loon)))} per uur, {hours} uur per week: "


def _times(amount: Decimal, per: Period) -> str:
    return _once(amount, per) if per == "jaar" else f"{_once(amount, per)}, keer {A_YEAR[per]}"


def _once(amount: Decimal, per: Period) -> str:
    return euro(amount) if per == "jaar" else f"{euro(amount)} per {_in_figures(per)}"


def _in_figures(per: Period) -> str:
    return per.replace("vier", "4").replace("twee", "2")


def _care(given: RulesInput) -> tuple[Care, ...]:
    hours, price = read_amount(given.opvang_uren, "opvang_uren"), read_amount(given.opvang_prijs, "opvang_prijs")
    if given.opvang or hours is None or price is None:
        listed = given.opvang
        return tuple(Care(soort=c.soort, uren=Decimal(str(c.uren)), uurprijs=Decimal(str(c.uurprijs))) for c in listed)
    if not 0 <= hours <= MOST_HOURS:
        raise ContentError("invalid_opvang_uren", f"Vul de uren opvang per maand in, hooguit {MOST_HOURS}.")
    care = Care(soort=given.opvang_soort, uren=hours, uurprijs=abs(price))
    return (care,) * (given.opvang_kinderen or 1)


MOST_HOURS = 744
"""Hours of the longest month."""
