"""Letters to and from authorities, pasted on the page and said in a talk: what a program can check of the answer."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rapidfuzz.fuzz import partial_ratio

from loket.core.shapes import is_object
from loket.face.steps import Answer
from loket_demos.overheid.content.letter_parts import parts
from tests.blind.forms import Case, as_written
from tests.blind.rated import SETS, Rated, judged, rows
from tests.blind.talking import SUNDAY, assistant

BODIES = {
    "court": r"rechtbank",
    "toeslagen": r"toeslagen",
    "uwv": r"\buwv\b",
    "svb": r"\bsvb\b",
    "duo": r"\bduo\b",
    "rdw": r"\brdw\b",
    "care office": r"zorgkantoor",
    "kadaster": r"kadaster",
    "province": r"provincie|gedeputeerde",
    "police": r"korpschef|politie",
    "cak": r"\bcak\b",
    "ciz": r"\bciz\b",
    "ind": r"\bind\b",
    "cbr": r"\bcbr\b",
    "water": r"waterschap|gblt",
    "tax": r"belastingdienst|inspecteur",
    "prosecutor": r"officier van justitie|cvom|openbaar ministerie",
    "municipal tax": r"heffingsambtenaar",
    "municipality": r"gemeente|burgemeester",
}
"""Whom an office belongs to; the first that fits."""

WAYS = {"administratief beroep": "beroep", "beroep": "beroep", "verzet": "verzet"}
ALIKE = 85


@dataclass(frozen=True)
class LetterReply:
    """What came of a letter: the words, the structured letter when there is one, and the office."""

    words: str
    result: Mapping[str, Any] | None
    office: str

    @classmethod
    def of(cls, answer: Answer) -> "LetterReply":
        """From the steps of an answer."""
        values = [step.value for step in answer.steps if is_object(step.value)]
        results = [value for value in values if "objection_letter" in value]
        routes = [value["route"]["wie"] for value in values if is_object(value.get("route"))]
        words = "\n".join((answer.text, *(one.text for one in answer.questions)))
        return cls(words, results[-1] if results else None, routes[-1] if routes else "")

    @property
    def draft(self) -> str:
        """The person's own letter."""
        return str(self.result["objection_letter"]) if self.result else ""

    @property
    def grounds(self) -> list[str]:
        """What the person said that stands in the letter, unless it says that no reason is among it."""
        if not self.result or parts().eigen.geen_reden in self.draft:
            return []
        return [one["tekst"] for one in self.result["overview"]["gronden"] if one["tekst"] in self.draft]

    @property
    def offered(self) -> str:
        """What the person is asked about, because it may be somebody else's."""
        return "" if self.result is None else "\n".join(one["tekst"] for one in self.result["overview"]["misschien"])


async def measured(
    by: str = "page",
    folder: str = "overheid",
    read_by: str = "letters",
    today: datetime = SUNDAY,
    forms: Callable[[Case], Sequence[Case]] = as_written,
) -> list[Rated]:
    """Every letter of a folder of the sets, once: on the `page` as it is sent there, or said in a `talk`. `read_by` has
    what a reader found in the answers."""
    rated = list[Rated]()
    async with assistant("overheid", today) as begin:
        for case in (form for row in rows(f"{folder}/letters.jsonl") for form in forms(row)):
            text, talk = (SETS / folder / case["file"]).read_text("utf-8"), begin("")
            answer = await (talk.act("bezwaar/analyse", "bezwaar", text=text) if by == "page" else talk.say(text))
            reply = LetterReply.of(answer)
            faults = _faults(case["expect"], reply)
            seen = _nameless(reply.draft) or reply.words
            read = judged(read_by, case["id"], seen).get("verdict", "")
            group = "first pass" if case["first_pass"] else "second pass"
            words = f"{'; '.join(faults)} | {reply.words} | {reply.draft}"
            verdict, drafted = read or _verdict(faults), bool(reply.draft)
            rated.append(Rated(case["id"], verdict, group, words, drafted, seen))
    return rated


def _nameless(draft: str) -> str:
    """A letter with blanks for who writes it, as readers had it before a letter told that."""
    if not draft:
        return ""
    _, to, day, *rest, _ = draft.split("\n\n")
    blank = "[Uw naam]\n[Uw adres]\n[Uw postcode en woonplaats]"
    return "\n\n".join((blank, to, f"[Plaats],{day.partition(',')[2]}", *rest, "[Uw naam]"))


def _verdict(faults: Sequence[str]) -> str:
    kinds = {fault.partition(":")[0] for fault in faults}
    return next((kind for kind in ("wrong", "refused", "asked") if kind in kinds), "right")


def _faults(expect: Mapping[str, Any], reply: LetterReply) -> list[str]:
    if not reply.draft:
        nothing = expect["way"] == "none" or "none" in expect.get("way_accept", ())
        language = "niet in het Nederlands" in reply.words
        if reply.result is not None:
            return ["asked: before a letter is made"]
        return ["refused: no letter made"] if language or not nothing else []
    assert reply.result is not None
    two = ["wrong: one decision of two"] if expect.get("also") else []
    return [*two, *_addressed(expect, reply), *_timed(expect, reply.result["overview"]), *_grounded(expect, reply)]


def body(office: str) -> str:
    """Whom an office belongs to; empty for one that is none of them."""
    return next((name for name, pattern in BODIES.items() if re.search(pattern, office, re.IGNORECASE)), "")


def _addressed(expect: Mapping[str, Any], reply: LetterReply) -> list[str]:
    assert reply.result is not None
    way, ways = str(reply.result["overview"].get("soort", "bezwaar")), [expect["way"], *expect.get("way_accept", ())]
    faults = list[str]()
    if way not in {next((short for long, short in WAYS.items() if one.startswith(long)), one) for one in ways}:
        faults.append(f"wrong: way {way}")
    if way == "beroep" and "bezwaar" in reply.draft.lower():
        faults.append("wrong: an appeal that is called an objection")
    offices = [expect["office"] or "", *expect.get("office_accept", ())]
    if not body(reply.office):
        return [*faults, "asked: office"] if body(offices[0]) else faults
    right = body(reply.office) in {body(one) for one in offices}
    return faults if right else [*faults, f"wrong: office {reply.office}"]


def _timed(expect: Mapping[str, Any], seen: Mapping[str, Any]) -> list[str]:
    term, faults = seen.get("termijn"), list[str]()
    days = {expect["deadline"], *(one[:10] for one in expect.get("deadline_alternatives", ()))}
    if term is None:
        if expect["deadline"]:
            faults.append("asked: deadline")
    else:
        if term["laatste_dag"] not in days:
            faults.append(f"wrong: deadline {term['laatste_dag']}")
        if term["besluit"] not in expect.get("decision_date_accept", [expect["decision_date"]]):
            faults.append(f"wrong: date {term['besluit']}")
        if expect["late"] is not None and (term["stand"] == "te_laat") != expect["late"]:
            faults.append("wrong: late or not")
    amounts = [expect["amount"], *expect.get("amount_accept", ())]
    if (amount := _euros(seen.get("bedrag") or "")) is not None and amount not in amounts:
        faults.append(f"wrong: amount {amount}")
    return faults


def _grounded(expect: Mapping[str, Any], reply: LetterReply) -> list[str]:
    quotes: Sequence[str] = expect["reason_quotes"]
    if not reply.grounds:
        return ["asked: reasons"] if quotes or reply.offered else []
    if not quotes:
        return ["wrong: reasons nobody gave"]
    first = quotes[0].lower()
    if partial_ratio(reply.offered.lower(), first) >= ALIKE:
        return ["asked: whether it is a reason"]
    used = partial_ratio("\n".join(reply.grounds).lower(), first) >= ALIKE
    return [] if used else ["wrong: the first reason is left out"]


def _euros(text: str) -> float | None:
    found = re.search(r"\d[\d.]*(?:,\d{1,2})?", text)
    return float(found[0].rstrip(".").replace(".", "").replace(",", ".")) if found else None
