"""Which amount in a letter is the one in dispute: the only one that must be paid, or the one that the others make.

Where several could be it, the person is asked. Amounts in a person's reasons are never it, nor those in an order to
whoever reads this."""

import re
from decimal import Decimal

from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.letter_clauses import LetterClause
from loket_demos.overheid.content.letter_reading import LetterReading
from loket_demos.overheid.content.written_amounts import WrittenAmount, adding_up, written_amounts

_pay = re.compile(
    r"\b(?:terug ?(?:te )?betalen|(?:na|bij)?betalen|te betalen|terugbetaling|terugvorder\w*|vordert?|vorderen"
    r"|terug van mij|\w*boete|naheffing\w*|\w*aanslag|\w*bon|bekeuring|bedrag|opgelegd|verschuldigd|vastgesteld op"
    r"|\w*heffing|bijdrage|betaalt)\b",
    re.I,
)
_asked = re.compile(
    r"\b(?:terug ?(?:te )?betalen|(?:na|bij)?betalen|betaalt|terug van (?:mij|u)|vordert?|vorderen|totaal\w*|totale)\b",
    re.I,
)
_not_it = re.compile(
    r"\b(?:voorschot|recht op|\w*inkomen|vermogen|spaargeld|huur|salaris|loon|verdien\w*|administratiekosten|aftrek"
    r"|waarvan|kreeg u|u kreeg|al betaald|op (?:mijn|uw|de) rekening)\b[^€0-9]{0,30}$",
    re.I,
)
_per = re.compile(r"^ ?(?:per \w|(?:elke?|iedere?) \w|/ ?\w|p/?[mju]\b|(?:een|'n) (?:uur|maand|week|dag)\b)", re.I)
_rate = re.compile(
    r"\b(?:\w*tarief|\w*uurloon)(?: (?:van|is|was|op|bedraagt))?[ :]{0,3}$|\b(?:per|elke|iedere) \w+ ?$", re.I
)
"""It is paid for each of something, and is not all that is at issue."""
A_LINE = 3
"""Words of a line that has nothing but an amount."""


class DisputedAmount(DataRow):
    """The amount as it stands in the letter and where; `several` are those of which nobody can say which one it is."""

    written: str | None = None
    euro: Decimal | None = None
    begin: int = -1
    several: tuple[str, ...] = ()


def disputed_amount(reading: LetterReading) -> DisputedAmount:
    """The one amount of what an office asks in its letter, or of the words by which a person tells of the decision."""
    for voice in ("overheid", "zelf"):
        told = [one for one in reading.clauses if one.voice == voice and _tells(one)]
        found = [amount for one in told for amount in written_amounts(one.at.text, one.at.start)]
        found = [one for one in found if one.euro and not _is_rate(one)]
        if voice == "overheid" and not any(_pay.search(one.label) or _asked.search(one.label) for one in found):
            continue
        if found:
            return _chosen(found)
    return DisputedAmount()


def _tells(one: LetterClause) -> bool:
    return one.voice == "overheid" or one.head or len(one.low.split()) <= A_LINE or bool(_pay.search(one.low))


def _is_rate(one: WrittenAmount) -> bool:
    return bool(_per.search(one.after) or _rate.search(one.before))


def _chosen(found: list[WrittenAmount]) -> DisputedAmount:
    """The only one; or that which the others make and that is said to be paid; or the only one that can be paid."""
    open_ = [one for one in found if not _not_it.search(one.before)]
    asked = [one for one in open_ if _asked.search(one.label)]
    for sure in (found, [one for one in adding_up(found) if one in asked], open_ if asked else []):
        if len({one.euro for one in sure}) == 1:
            return DisputedAmount(written=sure[0].written, euro=sure[0].euro, begin=sure[0].begin)
    return DisputedAmount(several=tuple(dict.fromkeys(one.written for one in open_ or found)))
