"""What has to be asked before an amount can be named: what is doubtful first, then what is missing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from loket.core.data import Json, JsonObject
from loket_demos.overheid.content.errors import ContentError
from loket_demos.overheid.content.household import household
from loket_demos.overheid.content.money import read_amount
from loket_demos.overheid.content.regelingen import Regeling, regelingen
from loket_demos.overheid.reading.lacking import PARTNER, counted, decides, for_each, missing
from loket_demos.overheid.reading.question_texts import QuestionTexts, not_spoken, texts_for

HIGHEST = {"inkomen": 1_000_000, "inkomen_partner": 1_000_000, "huur": 3_000, "vermogen": 10_000_000}
LOWEST = {"inkomen": 1_200, "inkomen_partner": 600, "huur": 50}
"""Amounts (an income of a year, a rent of a month) beyond which we ask whether they are right."""
HIGHEST_MONTH = 15_000
"""An income of a month beyond which a year may be meant."""
CONDITION_OF = {"verzekerd": "zorgtoeslag", "zelfstandig": "huurtoeslag", "werk": "kinderopvangtoeslag"}
"""The allowance that each condition is of."""
SMALL = 1_000
"""An income below this is most likely one in thousands: 30.00."""


@dataclass(frozen=True)
class Option:
    """An answer to choose, and the fields it changes; None empties one."""

    label: str
    sets: JsonObject


@dataclass(frozen=True)
class AllowanceQuestion:
    """A question, the answers to choose from, and the fields that words may answer. `hourly`: the wage of an hour of
    which the hours of a week are asked."""

    text: str
    options: tuple[Option, ...] = ()
    fields: tuple[str, ...] = ()
    hourly: float | None = None


def question(args: JsonObject) -> AllowanceQuestion | None:
    """The next thing to ask about these fields; None when an amount can be named, or refused, as they are. What
    would change nothing is not asked."""
    asked = next((one for one in _questions(args) if not _is_idle(one, args)), None)
    before = not_spoken(args)
    return replace(asked, text=f"{before} {asked.text}") if asked and before else asked


def idle(args: JsonObject) -> frozenset[str]:
    """The fields that stay in doubt, since nothing that could be said of them makes a difference."""
    return frozenset(field for one in _questions(args) if _is_idle(one, args) for field in one.fields)


def _is_idle(asked: AllowanceQuestion, args: JsonObject) -> bool:
    ways = for_each(args)
    if not ways or not asked.fields or args.get("gevraagd") != "bedrag":
        return False
    return all(decides(scheme, own, asked.fields) for scheme, own in ways)


def _questions(args: JsonObject) -> Iterator[AllowanceQuestion]:
    say = texts_for(args)
    if several := args.get("regelingen"):
        options = tuple(Option(name, {"regeling": name, "ook": None, "regelingen": None}) for name in several)
        yield AllowanceQuestion(say.text("welke"), options)
    if years := args.get("jaren"):
        yield AllowanceQuestion(
            say.text("jaren"), tuple(Option(str(year), {"jaar": year, "jaren": None}) for year in years)
        )
    for at, doubt in enumerate(args.get("twijfel") or ()):
        rest = [*args["twijfel"][:at], *args["twijfel"][at + 1 :]] or None
        every = [own for _, own in for_each(args)] or [args]
        if any(doubt["veld"] in counted({**own, doubt["veld"]: 0}) for own in every):
            yield _doubted(say, doubt, rest)
    yield from _implausible(args)
    for scheme, own in for_each(args):
        yield from _conditions(scheme, own)
        yield from _others(scheme, own)
    yield from _missing(args)


def _doubted(say: QuestionTexts, doubt: JsonObject, rest: Json) -> AllowanceQuestion:
    """The question about something that was said and can be read in two ways, or can't be used."""
    name, why = str(doubt["veld"]), str(doubt["waarom"])
    values = [Decimal(str(value)) for value in doubt.get("waarden", ())]
    done: JsonObject = {"twijfel": rest}
    match why:
        case "los" | "periode":
            options = tuple(_readings(say, name, values[0], str(doubt.get("per", "")), done))
            none = (Option(say.label("geen"), done),) if why == "los" else ()
            return AllowanceQuestion(say.text(why, bedrag=say.euro(values[0])), (*options, *none), (name,))
        case "ook":
            other = Option(say.label("meer_inkomen"), {"inkomen": None, **done})
            saved = Option(say.label("spaargeld"), {"vermogen": _number(values[0]), **done})
            options = (saved, other, Option(say.label("iets_anders"), done))
            return AllowanceQuestion(say.text(why, bedrag=say.euro(values[0])), options)
        case "twee":
            return _one_of_several(say, name, values, done)
        case "bereik":
            return _one_of_range(say, name, values, str(doubt["per"]) or "jaar", done)
        case "ex":
            alone = Option(say.label("alleen"), {"situatie": "Alleenstaand", **done})
            return AllowanceQuestion(say.text(why), (alone, Option(say.label("partner"), {**PARTNER, **done})), (name,))
        case "alimentatie":
            other = Option(say.label("zonder"), {**done, "gevraagd": "zonder"})
            return AllowanceQuestion(say.text(why), (Option(say.label("kinderalimentatie"), done), other), (name,))
        case _:
            return _unfit(say, doubt, values, done)


def _unfit(say: QuestionTexts, doubt: JsonObject, values: Sequence[Decimal], done: JsonObject) -> AllowanceQuestion:
    """The question about an amount that can't be used as it was told: another one, or the hours of a wage."""
    name, why, per = str(doubt["veld"]), str(doubt["waarom"]), str(doubt.get("per", ""))
    on = Option(say.label("zonder"), {**done, "gevraagd": "zonder"})
    amount = say.euro(values[0]) if values else ""
    if why == "netto" and values:
        gross: JsonObject = {name: _number(values[0]), f"{name}_per": per or None, **done}
        sure = (Option(say.label("bruto"), gross),) if per in ("maand", "jaar", "week", "vier weken") else ()
        return AllowanceQuestion(say.text(why, bedrag=amount), (on, *sure), (name,))
    hourly = float(values[0]) if why == "uurloon" and values else None
    return AllowanceQuestion(say.text(why, bedrag=amount), (on,), (name,), hourly)


def _one_of_several(say: QuestionTexts, name: str, values: Sequence[Decimal], done: JsonObject) -> AllowanceQuestion:
    """Which of several amounts is meant, or all of them together."""
    of_year = name.startswith("inkomen")
    each, total = [(say.euro(value), value) for value in values], sum(values, Decimal(0))
    per: JsonObject = {f"{name}_per": "jaar"} if of_year else {}
    options = tuple(Option(label, {name: _number(value), **per, **done}) for label, value in each)
    both = Option(say.label("samen", bedrag=say.euro(total)), {name: _number(total), **per, **done})
    kind = "twee_inkomen" if of_year else "twee"
    words = say.text(kind, naam=say.namen[name], bedragen=say.listed(label for label, _ in each))
    return AllowanceQuestion(words, (*options, both), (name,))


def _one_of_range(
    say: QuestionTexts, name: str, values: Sequence[Decimal], per: str, done: JsonObject
) -> AllowanceQuestion:
    """Which end of a range is counted with."""
    each = [(say.per(value, per), value) for value in values]
    ends = tuple(Option(label, {name: _number(value), f"{name}_per": per, **done}) for label, value in each)
    return AllowanceQuestion(
        say.text("bereik", bedragen=f" {say.notatie.tot} ".join(label for label, _ in each)), ends, (name,)
    )


def _readings(say: QuestionTexts, name: str, value: Decimal, per: str, done: JsonObject) -> Iterator[Option]:
    """The ways an amount can be an income: of a month, of a year, or in thousands."""
    if per == "maand" or (not per and (value <= HIGHEST_MONTH or name != "inkomen")):
        sets = {name: _number(value), f"{name}_per": "maand", **done}
        yield Option(say.per(value, "maand"), sets)
    if per != "maand":
        sets = {name: _number(value), f"{name}_per": per or "jaar", **done}
        yield Option(say.per(value, per or "jaar"), sets)
    if value < SMALL:
        sets = {name: _number(value * 1000), f"{name}_per": "jaar", **done}
        yield Option(say.per(value * 1000, "jaar"), sets)


def _implausible(args: JsonObject) -> Iterator[AllowanceQuestion]:
    """Amounts that are most likely a slip; what a person says is right, is not asked again."""
    say = texts_for(args)
    for name in (*HIGHEST,):
        value = _amount(args, name)
        if value is None or name in (args.get("bevestigd") or ()):
            continue
        per = str(args.get(f"{name}_per") or ("maand" if name == "huur" else "jaar"))
        monthly = name.startswith("inkomen") and per == "maand"
        low = 0 < value < LOWEST.get(name, 0) and per in ("jaar", "maand") and not monthly
        if not low and value <= (HIGHEST_MONTH if monthly else HIGHEST[name]):
            continue
        sure = {"bevestigd": [*(args.get("bevestigd") or ()), name]}
        right = Option(say.label("klopt"), sure)
        amount = say.euro(value) if name == "vermogen" else say.per(value, per)
        words = say.text("klopt", naam=say.namen[name], bedrag=amount)
        other: list[Option] = []
        if name.startswith("inkomen"):
            ways = [one for one in _readings(say, name, value, "", {}) if one.sets.get(f"{name}_per") != per or low]
            other = [one for one in ways if one.sets != {name: _number(value), f"{name}_per": per}]
            other = [one for one in other if not (value > HIGHEST["inkomen"])]
        yield AllowanceQuestion(words, (right, *other, Option(say.label("niet"), {name: None})), (name,))


def _amount(args: JsonObject, name: str) -> Decimal | None:
    try:
        return read_amount(args.get(name), name)
    except ContentError:
        return None  # the tool says what is wrong with it


def _conditions(scheme: Regeling, args: JsonObject) -> Iterator[AllowanceQuestion]:
    """Conditions of this allowance that a message put in question."""
    say = texts_for(args)
    for name in args.get("na_te_vragen") or ():
        if scheme.code == CONDITION_OF[name] and args.get(name) is None:
            ways = (("ja", True), ("nee", False))
            options = tuple(Option(say.label(f"{said}_{name}"), {name: holds}) for said, holds in ways)
            yield AllowanceQuestion(say.text(name), options, (name,))


def _others(scheme: Regeling, args: JsonObject) -> Iterator[AllowanceQuestion]:
    """The income of those who count as well, where only the speaker's own was told."""
    say = texts_for(args)
    own = args.get("inkomen_van") == "eigen" and args.get("inkomen") is not None
    if own and args.get("inkomen_partner") is None:
        joint = Option(say.label("al_samen"), {"inkomen_van": "samen"})
        if household(args.get("situatie")).partner:
            none = Option(say.label("partner_niets"), {"inkomen_partner": 0})
            yield AllowanceQuestion(say.text("partner"), (none, joint), ("inkomen_partner",))
        elif scheme.code == "huurtoeslag" and args.get("huisgenoten"):
            none = Option(say.label("anderen_niets"), {"inkomen_partner": 0})
            yield AllowanceQuestion(say.text("huisgenoten"), (none, joint), ("inkomen_partner",))
    hours, many = _amount(args, "opvang_uren"), args.get("opvang_samen")
    if scheme.code == "kinderopvangtoeslag" and hours and isinstance(many, int) and many > 1:
        share = _number(round(hours / many, 2))
        split = Option(
            say.label("alle_kinderen"), {"opvang_kinderen": many, "opvang_uren": share, "opvang_samen": None}
        )
        yield AllowanceQuestion(
            say.text("uren"), (Option(say.label("per_kind"), {"opvang_kinderen": many, "opvang_samen": None}), split)
        )


def _missing(args: JsonObject) -> Iterator[AllowanceQuestion]:
    """All that is missing for the amounts, in one question; nothing where no telling would give one."""
    say = texts_for(args)
    if args.get("gevraagd") != "bedrag":
        return
    ways = for_each(args)
    lacks = list(dict.fromkeys(name for scheme, own in ways for name in missing(scheme, own)))
    if lacks == ["situatie"]:
        alone = Option(say.label("alleen"), {"situatie": "Alleenstaand"})
        yield AllowanceQuestion(
            say.text("nodig", lijst=say.nodig["situatie"]),
            (alone, Option(say.label("partner"), PARTNER)),
            ("situatie",),
        )
    elif lacks:
        samen = household(args.get("situatie")).partner
        names = ["inkomen_samen" if name == "inkomen" and samen else name for name in lacks]
        words = say.text("nodig", lijst=say.listed(say.nodig[name] for name in names))
        on = Option(say.label("zonder" if len(ways) < 2 else "verder"), {"gevraagd": "zonder"})
        yield AllowanceQuestion(words, (on,), tuple(lacks))


def several() -> list[str]:
    """The names to choose from where none was named."""
    return [one.naam for one in regelingen()]


def naming(schemes: Sequence[Regeling]) -> JsonObject:
    """The fields that say which allowances are asked about; there is at least one."""
    first, *more = (one.naam for one in schemes)
    return {"regeling": first, "ook": more or None, "regelingen": None}


def _number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)
