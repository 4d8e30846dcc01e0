"""What an answer or a correction adds to a request that waits: what is in doubt in it is asked again."""

from dataclasses import dataclass

from loket.core.data import JsonObject
from loket.language.memory import RequestTurn
from loket.language.message import Message
from loket.language.profile import Profile
from loket.language.skill import PendingRequest
from loket.language.slots import Filled, fill, missing


@dataclass(frozen=True, slots=True)
class Addition:
    """The values of the request with those of the message, what `came` with it, and what is asked `again`."""

    slots: JsonObject
    came: tuple[str, ...]
    again: frozenset[str]


def added(body: Message, turn: RequestTurn, pending: PendingRequest, asked: Profile) -> Addition | None:
    """What a message adds; nothing when it tells no value. A correction that cannot be read leaves what is missing."""
    wanted = [one for one in asked.fields if one.name in pending.missing]
    answer = fill(body, wanted, asked.code, asked.known, bare=not turn.corrects) if wanted else Filled()
    every = fill(body, asked.fields, asked.code, asked.known)
    given, open_ = dict(_sure(answer)), set(answer.slots).difference(_sure(answer))
    for name, value in every.slots.items():
        if name not in given and (turn.corrects or turn.follows or name not in pending.slots):
            if name in _sure(every):
                given[name] = value
            else:
                open_.add(name)
    open_ -= given.keys()
    if not given and not open_ and not (turn.corrects and missing(asked.fields, pending.slots)):
        return None
    slots = {name: value for name, value in {**pending.slots, **given}.items() if name not in open_}
    return Addition(slots, tuple(given), frozenset(open_.intersection((*pending.missing, *pending.slots))))


def _sure(filled: Filled) -> JsonObject:
    """The values without those in doubt; of what is only guessed the question says which it is."""
    doubtful = filled.doubtful - filled.guessed
    return {name: value for name, value in filled.slots.items() if name not in doubtful}
