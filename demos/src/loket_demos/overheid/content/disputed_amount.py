"""Which amount in a letter is the one in dispute: what must be paid or is set, and none where two could be it.

Amounts in a person's reasons are never it, nor those in an order to whoever reads this."""

import re
from decimal import Decimal

from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.letter_clauses import MAIN, LetterClause
from loket_demos.overheid.content.letter_reading import LetterReading
from loket_demos.overheid.content.money import read_amount

_number = r"[0-9]{1,3}(?:\.[0-9]{3}){1,3}(?:,[0-9]{2})?|[0-9]{1,9}(?:[.,][0-9]{2})?"
_amount = re.compile(
    rf"(?:€|\bEUR\b)\s{{0,3}}(?:{_number})(?![0-9])|(?<![0-9.,])(?:{_number})\s{{0,3}}(?:euro\b|EUR\b|€)", re.I
)
_pay = re.compile(
    r"\b(?:terug ?(?:te )?betalen|(?:na|bij)?betalen|te betalen|terugbetaling|terugvorder\w*|vordert|vorderen"
    r"|terug van mij|\w*boete|naheffing\w*|\w*aanslag|\w*bon|bekeuring|bedrag|opgelegd|verschuldigd|vastgesteld op"
    r"|\w*heffing|bijdrage)\b",
    re.I,
)
_first = re.compile(r"\b(?:terug ?(?:te )?betalen|(?:na|bij)betalen|te betalen|betalen|terug van mij|vordert)\b", re.I)
_not_it = re.compile(
    r"\b(?:voorschot|recht op|inkomen|vermogen|spaargeld|huur|salaris|loon|verdien\w*|administratiekosten|kosten|aftrek"
    r"|waarvan|kreeg u|u kreeg|al betaald|op (?:mijn|uw|de) rekening)\b[^€0-9]{0,30}$",
    re.I,
)
NEAR = 60


class DisputedAmount(DataRow):
    """The amount as it stands in the letter and where; `several` are those of which nobody can say which one it is."""

    written: str | None = None
    euro: Decimal | None = None
    begin: int = -1
    several: tuple[str, ...] = ()


class _Amount(DataRow):
    written: str
    euro: Decimal
    begin: int
    paid: bool
    asked: bool


def disputed_amount(reading: LetterReading) -> DisputedAmount:
    """The one amount of what an office asks in its letter, or of the words by which a person tells of the decision."""
    for voice in ("overheid", "zelf"):
        told = [one for one in reading.clauses if one.voice == voice and _tells(one)]
        found = [amount for one in told for amount in _amounts(one)]
        if voice == "overheid":
            found = [one for one in found if one.paid]
        if found:
            return _chosen(found)
    return DisputedAmount()


def _tells(one: LetterClause) -> bool:
    return one.role in MAIN or one.role == "kop"


def _chosen(found: list[_Amount]) -> DisputedAmount:
    for many in ([one for one in found if one.asked], [one for one in found if one.paid], found):
        if len({one.euro for one in many}) == 1:
            return DisputedAmount(written=many[0].written, euro=many[0].euro, begin=many[0].begin)
        if many:
            break
    return DisputedAmount(several=tuple(dict.fromkeys(one.written for one in found)))


def _amounts(one: LetterClause) -> list[_Amount]:
    """The amounts of a sentence that are not said to be of something else."""
    found = list[_Amount]()
    words = one.at.text if one.voice == "overheid" else one.head
    for match in _amount.finditer(words):
        value = read_amount(re.sub(r"[^0-9.,]", "", match.group()), "bedrag")
        if value is None or _not_it.search(words[: match.start()]):
            continue
        around = words[max(0, match.start() - NEAR) : match.end() + NEAR]
        found.append(
            _Amount(
                written=" ".join(match.group().split()),
                euro=value,
                begin=one.at.start + match.start(),
                paid=bool(_pay.search(around)),
                asked=bool(_first.search(around)),
            )
        )
    return found


def has_amount(words: str) -> bool:
    """Is there an amount of euros in it?"""
    return bool(_amount.search(words))
