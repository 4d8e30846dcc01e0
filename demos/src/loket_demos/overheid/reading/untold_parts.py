"""An income of which a part was named without its amount: what was told of another part is not the income."""

from collections.abc import Sequence

from loket.language.message import Message
from loket.language.rates import rates
from loket_demos.overheid.content.words import any_found, plain
from loket_demos.overheid.reading.amounts import IncomeAmount
from loket_demos.overheid.reading.clauses import Clauses
from loket_demos.overheid.reading.field_words import field_words, places

EARNED = frozenset({"loon", "bijbaan"})
"""What is earned is one income, by whatever name."""


def lacks_part(message: Message, amounts: Sequence[IncomeAmount], of_partner: bool) -> bool:
    """Whether somebody has an income of another source than those whose amounts they told, and these amounts are not
    said to be all of it: `I get a state pension, and 400 from my old employer`."""
    clauses, known = Clauses.of(message), field_words()
    spots = {at: name for name, words in known.bronnen.items() for at in places(message, words)}
    heads = [_named_beside(message, clauses, one, spots) for one in amounts]
    if not amounts or any(not head for head in heads) or _whole(message, clauses, amounts):
        return False
    told = {_kind(spots[at]) for head in heads for at in head}
    listed = {at for head in heads for at in head} | {at for head in heads for at in _joined(message, spots, head)}
    return any(
        _kind(name) not in told and at not in listed and _has(message, clauses, at, of_partner)
        for at, name in spots.items()
    )


def _kind(name: str) -> str:
    return "loon" if name in EARNED else name


def _named_beside(message: Message, clauses: Clauses, one: IncomeAmount, spots: dict[int, str]) -> list[int]:
    """Where the amount's own clause says what it comes from."""
    here = clauses.words(clauses.number(message.at(one.rate.start)))
    return [at for at in spots if at in here]


def _joined(message: Message, spots: dict[int, str], head: Sequence[int]) -> list[int]:
    """What one amount is told of together with that source: `state pension and pension, 1850`."""
    ands = places(message, field_words().erbij)
    return [at for at in spots if any(at + 1 in ands and at + 2 == other for other in head)]


def _whole(message: Message, clauses: Clauses, amounts: Sequence[IncomeAmount]) -> bool:
    """Whether an amount is said to be all of it; `samen met` only adds one thing to another."""
    sums = [at for at in places(message, field_words().samen) if message.folds[at + 1 : at + 2] != ("met",)]
    here = [clauses.words(clauses.number(message.at(one.rate.start))) for one in amounts]
    return any(at in words for at in sums for words in here)


def _has(message: Message, clauses: Clauses, at: int, of_partner: bool) -> bool:
    """Whether the clause of that word says that this person has it, and no amount."""
    number, known = clauses.number(at), field_words()
    here = clauses.words(number)
    amounts = [rate for rate in rates(message) if rate.unit != "hour" and (rate.per or rate.money)]
    counted = any(clauses.number(message.at(rate.start)) == number for rate in amounts)
    if counted or any_found(known.ontbreekt, plain(clauses.text(number))):
        return False
    verbs = known.heeft_deel if of_partner else known.heb_deel
    return any(spot in here for spot in places(message, verbs)) and (clauses.whose(at) == "partner") == of_partner
