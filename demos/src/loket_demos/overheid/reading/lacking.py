"""What an amount still needs, and whether what is known decides already, whatever else would be answered."""

from collections.abc import Collection, Iterator

from loket.core.data import Json, JsonObject
from loket_demos.overheid.content.arguments import RulesInput, counts_alone, known_from
from loket_demos.overheid.content.errors import ContentError
from loket_demos.overheid.content.household import household
from loket_demos.overheid.content.indication import Answer, Refusal
from loket_demos.overheid.content.regelingen import Regeling, regeling
from loket_demos.overheid.content.rules_lookup import indicate
from loket_demos.overheid.content.years import read_year

PARTNER: JsonObject = {"situatie": "Samenwonend"}
HOUSEHOLDS: tuple[JsonObject, ...] = ({"situatie": "Alleenstaand"}, PARTNER)
MOST_SCHEMES = 4
A_CHILD = 8
"""The age of a child of whom nobody told it, where any age does."""


def names_asked(args: JsonObject) -> list[str]:
    """The names of the allowances that are asked about, the first one first."""
    ook = args.get("ook")
    names = [args.get("regeling"), *(ook if isinstance(ook, list) else ())]
    return list(dict.fromkeys(name for name in names if isinstance(name, str) and name))[:MOST_SCHEMES]


def for_each(args: JsonObject) -> list[tuple[Regeling, JsonObject]]:
    """The allowances that are asked about and that we know, each with the fields as its own."""
    ways = [(regeling(name), {**args, "regeling": name}) for name in names_asked(args)]
    return [(scheme, own) for scheme, own in ways if scheme is not None]


def missing(scheme: Regeling, args: JsonObject) -> Iterator[str]:
    """The fields without which no amount can be named; none where the others decide."""
    answer = _answer(scheme, args)
    if answer is None or decides(scheme, args):
        return
    lacks = answer.ontbreekt if isinstance(answer, Refusal) else ()
    if args.get("inkomen") is None and args.get("inkomen_partner") is not None:
        yield "inkomen"  # that of one of two is not what both have
    if isinstance(answer, Refusal) and not lacks:
        return
    if not _household_known(args) and scheme.code != "kinderopvangtoeslag":
        yield "situatie"
    counting = scheme.code in ("huurtoeslag", "kindgebonden_budget")
    if "kinderen" not in lacks and counting and args.get("kinderen_aantal") and not args.get("kinderen"):
        yield "kinderen"
    for name in lacks:
        if name != "opvang":
            yield name
            continue
        yield from (
            field for field, key in (("opvang", "opvang_uren"), ("opvang_prijs", "opvang_prijs")) if not args.get(key)
        )


def decides(scheme: Regeling, args: JsonObject, doubtful: Collection[str] = ()) -> bool:
    """Whether it is nothing, for the same reason or another, whatever is said of the doubtful fields and of what was
    not told."""
    rest = without(args, doubtful)
    if not rest.get("kinderen") and isinstance(many := rest.get("kinderen_aantal"), int):
        rest["kinderen"] = [A_CHILD] * min(many, 10)
    if rest.get("inkomen") is None:
        rest.pop("inkomen_partner", None)
    ways = [rest] if _household_known(rest) else [{**rest, **one} for one in HOUSEHOLDS]
    return all(_none(_answer(scheme, way)) for way in ways)


def without(args: JsonObject, doubtful: Collection[str]) -> JsonObject:
    """The fields but for the doubtful ones; the income of one of two is as doubtful as that of both."""
    incomes = any(_is_income(field) for field in doubtful)
    return {k: v for k, v in args.items() if k not in doubtful and not (incomes and _is_income(k))}


def counted(args: JsonObject) -> JsonObject:
    """The fields without the income of those who live there, where it does not count."""
    home, housemates = household(args.get("situatie")), args.get("huisgenoten")
    others = housemates if isinstance(housemates, int) else home.housemates
    alone = counts_alone(args.get("regeling"), home.partner, others)
    return {k: v for k, v in args.items() if not (alone and k.startswith("inkomen_partner"))}


def _is_income(name: str) -> bool:
    return name.startswith("inkomen")


def _household_known(args: JsonObject) -> bool:
    return bool(args.get("situatie") or household(args.get("situatie")).partner or args.get("huisgenoten"))


def _none(answer: Answer | None) -> bool:
    """An answer that names nothing to get and lacks nothing."""
    return answer is not None and not (answer.ontbreekt if isinstance(answer, Refusal) else answer.per_maand)


def _answer(scheme: Regeling, args: JsonObject) -> Answer | None:
    """What these fields come to; None where one is wrong, which the tool says."""
    try:
        given = RulesInput.model_validate({name: value for name, value in args.items() if _counts(name, value)})
        return indicate(scheme, read_year(given.jaar), known_from(given).facts)
    except (ContentError, ValueError):
        return None


def _counts(name: str, value: Json) -> bool:
    return value is False or value not in (None, "", 0) or name == "inkomen"
