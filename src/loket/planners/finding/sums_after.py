"""A sum that goes on from the one before: with its result, another figure in the place of one, or a part taken off."""

import re
from collections.abc import Sequence

from loket.language.amounts import read as figure_read
from loket.language.arithmetic import value_of
from loket.language.clauses import clauses
from loket.language.languages import language
from loket.language.message import Message
from loket.language.tokens import LANGUAGES, fold
from loket.planners.finding.bills import bill, is_bill, prices, tells_figures
from loket.planners.finding.reckoning import OFF, PARTS, in_figures, in_signs, is_small, part_of, sum_in
from loket.planners.finding.words import FindingWords

LONGEST = 80
"""A longer sum is none that a person asks for in passing."""
FEW = 2
"""So many words of a meaning may say what a part is taken off for (`with 10% off for siblings`)."""

RECENT, SHORT = 2, 10
"""So many messages back prices are gone on with, by a message of at most so many words."""


def told_sum(text: str, said: FindingWords) -> str:
    """The only sum of a message, in figures or as people tell a bill; empty when there is none."""
    return sum_in(text, said) or bill(text, said)


def sum_after(text: str, before: Sequence[str], said: FindingWords) -> str:
    """The sum that a fragment makes of the one right before: it goes on with the result (`and divided by 3?`), or puts
    another figure in the place of one (`and of 240?`). `before` are the earlier messages, the newest first."""
    last = (told_sum(before[0], said) or sum_after(before[0], before[1:], said)) if before else ""
    if not last or len(last) > LONGEST:
        return ""
    if (pointed := _pointing(text, last, said)) and (found := told_sum(pointed, said)):
        return found
    if less := _taken_off(text, last, said):
        return less
    if factor := _factor(_without_joins(text), said):
        return f"{_base(last)} {factor}"
    signed = in_signs(f"0 {in_figures(_without_joins(text), said)}", said)
    parts = list(PARTS.finditer(signed))[1:]
    told = [part_of(one, said.code) for one in parts]
    rest = PARTS.sub(" ", signed)
    # What is divided is so between some of a kind: `between two families`.
    kinds = 1 if told[:1] == ["/"] and parts[-1].end() < len(signed) else 0
    if not any(is_small(rest, language(one), kinds) for one in LANGUAGES):
        return ""
    first, *others = last.split()
    match [bool(one["figure"]) for one in parts]:
        case [False, True]:
            return f"{last} {told[0]} {told[1]}" if told[0] in "+-" or not {"+", "-"} & set(others) else ""
        case [True] if others[-4:-1] == ["/", "100", "*"]:  # what it is a part of
            return " ".join((first, *others[:-1], told[0]))
        case [True, False]:
            return " ".join((told[0], *others)) if others[0] == told[1] else ""
        case _:
            pass
    return ""


def goes_on_reckoning(text: str, before: Sequence[str], said: FindingWords) -> bool:
    """Whether a message with a figure goes on with prices that were told right before, and is about nobody else: its
    sum may not be plain, and nothing is looked up for it. `before` are the earlier messages, the newest first."""
    told = any(told_sum(one, said) or is_bill(one, said) or len(prices(one, said)) > 1 for one in before[:RECENT])
    return told and tells_figures(text, said) and len(text.split()) <= SHORT


def _taken_off(text: str, last: str, said: FindingWords) -> str:
    """A part taken off the last sum (`and with 10% off for siblings?`); empty where more than that is told or asked."""
    less = "|".join(re.escape(word).replace("%", r"\s*%") for word, sign in said.signs.items() if sign == OFF)
    take = "|".join(map(re.escape, said.less))
    found = re.search(rf"(?<![\d.,])(\d{{1,2}})(?:\s+|(?=%))(?:{less})(?!\w)", text, re.IGNORECASE)
    found = found or re.search(rf"\b(?:{take})\s+(\d{{1,2}})\s?%(?!\s*\w+\s+[€£$]?\d)", text, re.IGNORECASE)
    rest = text.replace(found[0], " ", 1) if found is not None else ""
    if found is None or any(sign.isdigit() for sign in rest):
        return ""
    message = said.read(text)
    asks = any(one.mood == "wonders" for one in clauses(message)) or _of_one(message)
    return "" if asks or len(said.read(rest).heavy) > FEW else f"{100 - int(found[1])} / 100 * {_value(last)}"


def _of_one(message: Message) -> bool:
    """Whether a message speaks of one of several (`for the second one`): of how much that is nobody knows."""
    data = message.tongue.data
    others = {word for name in ("ordinals", "other_one") for one in data[name] for word in fold(one).split()}
    return not others.isdisjoint(message.folds)


def _base(last: str) -> str:
    """The last sum as the next one begins with it: what it came to, where it has parts that are added."""
    return _value(last) if {"+", "-"} & set(last.split()) else last


def _value(last: str) -> str:
    """What a sum comes to; the sum itself where that can't be worked out, as nothing can that goes on from it."""
    try:
        return f"{float(value_of(last)):.2f}".removesuffix(".00")
    except ZeroDivisionError:
        return last


def _factor(text: str, said: FindingWords) -> str:
    """What a fragment makes of the sum before (`half of it`, `twice that`); empty where it asks for more."""
    low = f" {text.lower()} "
    factor = max((one for one in said.factors if f" {one} " in low), key=len, default="")
    rest = low.replace(f" {factor} ", " ", 1)
    return said.factors[factor] if factor and any(is_small(rest, language(one)) for one in LANGUAGES) else ""


def _pointing(text: str, last: str, said: FindingWords) -> str:
    """The text with what the last sum came to in the place of the word that points there (`take 10% off that`)."""
    points = "|".join(re.escape(one) for code in LANGUAGES for one in language(code).data["all_that"])
    if (value := _value(last)) == last:
        return ""
    written = value if figure_read(value, said.code) == float(value) else value.replace(".", ",")
    whole, count = re.subn(
        rf"(?<=\s)(?:{points})\b", written, text.strip().rstrip("?!. "), count=1, flags=re.IGNORECASE
    )
    return whole if count else ""


def _without_joins(text: str) -> str:
    """The text without the word that it goes on with, in any language, and without a mark at its end."""
    ands = {one for code in LANGUAGES for one in language(code).ands}
    first, _, rest = text.strip().rstrip("?!. ").partition(" ")
    return rest if fold(first) in ands else text.strip().rstrip("?!. ")
