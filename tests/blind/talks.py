"""Talks with the map, the club and the personal assistant, by the rules of the set; facts are as a reader judged."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from loket.face.dialogue import Dialogue
from loket.house.bundle import Bundle, Services
from loket_demos.urmston.components import bundle as urmston
from tests.blind import scoring
from tests.blind.rated import Rated, judged, rows
from tests.blind.talking import MONDAY, NEXT_SUNDAY, SATURDAY, assistant
from tests.sogis.talking import Talk, talking

ASSISTANTS = {"personal": "urmston", "club": "urmston.club"}
CANNOT = re.compile(
    r"\b(can(no|')t|could(n't| not)|do(n't| not) (know|have)|only (answer|help)|unable|nothing about|not something)"
    r"|has no word"
    r"|kan (ik )?(niet|geen)|heb geen|kann (ich )?(nicht|keine?n?)|keinen|não (consigo|posso|encontrei|sei)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Turn:
    """What came of one turn, in the form that the rules of the set read."""

    text: str
    kind: str
    acts: tuple[str, ...] = ()


def monday(services: Services) -> Bundle:
    """The club and the personal assistant on the day that most of the talks are of."""
    return urmston(services, today=MONDAY.date)


def saturday(services: Services) -> Bundle:
    """The same on the day of the third and the fourth set."""
    return urmston(services, today=SATURDAY.date)


def sunday(services: Services) -> Bundle:
    """The same on the day of the fifth set."""
    return urmston(services, today=NEXT_SUNDAY.date)


DAYS = {MONDAY: monday, SATURDAY: saturday, NEXT_SUNDAY: sunday}


async def of_urmston(folder: str = "talks", today: datetime = MONDAY) -> list[Rated]:
    """The talks in English and some others, with the club's agent and with the assistant that finds it."""
    rated = list[Rated]()
    async with assistant("urmston", today, f"{__name__}:{DAYS[today].__name__}") as begin:
        for case in rows(f"{folder}/urmston.jsonl"):
            talk = begin(ASSISTANTS[case["agent"]])
            turns = [await _turn(talk, turn["say"]) for turn in case["turns"]]
            rated += _rated(folder, case, turns, case["agent"])
    return rated


async def of_sogis(name: str = "sogis", folder: str = "talks") -> list[Rated]:
    """The talks with the map over its own door, each in a session of its own."""
    rated = list[Rated]()
    with TemporaryDirectory(prefix="blind-") as data:
        async with talking(Path(data)) as there:
            for case in rows(f"{folder}/{name}.jsonl"):
                talk = there.other(session=case["id"])
                turns = [await _mapped(talk, turn["say"]) for turn in case["turns"]]
                rated += _rated(folder, case, turns, case.get("style", ""))
    return rated


async def _turn(talk: Dialogue, text: str) -> Turn:
    answer = await talk.say(text)
    labels = [label for one in answer.questions for label in one.choices.values()]
    asked = [one.text for one in answer.questions if one.text not in answer.text]
    words = "\n".join((answer.text, *asked, *labels))
    return Turn(words, "ask" if answer.questions else "cannot" if CANNOT.search(words) else "answer")


async def _mapped(talk: Talk, text: str) -> Turn:
    told = await talk.say(text)
    choices = [choice for step in told["steps"] for choice in step["choices"]]
    actions = [one for step in (*told["steps"], *choices) for one in step.get("mapActions") or ()]
    words = [step["message"] for step in told["steps"]] + [choice["label"] for choice in choices]
    return Turn("\n".join(words), told["overallStatus"], tuple(action["type"] for action in actions))


VERDICTS = {0: "right", 1: "asked", 5: "wrong"}


def _rated(folder: str, case: Mapping[str, Any], turns: list[Turn], group: str) -> list[Rated]:
    rated = list[Rated]()
    for number, (rules, turn) in enumerate(zip(case["turns"], turns, strict=True), start=1):
        id = f"{case['id']}.{number}"
        facts: dict[str, bool] = judged(folder, id, turn.text).get("facts", {})
        harm: int = scoring.talk(rules, {**asdict(turn), "facts": facts})
        refused = harm == 1 and turn.kind in ("cannot", "error")
        verdict = "refused" if refused else VERDICTS[harm]
        words, acted = f"{turn.kind} {turn.acts} {turn.text}", turn.kind in ("answer", "ok")
        rated.append(Rated(id, verdict, group, words, acted, turn.text))
    return rated
