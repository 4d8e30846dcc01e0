"""What a later message changes of an amount that was understood before: so much more or less, or another figure."""

from datetime import date

from loket.core.data import JsonObject
from loket.language.amounts import FoundNumber
from loket.language.corrections import cues
from loket.language.message import Message
from loket.language.rates import Rate, rates
from loket_demos.overheid.reading.clauses import Clauses
from loket_demos.overheid.reading.field_words import field_words, places
from loket_demos.overheid.reading.incomes import TIMES, period, plain_number
from loket_demos.overheid.reading.sentence import fields_of, message_of
from loket_demos.overheid.reading.worked_hours import rehoured

AMOUNTS = ("inkomen", "huur", "vermogen")
LEAST = 10
"""What is less is no amount of euros by which something changes."""
BEHIND = 4
"""Words in which `more` or `less` comes behind an amount: `200 euro per maand minder`."""


def changed(text: str, today: date, before: JsonObject) -> JsonObject | None:
    """The fields after a message that changes an amount of `before`; None where it says something else."""
    message = message_of(text, today)
    return rehoured(message, before) or _by(message, before) or _other(message, before)


def _by(message: Message, before: JsonObject) -> JsonObject | None:
    """An amount that becomes so much more or less, with what the rest of the message says."""
    for number in message.numbers:
        sign = 0 if number.article or number.value < LEAST else _sign(message, number)
        if not sign or _rate(message, number).unit:
            continue
        name = _of(message, number, before)
        old = before.get(name)
        if isinstance(old, bool) or not isinstance(old, int | float):
            return None
        rest = message.text[: number.start] + message.text[number.end :]
        told = {k: v for k, v in fields_of(rest, message.today).items() if not k.startswith((name, "twijfel"))}
        return {**told, **_moved(name, float(old), sign, _rate(message, number), before)}
    return None


def _sign(message: Message, number: FoundNumber) -> int:
    """Whether an amount comes on top or goes off; nothing where it is an amount of its own."""
    known, clauses = field_words(), Clauses.of(message)
    spot = message.over(number.start, number.end)
    here = clauses.words(clauses.number(spot.start))
    behind = range(spot.stop, min(here.stop, spot.stop + BEHIND))
    for words, sign in ((known.meer, 1), (known.minder, -1)):
        if set(places(message, words)) & set(behind):
            return sign
    without = [at for at in places(message, ("zonder",)) if at in here and at < spot.start]
    earns = [at for at in places(message, known.inkomen) if at in here and at < spot.start]
    return -1 if without and earns and without[0] < earns[0] else 0


def _of(message: Message, number: FoundNumber, before: JsonObject) -> str:
    """Which amount it is a part of: what its clause speaks of, or else an income, a partner's where that is apart."""
    known, clauses = field_words(), Clauses.of(message)
    at = message.at(number.start)
    here = set(clauses.words(clauses.number(at)))
    for name, words in (("huur", known.huur), ("vermogen", known.vermogen)):
        if here & set(places(message, words)):
            return name
    apart = clauses.whose(at) == "partner" and before.get("inkomen_partner") is not None
    return "inkomen_partner" if apart else "inkomen"


def _rate(message: Message, number: FoundNumber) -> Rate:
    same = (one for one in rates(message) if one.start <= number.start < one.end)
    return next(same, Rate(number.value, number.start, number.end))


def _moved(name: str, old: float, sign: int, rate: Rate, before: JsonObject) -> JsonObject:
    """The amount after the change. Without a period it is one of the amount that it changes."""
    if not name.startswith("inkomen"):
        return {name: plain_number(max(0.0, old + sign * rate.value))}
    was = str(before.get(f"{name}_per") or "jaar")
    per = period(rate) or was
    if per == was:
        return {name: plain_number(max(0.0, old + sign * rate.value)), f"{name}_per": was}
    total = old * TIMES[was] + sign * rate.value * TIMES[per]
    return {name: plain_number(max(0.0, total)), f"{name}_per": "jaar"}


def _other(message: Message, before: JsonObject) -> JsonObject | None:
    """Another figure for the only amount that was told, in a message that takes something back and names no field."""
    amounts = [name for name in AMOUNTS if before.get(name) is not None]
    told = fields_of(message.text, message.today)
    loose = told.keys() == {"twijfel"} and all(one["waarom"] == "los" for one in told["twijfel"])
    if len(amounts) != 1 or not loose or not cues(message):
        return None
    (name,) = amounts
    meant = fields_of(message.text, message.today, [name])
    per = f"{name}_per"
    if name == "inkomen" and isinstance(meant.get(name), int | float) and not any(one.per for one in rates(message)):
        meant = {k: v for k, v in meant.items() if k != "twijfel"} | {per: before.get(per, "jaar")}
    return meant if name in meant else None
