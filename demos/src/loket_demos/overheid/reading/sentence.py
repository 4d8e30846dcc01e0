"""A message about an allowance as the fields of the form, with what in it is doubtful; nothing is filled in that it
does not say."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from loket.core.data import JsonObject
from loket.language.corrections import settled
from loket.language.languages import language
from loket.language.message import Message
from loket.language.rates import YEARS, Rate
from loket_demos.overheid.content.household import Household, household
from loket_demos.overheid.content.regelingen import Regeling, regelingen
from loket_demos.overheid.content.words import any_found, occurs, plain
from loket_demos.overheid.reading.amounts import Amounts, FieldName, amounts
from loket_demos.overheid.reading.birthdays import eighteenth
from loket_demos.overheid.reading.clauses import Clauses
from loket_demos.overheid.reading.conditions import conditions_doubted
from loket_demos.overheid.reading.field_words import field_words, places
from loket_demos.overheid.reading.incomes import doubtful_incomes, incomes, of_year, once, period, plain_number, unfit
from loket_demos.overheid.reading.left_over import left_over
from loket_demos.overheid.reading.meant_amounts import told_rates
from loket_demos.overheid.reading.net_amounts import is_net
from loket_demos.overheid.reading.of_each import doubled, of_each
from loket_demos.overheid.reading.people import People, people
from loket_demos.overheid.reading.spelling import in_full

LONGEST_QUESTION = 1_000
"""Characters of a message in which we look for a question about an allowance."""
WEEKS = 52 / 12

ASKED: dict[str, FieldName] = {
    "inkomen": "inkomen",
    "inkomen_partner": "inkomen",
    "huur": "huur",
    "vermogen": "vermogen",
}
"""By a field that was asked for: what a bare amount is then."""


def message_of(text: str, today: date) -> Message:
    """The beginning of a text as a message, with what is corrected in it in its place; this counter reads Dutch."""
    return settled(_as_written(text, today))


def _as_written(text: str, today: date) -> Message:
    return Message(text[:LONGEST_QUESTION], language("nl"), today)


def schemes_in(text: str) -> tuple[Regeling, ...]:
    """The allowances a message names, by their own names or else by looser ones."""
    words = plain(in_full(text[:LONGEST_QUESTION]))
    strict = [one for one in regelingen() if any(occurs(name, words) for name in names_of(one))]
    if strict:
        return tuple(strict)
    loose = [(len(alias), one) for one in regelingen() for alias in one.aliases if occurs(alias, words)]
    return (max(loose, key=lambda way: way[0])[1],) if loose else ()


def of_care(told: JsonObject) -> tuple[Regeling, ...]:
    """The allowance for childcare, which is meant where what only that one asks for is told and none is named."""
    code = "kinderopvangtoeslag" if told.keys() & {"opvang_uren", "opvang_prijs", "opvang_soort"} else ""
    return tuple(one for one in regelingen() if one.code == code)


def names_of(scheme: Regeling) -> tuple[str, ...]:
    """The names that can mean nothing else."""
    return (
        scheme.naam.lower(),
        *scheme.elders,
        *(one for one in scheme.aliases if "toeslag" in one or "budget" in one or one == "kgb"),
    )


def is_objection(text: str) -> bool:
    """Whether somebody speaks against a decision."""
    return any_found(field_words().bezwaar, plain(text))


def fields_of(text: str, today: date, asked: Sequence[str] = (), year: int | None = None) -> JsonObject:
    """What a message says for the form. `asked`: fields that were just asked for; a bare amount is one of them. `year`:
    the one of several that it is read for."""
    message = message_of(text, today)
    written = _as_written(text, today)
    home, who = household(message.text), people(message, asked=list(asked) == ["kinderen"], written=written)
    abouts: list[FieldName] = [ASKED[name] for name in asked if name in ASKED]
    about = abouts[0] if abouts else None
    sums = amounts(message, about)
    of: JsonObject = {"jaar": year} if year else _year(message)
    sums.of["inkomen"][:] = of_year(message, sums.of["inkomen"], of.get("jaar"), _years(message))
    sums.of["inkomen"][:] = of_each(message, sums.of["inkomen"], home)
    for name in ("huur", "vermogen"):
        sums.of[name][:] = doubled(message, sums.of[name], home)
    day, grown = eighteenth(message, of.get("jaar")), eighteenth(message, of.get("jaar"), of_child=True)
    found: JsonObject = {
        **of,
        **_home(home, who),
        **({"leeftijd": None, "wordt_18": day.isoformat()} if day else {}),
        **({"kind_wordt_18": grown.isoformat()} if grown else {}),
        **incomes(message, sums, home),
        **_rest(message, sums, who),
        **conditions_doubted(message),
    }
    if grown and not found.get("kinderen") and found.get("kinderen_aantal", 1) == 1:
        found.pop("kinderen_aantal", None)  # it is the only one
    doubts = [
        doubt
        for doubt in (
            *doubtful_incomes(message, sums, home, of.get("jaar")),
            *_doubtful(message, sums),
            *_strange(message, sums, about),
            *_of_the_past(message, home, asked),
        )
        if doubt["veld"] not in found or doubt["zeker"]
    ]
    found = {name: value for name, value in found.items() if value is not None}
    if doubts:
        found["twijfel"] = [{k: v for k, v in doubt.items() if k != "zeker"} for doubt in doubts]
    if years := found.get("jaren"):
        found["per_jaar"] = _of_each(found, {str(one): fields_of(text, today, asked, one) for one in years})
    return found


def _of_each(found: JsonObject, years: Mapping[str, JsonObject]) -> JsonObject:
    """What becomes of the income in each year; nothing changes where it is the same in all of them."""
    own = {year: {k: v for k, v in told.items() if _is_of_year(k)} for year, told in years.items()}
    before: JsonObject = {k: None for k in found if _is_of_year(k)}
    same = all(one == next(iter(own.values())) for one in own.values())
    return {year: {} if same else {**before, **one} for year, one in own.items()}


def _is_of_year(name: str) -> bool:
    """Whether a field may be another one in another year."""
    return name == "twijfel" or name.startswith("inkomen")


def _year(message: Message) -> JsonObject:
    """The one year a message names; of several, the one beside the name of an allowance."""
    years = _years(message)
    words = plain(message.text)
    for said, later in field_words().dit_jaar.items():
        if occurs(said, words):
            years[-1] = message.today.year + later
    since = [at for at in years if at - 1 in places(message, field_words().sinds)]
    years = {at: year for at, year in years.items() if at not in since} or years
    if len(set(years.values())) <= 1:
        return {"jaar": next(iter(years.values()))} if years else {}
    named = places(message, (*field_words().toeslagen, *field_words().toeslag))
    near = [year for at, year in years.items() if any(abs(at - place) <= 2 for place in named)]
    clauses = Clauses.of(message)
    asked = {clauses.number(place) for place in named}
    near = near or [year for at, year in years.items() if at >= 0 and clauses.number(at) in asked]
    near += [year for at, year in years.items() if any(_is_listed(message, at, spot) for spot in _of(years, near))]
    if len(set(near)) == 1:
        return {"jaar": near[0]}
    return {"jaren": sorted(set(years.values()))}


def _of(years: Mapping[int, int], some: Sequence[int]) -> list[int]:
    return [at for at, year in years.items() if year in some]


def _is_listed(message: Message, at: int, other: int) -> bool:
    """Whether two years are told in one breath: `2024 en 2025`, `2024/2025`."""
    if min(at, other) < 0 or at == other:
        return False
    first, last = sorted((at, other))
    between = message.text[message.words[first].end : message.words[last].start]
    return between.strip(" ,/&+-") in ("", "en", "of", "tot", "t/m", "en in", "of in")


def _years(message: Message) -> dict[int, int]:
    """The years that stand in figures, by the number of their word."""
    sums = [(one.start, one.end) for one in told_rates(message)]
    bare = [one for one in message.numbers if not any(start <= one.start < end for start, end in sums)]
    return {message.at(one.start): int(one.value) for one in bare if _is_year(message, one.start, one.end)}


def _is_year(message: Message, start: int, end: int) -> bool:
    said = message.text[start:end]
    return len(said) == 4 and said.isdigit() and said.startswith("20") and int(said) in YEARS


def _home(home: Household, who: People) -> JsonObject:
    found: JsonObject = {}
    if home.told:
        lives = "Samenwonend" if home.partner else "Alleenstaand"
        also = " met kinderen" if home.children or who.children else ""
        found["situatie"] = f"{lives}{also}{', getrouwd' if home.married else ''}"
        for word, holds in (("student", home.student), ("verandert", home.changing)):
            found["situatie"] += f", {word}" if holds else ""
    if home.housemates:
        found["huisgenoten"] = home.housemates
    if who.children is not None and len(who.children) == who.count:
        found["kinderen"] = list(who.children)
    elif who.count:
        found["kinderen_aantal"] = who.count
    if who.age is not None:
        found["leeftijd"] = who.age
    return found


def _rest(message: Message, sums: Amounts, who: People) -> JsonObject:
    found: JsonObject = {}
    known, words = field_words(), plain(message.text)
    rents = once([one for one in sums.of["huur"] if not one.clouded])
    if len(rents) == 1 and (rents[0].rate.per in ("", "month")):
        found["huur"] = plain_number(rents[0].rate.value)
    savings = once(sums.of["vermogen"])
    if len(savings) == 1:
        found["vermogen"] = plain_number(savings[0].rate.value)
    elif not savings and any_found(known.geen_vermogen, words):
        found["vermogen"] = 0
    if sums.price:
        found["opvang_prijs"] = plain_number(sums.price[0].value)
    if sums.hours and (sums.hours[0].per in ("", "month", "week")):
        weekly = sums.hours[0].per == "week" and sums.hours[0].every == 1
        found["opvang_uren"] = plain_number(round(sums.hours[0].value * (WEEKS if weekly else 1), 2))
    kinds = [kind for kind in ("gastouder", "buitenschools", "dagopvang") if any_found(getattr(known, kind), words)]
    if len(kinds) == 1:
        found["opvang_soort"] = kinds[0]
    if sums.hours and who.count > 1:
        found["opvang_kinderen" if _is_each(message, sums.hours[0]) else "opvang_samen"] = who.count
    return found


def _is_each(message: Message, hours: Rate) -> bool:
    """Whether hours are said to be those of each child, in their own clause or in one beside it."""
    clauses = Clauses.of(message)
    number = clauses.number(message.at(hours.start))
    near = [one for one in range(max(1, number - 1), number + 2) if one <= len(clauses.begins)]
    return any(any_found(field_words().elk, plain(clauses.text(one))) for one in near)


def _doubtful(message: Message, sums: Amounts) -> Iterable[JsonObject]:
    """What was said of the rent or of savings and can't be used as it stands."""
    if any(one.clouded for one in sums.of["huur"]):
        yield {"veld": "huur", "waarom": "alles_in", "zeker": False}
    elif len(once(sums.of["huur"])) > 1:
        values = [plain_number(one.rate.value) for one in sums.of["huur"]]
        yield {"veld": "huur", "waarom": "twee", "waarden": values, "zeker": False}
    if len(once(sums.of["vermogen"])) > 1:
        values = [plain_number(one.rate.value) for one in sums.of["vermogen"]]
        yield {"veld": "vermogen", "waarom": "twee", "waarden": values, "zeker": False}


def _of_the_past(message: Message, home: Household, asked: Sequence[str]) -> Iterable[JsonObject]:
    """Whether somebody who lives there is still a partner, and alimony of which nobody said for whom it is."""
    known, words = field_words(), plain(message.text)
    if home.former:
        yield {"veld": "situatie", "waarom": "ex", "zeker": True}
    if not asked and any_found(known.alimentatie, words) and not any_found(known.kinderalimentatie, words):
        yield {"veld": "inkomen", "waarom": "alimentatie", "zeker": True}


def _strange(message: Message, sums: Amounts, about: FieldName | None) -> Iterable[JsonObject]:
    """An amount that no word speaks of: where no income was told it may be that, else it is asked what it is."""
    own = [one for one in sums.of["inkomen"] if one.whose != "partner"]
    if about is None and len(sums.alone) == 1 and not (own or sums.of["omzet"]):
        rate = sums.alone[0]
        yield {
            "veld": "inkomen",
            **_why(message, rate),
            "zeker": False,
        }
    for rate in left_over(message, sums)[:1] if about is None and own else ():
        yield {"veld": "inkomen", "waarom": "ook", "waarden": [plain_number(rate.value)], "zeker": True}


def _why(message: Message, rate: Rate) -> JsonObject:
    """Why an amount that no word speaks of is not just taken for the income."""
    net = is_net(message, Clauses.of(message), message.at(rate.start))
    odd = any_found(field_words().ander_tijdvak, plain(message.text))
    if net or odd or (rate.per and not period(rate)):
        return unfit(rate, net)
    return {"waarom": "los", "waarden": [plain_number(rate.value)], "per": period(rate)}
