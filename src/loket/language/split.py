"""Parts a message with several requests at its connectives: only where both sides clearly ask for different skills."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from loket.core.data import JsonObject
from loket.language.clauses import opens, orders
from loket.language.corrections import cues
from loket.language.evidence import Evidence
from loket.language.fields import fits
from loket.language.languages import alternatives, language
from loket.language.message import Message
from loket.language.skill import Thresholds, Understanding
from loket.language.slots import missing
from loket.language.tokens import flat

MOST_STEPS = 4
MOST_CUTS = 8
"""Connectives tried for each step; a message with more is a story."""

MOST_NAMED = 2
"""So many words may follow the code of a group as its name."""

SHARED = frozenset(["group", "plot", "address", "place", "age", "coordinate"])
"""Kinds of slots that say what the whole message is about."""

ASKS, SAID = 0.8, 0.4
"""So much must words say of what a skill does or is called for them to ask for it, and for that to be asked back."""

LITTLE = 0.3
"""Of a side that scores less for the skill that was chosen, it says next to nothing."""


@dataclass(frozen=True, slots=True)
class Weighing:
    """How a part of a message is weighed: `roughly` by its words, without its slots, which is half the work."""

    wholly: Callable[[str], Sequence[Evidence]]
    roughly: Callable[[str], Sequence[Evidence]]
    read: Callable[[str], Message]


def halves(message: Message, weigh: Weighing, thresholds: Thresholds) -> list[str]:
    """The requests of a message in order; empty when it is one."""
    steps = _parted(message.text, message.tongue.code, weigh, thresholds)
    return steps if len(steps) > 1 else []


def neglected(message: Message, weigh: Weighing, single: Understanding, thresholds: Thresholds) -> Evidence | None:
    """The skill that one side of a connective asks for in words, of which the one that was chosen says next to nothing
    and takes no value: a second wish, asked too weakly to be done, which must not be dropped for that."""
    chosen, slots, text = single.skills[0], single.slots[0], message.text
    cuts = [(left, right) for left, right, _ in _cuts(text, message.tongue.code)]
    # A full stop parts what is told from what is asked; only a word joins two wishes.
    worded = [cut for cut in cuts if any(map(str.isalpha, text.strip()[len(cut[0]) : -len(cut[1])]))]
    worded += [
        (text[: message.words[cue.start].start], text[message.words[cue.stop - 1].end :]) for cue in cues(message)
    ]
    for cut in worded:
        # `… and can I …`: what is joined so asks for itself, and so may what it is joined to.
        opening = [opens(side, message.tongue.code) for side in cut]
        for side, asks in zip(cut, (all(opening), opening[1]), strict=True):
            # An order asks for what takes its values, whatever verb it has.
            own = asks or (orders(weigh.read(side)) and any(one.filled.clear for one in weigh.wholly(side)[:1]))
            asking = own or any(one.acts >= SAID and one.profile.skill.id != chosen for one in weigh.roughly(side)[:1])
            if not asking or not weigh.wholly(side):
                continue
            best, *others = weigh.wholly(side)
            mine = next((one for one in others if one.profile.skill.id == chosen), None)
            if best.profile.skill.id == chosen or (best.acts < SAID and not own):
                continue
            said = 0.0 if mine is None else mine.score
            takes = any(str(value) in side for value in slots.values())
            if (own or not takes) and said < min(LITTLE, best.score - thresholds.least):
                return best
    return None


def sequence(text: str, code: str) -> bool:
    """Whether a message says that one thing comes after another."""
    return _patterns(code)[1].search(flat(text)) is not None


def _parted(text: str, code: str, weigh: Weighing, thresholds: Thresholds) -> list[str]:
    steps: list[str] = []
    rest = text
    while len(steps) + 1 < MOST_STEPS:
        cut = next(
            (
                (left, right)
                for left, right, in_turn in _cuts(rest, code)
                if _two_requests(left, right, weigh, thresholds, in_turn)
            ),
            None,
        )
        if cut is None:
            break
        steps.append(cut[0])
        rest = cut[1]
    return [*steps, rest]


def _cuts(text: str, code: str) -> Iterator[tuple[str, str, bool]]:
    for match in islice(_patterns(code)[0].finditer(flat(text)), MOST_CUTS):
        left, right = text[: match.start()].strip(), text[match.end() :].strip()
        # The pattern sees no accents, but in Portuguese `é` joins nothing, and `também` does.
        said = text[match.start() : match.end()].lower().strip(" ,;.?!\n\t")
        if left and right and (said.isascii() or said in language(code).data["split"]):
            yield left, right, sequence(match.group(), code)


def _lists_groups(before: Message, after: Message) -> bool:
    """Whether a group stands on either side of a connective (`the U10 Lions and the U12 Panthers`): they are listed."""
    last = max((before.over(one.start, one.end).stop for one in before.ages if one.kind == "group"), default=None)
    first = min((after.at(one.start) for one in after.ages if one.kind == "group"), default=None)
    if last is None or first is None or len(before.words) - last > MOST_NAMED:
        return False
    return not any(after.weights[:first])


def _two_requests(before: str, after: str, weigh: Weighing, thresholds: Thresholds, in_turn: bool) -> bool:
    if not in_turn and _lists_groups(weigh.read(before), weigh.read(after)):
        return False
    if not in_turn and not (_may_ask(weigh.roughly(before)) and _may_ask(weigh.roughly(after))):
        return False
    left = weigh.wholly(before)
    if not _clear(left, thresholds, in_turn) or not (in_turn or _asks(left[0])):
        return False
    right = weigh.wholly(after)
    if not _clear(right, thresholds, in_turn) or left[0].profile.skill.id == right[0].profile.skill.id:
        return False
    return in_turn or (_asks(right[0]) and _whole(left[0], right[0]))


def _asks(one: Evidence) -> bool:
    """Whether words speak of what the skill does or is called, not only of things it deals with."""
    return one.acts >= ASKS


def _may_ask(side: Sequence[Evidence]) -> bool:
    return any(map(_asks, side))


def _whole(left: Evidence, right: Evidence) -> bool:
    """Whether nothing required is missing or in doubt when each side may use what the other told."""
    told = {**left.filled.clear, **right.filled.clear}
    return not any(
        missing(one.profile.fields, {**told, **one.filled.clear, **shared_slots(one, [other], one.filled.clear)})
        for one, other in ((left, right), (right, left))
    )


def joint_slots(steps: Sequence[Evidence], parts: Sequence[Message]) -> list[JsonObject]:
    """The slots of each step, with what the others told under the same name, or of the same kind. A part that names a
    thing takes over what stands before it, as `there` and `it` do, but of a wish that comes after it only what all of
    the message is about: what it named may be a value that nobody knew."""
    found: list[JsonObject] = []
    for at, one in enumerate(steps):
        mine, kinds = dict(one.filled.clear), {field.name: field.kind for field in one.profile.fields}
        for j, other in enumerate(steps):
            own = j > at and _names(parts[at])
            for name, value in other.filled.clear.items() if j != at else ():
                kind = kinds.get(name, "text")
                if name not in mine and (kind in SHARED if own else kind not in ("date", "text", "query")):
                    mine[name] = value
        found.append(mine | shared_slots(one, [*steps[:at], *steps[at + 1 :]], mine))
    return found


def _names(part: Message) -> bool:
    """Whether a part names a thing, beside what is to be done."""
    return not part.doing.issuperset(part.heavy)


def shared_slots(one: Evidence, others: Sequence[Evidence], mine: JsonObject) -> JsonObject:
    """What a step may take over from the others under another name: a team is a team, whatever it is called."""
    found: JsonObject = {}
    for wanted in one.profile.fields:
        if wanted.kind not in SHARED or wanted.name in mine or not wanted.required:
            continue
        for other in others:
            for field in other.profile.fields:
                value = other.filled.slots.get(field.name)
                if value is not None and field.kind == wanted.kind and fits(wanted, value):
                    found.setdefault(wanted.name, value)
    return found


def _clear(side: Sequence[Evidence], thresholds: Thresholds, in_turn: bool) -> bool:
    """Whether one side alone would be carried out: it names a skill in words. After a word like `then` it is enough
    that a telling slot does."""
    if not side:
        return False
    best = side[0]
    named = best.score >= thresholds.split and best.outright >= 0.35
    if not named and not (in_turn and best.telling and best.score >= thresholds.least and not best.astray):
        return False
    return len(side) < 2 or best.score - side[1].score >= thresholds.margin * best.score


@lru_cache(maxsize=8)
def _patterns(code: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    data = language(code).data
    joins = alternatives(data["split"])
    parting = re.compile(rf"\s*[,;.?!]\s+(?:{joins})\s+|\s+(?:{joins})\s+|[;.?!]\s+")
    return parting, re.compile(rf"\b(?:{alternatives(data['sequence'])})\b")
