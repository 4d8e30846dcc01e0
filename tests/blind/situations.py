"""Sentences about allowances: the amount is right to the euro, or something is asked, or it is said not to be known."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from loket.face.steps import Answer
from tests.blind.forms import Case, as_written
from tests.blind.rated import Rated, rows
from tests.blind.talking import SUNDAY, assistant, talked

_AMOUNT = re.compile(
    r"€?\s*([0-9][0-9.]*)(?:,[0-9]{2})?\s*(?:euros?)?\s+(?:per maand|a month|im Monat|por mês)", re.IGNORECASE
)
_NO_RIGHT = re.compile(
    r"\bgeen (?:recht\b|(?:zorgtoeslag|huurtoeslag|kindgebonden budget|kinderopvangtoeslag)\b)", re.IGNORECASE
)
ASKED_FOR = {
    "year": r"\bjaar\b",
    "income": r"inkomen|verdien",
    "household": r"partner|huishouden|samen",
    "rent": r"huur",
    "children": r"kind",
    "age": r"leeftijd|oud",
    "scheme": r"welke toeslag",
    "hours": r"\buren\b",
    "price": r"prijs|tarief",
}
"""The words by which something is asked for."""


@dataclass(frozen=True)
class AllowanceReply:
    """How a sentence was answered: with monthly amounts, with a question, or with neither."""

    words: str
    amounts: tuple[float, ...]
    asks: bool

    @classmethod
    def of(cls, answer: Answer) -> "AllowanceReply":
        """From what came of it. The list of what was assumed has amounts of its own: those are no answers."""
        text = "\n".join((answer.text, *(one.text for one in answer.questions)))
        answered = "\n".join(line for line in text.splitlines() if not line.startswith("- "))
        amounts = tuple(float(one.replace(".", "")) for one in _AMOUNT.findall(answered))
        return cls(text, amounts or ((0.0,) if _NO_RIGHT.search(answered) else ()), bool(answer.questions))

    @property
    def kind(self) -> str:
        """As the set names it."""
        return "amount" if self.amounts else "ask" if self.asks else "refuse"


async def measured(
    folder: str = "overheid", today: datetime = SUNDAY, forms: Callable[[Case], Sequence[Case]] = as_written
) -> list[Rated]:
    """Every situation of a folder of the sets, asked once."""
    rated = list[Rated]()
    async with assistant("overheid", today) as begin:
        for case in (form for row in rows(f"{folder}/situations.jsonl") for form in forms(row)):
            (answer,) = await talked(begin, [case["text"]])
            reply = AllowanceReply.of(answer)
            group = "first pass" if case["first_pass"] else "second pass"
            acted = reply.kind == "amount"
            rated.append(Rated(case["id"], _verdict(case["expect"], reply), group, reply.words, acted))
    return rated


def _verdict(expect: Mapping[str, Any], reply: AllowanceReply) -> str:
    parts = [expect, *({"must_ask": (), **one} for one in expect.get("also", ()))]
    verdicts = [_of_part(part, reply) for part in parts]
    if len(parts) > 1 and reply.kind == "amount" and not all(_is_named(part, reply) for part in parts):
        return "wrong"
    return next((one for one in ("wrong", "refused", "asked") if one in verdicts), "right")


def _of_part(expect: Mapping[str, Any], reply: AllowanceReply) -> str:
    wanted = expect["acceptable"]
    acceptable: Sequence[str] = [wanted] if isinstance(wanted, str) else wanted
    if reply.kind == "amount":
        exact = bool({"amount", "amounts"} & set(acceptable)) and _same(expect, reply)
        others = expect.get("accepted_alternatives", ())
        return "right" if exact or any(_same(other, reply) for other in others) else "wrong"
    if reply.kind == "ask" and expect["must_ask"]:
        patterns = [ASKED_FOR.get(one, one) for one in map(str, expect["must_ask"])]
        return "right" if any(re.search(one, reply.words, re.IGNORECASE) for one in patterns) else "asked"
    if reply.kind in acceptable:
        return "right"
    return "asked" if reply.asks else "refused"


def _is_named(part: Mapping[str, Any], reply: AllowanceReply) -> bool:
    return str(part["scheme"]).replace("_", " ") in reply.words.lower()


def _same(expect: Mapping[str, Any], reply: AllowanceReply) -> bool:
    """Whether the amount is there; of several allowances (`amounts`), that of each beside its name."""
    amount, year, each = expect.get("amount_month"), expect.get("year"), expect.get("amounts")
    if (amount is None and not each) or (year is not None and str(year) not in reply.words):
        return False
    if each and not all(
        _is_named({"scheme": name}, reply) and _is_there(want, expect, reply) for name, want in each.items()
    ):
        return False
    wanted: Sequence[float] = amount if isinstance(amount, list) else [amount] if amount is not None else []
    return not wanted or any(_is_there(want, expect, reply) for want in wanted)


def _is_there(want: float | None, expect: Mapping[str, Any], reply: AllowanceReply) -> bool:
    """None is an allowance that can't be computed: it is enough that it is named."""
    return want is None or any(abs(one - want) <= expect.get("tolerance_month", 0) for one in reply.amounts)
