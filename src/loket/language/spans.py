"""Which clauses of a message are a free text: those that tell something of their own, without the greeting, the order
itself, a question, and what is told for other properties."""

from collections.abc import Collection, Sequence
from itertools import groupby

from loket.language.clauses import Clause, clauses, contrary, questioned
from loket.language.evidence import Evidence
from loket.language.fields import Field
from loket.language.message import Message
from loket.language.names import talk
from loket.language.slots import withdraw
from loket.language.values import EXACT, MEANT

TEXT = frozenset(["text"])

LEAST_BESIDE = 2
"""So many words beside a deed tell more than what is to be done."""


def keep_sure(message: Message, one: Evidence) -> None:
    """Leaves what is sure of the values that are nothing but words, when they have spoken for the skill."""
    _narrow(message, one)
    for listed in (each for each in one.profile.fields if each.kind == "choice" and _general(message, one, each)):
        del one.filled.slots[listed.name], one.filled.places[listed.name]
    withdraw(one.profile.fields, one.filled)


def _general(message: Message, one: Evidence, listed: Field) -> bool:
    """Whether a listed value is named by nothing but a word for all of them: who orders a cake has not told that it is
    one with cream. In the language of the skill that is a word of its own."""
    places, profile = one.filled.places.get(listed.name, range(0)), one.profile
    if not places or one.filled.strength.get(listed.name, EXACT) > MEANT:
        return False
    if message.tongue.code == profile.code and not any(message.stems[at] in profile.stems for at in places):
        return False
    value = next((each for each in listed.values if each.value == one.filled.slots[listed.name]), None)
    meant = {each.concept for each in message.meanings if each.start in places}
    return value is not None and bool(meant & (value.concepts - value.kinds) & profile.topical)


def _narrow(message: Message, one: Evidence) -> None:
    """Leaves of each text that has the whole message what belongs to it. What need not be told is left out where
    nobody knows which of several things is meant; what is needed and not told has no value, and is asked for."""
    filled = one.filled
    for text in (each for each in one.profile.fields if each.kind == "text"):
        if filled.slots.get(text.name) != message.whole.strip():
            continue
        rows = _rows(message, one, text)
        if not rows or (len(rows) > 1 and not text.required):
            del filled.slots[text.name], filled.places[text.name]
            continue
        filled.slots[text.name] = " ".join(_written(message, row, row is rows[-1]) for row in rows)
        filled.places[text.name] = range(rows[0].start, rows[-1].stop)


def _rows(message: Message, one: Evidence, text: Field) -> Sequence[range]:
    """The clauses in a row that tell something."""
    every = [clause for clause in clauses(message) if not talk(message).issuperset(clause.words)]
    # A reason why something is taken away is none of what it is.
    reason = one.profile.taking and not text.required
    telling = (_reasons if reason else _content)(message, one, every)
    if not text.required and any(contrary(message, clause) for clause in telling):
        return ()
    rows = groupby(every, key=lambda clause: clause in telling)
    groups = [list(row) for tells, row in rows if tells]
    found = [range(row[0].words.start, row[-1].words.stop) for row in groups]
    # Of several sentences the first may be no reason, or the last.
    whole = text.required or not any(set(_written(message, row, last=True)) & set(".!\n") for row in found)
    return found if whole else ()


def _reasons(message: Message, one: Evidence, every: Collection[Clause]) -> Collection[Clause]:
    """What tells why: neither the order nor a question, nor what has the value of another property, or beside others a
    figure, nor made of words that the skill knows."""
    used, typed = one.placed(but=TEXT) | one.own, one.placed() | (message.exact if len(every) > 1 else set[int]())
    found = [clause for clause in every if typed.isdisjoint(clause.words) and not questioned(message, clause)]
    return [clause for clause in found if _open(message, clause, used) and not _deed(message, one, clause)]


def _content(message: Message, one: Evidence, every: Collection[Clause]) -> Collection[Clause]:
    """All but a wish that tells no more, and where more is told what asks for a value."""
    used = one.placed(but=TEXT) | message.doing | message.figures
    asks = [clause for clause in every if clause.mood == "asks" and not questioned(message, clause)]
    least = ((clause, LEAST_BESIDE if clause in asks and _deed(message, one, clause) else 1) for clause in every)
    telling = [clause for clause, words in least if len(_open(message, clause, used)) >= words]
    typed = one.placed()
    alone = [c for c in telling if typed.isdisjoint(c.words) or not (c.mood == "asks" or questioned(message, c))]
    return alone or telling


def _open(message: Message, clause: Clause, used: Collection[int]) -> Sequence[int]:
    return [at for at in message.heavy if at in clause.words and at not in used]


def _deed(message: Message, one: Evidence, clause: Clause) -> bool:
    """Whether a clause says in a word of the skill what is to be done."""
    return not (message.doing & one.known).isdisjoint(clause.words)


def _written(message: Message, row: range, last: bool) -> str:
    """The text of clauses in a row, with the mark that ends them where others follow."""
    start, end = message.words[row.start].start, message.words[row.stop - 1].end
    return message.text[start:end] + ("" if last else _mark(message, end))


def _mark(message: Message, end: int) -> str:
    return message.text[end : end + 1].strip() or ","
