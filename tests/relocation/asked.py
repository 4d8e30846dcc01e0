"""Asks each question of a set in a conversation of its own, and says who answered it, or what else came of it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from loket.core.actions import Action, Ask, Call
from loket.core.events import Decided
from loket.core.record import Record
from loket.testing import Dialogue, talking
from tests.relocation.talking import RELOCATION

ASKED, SAID = frozenset(["ask"]), frozenset(["say"])


@dataclass(frozen=True)
class Question:
    """`want`: alternatives, each the specialists that answer together, or `ask`, `say` or `law` alone."""

    text: str
    want: tuple[frozenset[str], ...]


def wanted(text: str) -> tuple[frozenset[str], ...]:
    """`a+b | c`; greetings and what is out of scope are both answered without a specialist."""
    plain = text.replace("direct", "say").replace("out", "say")
    return tuple(frozenset(one.strip() for one in either.split("+")) for either in plain.split("|"))


async def came(talk: Dialogue, text: str) -> frozenset[str]:
    """Who answered a message that begins a conversation."""
    talk.conversation, talk.log = await talk.host.start(talk.owner, talk.assistant), ()
    await talk.say(text)
    actions = list(decided(talk.log))
    who = {task.to for action in actions if isinstance(action, Call) for task in action.tasks}
    law = {"law" for action in actions if isinstance(action, Call) and action.tools}
    return frozenset(who | law) or (ASKED if any(isinstance(action, Ask) for action in actions) else SAID)


def decided(log: Iterable[Record], scope: str = "/") -> Iterable[Action]:
    """What was decided in a scope."""
    return (record.event.action for record in log if isinstance(record.event, Decided) and record.scope == scope)


def verdict(who: frozenset[str], want: Sequence[frozenset[str]]) -> str:
    """`asked` and `refused` do no harm; `part` answers a part, or more than was asked; `wrong` something else."""
    if who in want:
        return "right"
    if who == ASKED:
        return "asked"
    if who == SAID:
        return "refused"
    return "part" if any(who & one for one in want) else "wrong"


async def scored(questions: Iterable[Question]) -> tuple[Counter[str], list[str]]:
    """How many came to what, and a line for each that was not right."""
    counts, lines = Counter[str](), list[str]()
    async with talking(RELOCATION) as talk:
        for one in questions:
            who = await came(talk, one.text)
            judged = verdict(who, one.want)
            counts[judged] += 1
            if judged != "right":
                lines.append(
                    f"{judged}: {one.text} -> {'+'.join(sorted(who))}, not {[sorted(way) for way in one.want]}"
                )
    return counts, lines
