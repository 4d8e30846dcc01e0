"""Whether a message asks or wishes something by itself: then it is no value of a field that would take any words."""

from loket.language.clauses import clauses, opens
from loket.language.lexicon import asking
from loket.language.memory import talk_at, turn_of
from loket.language.message import Message
from loket.language.tokens import fold

QUOTES = "\"“„«‹'‘"
FEW = 2
"""So few words without a meaning are a clause that only leads to the next (`right, when …`)."""
TITLE = 0.5
"""From this part of its words behind the first on that are large, a text is a name (`Where the Wild Things Are`)."""


def asks_anew(message: Message) -> bool:
    """Whether a message begins as a question does, behind words that say nothing by themselves (`ok how do I …`). What
    is quoted or written as a name is none, whatever it begins with, and so is the value that a question mark only
    doubts (`U9 Hawks?`)."""
    at = _first_meant(message)
    if at >= len(message.words) or message.text.lstrip()[:1] in QUOTES or _is_name(message, at):
        return False
    begun = message.text[message.words[at].start :] if at else turn_of(message).body
    return opens(begun, message.tongue.code) or _contracted(message, at)


def orders(message: Message) -> bool:
    """Whether a clause that asks names what is to be done or told: `sign her up please`."""
    deeds = {one.start for one in message.meanings if one.concept in asking()}
    return any(one.mood == "asks" and not deeds.isdisjoint(one.words) for one in clauses(message))


def _first_meant(message: Message) -> int:
    """The number of the first word behind small talk, marks of going on and a clause of them: `ok`, `right, and …`."""
    tongue, every = message.tongue, clauses(message)
    meant = (one for one in every if len(one.words) > FEW or any(at in one.words for at in message.heavy))
    at = next(meant, every[0]).words.start if every else 0
    joins = tongue.ands | {fold(one) for one in tongue.data["rates"]["but"]}
    while at < len(message.folds):
        talk = talk_at(message, at)
        if not talk and message.folds[at] not in joins:
            return at
        at += talk or 1
    return at


def _contracted(message: Message, at: int) -> bool:
    """Whether this word is one that wonders, drawn together with the verb behind it: `whats the fee`."""
    word, wonders = message.folds[at], map(fold, message.tongue.data["clauses"]["wonders"])
    return word in message.tongue.function and word.endswith("s") and word[:-1] in wonders


def _is_name(message: Message, at: int) -> bool:
    """Whether most words behind this one are large, in a language that writes ordinary words small."""
    behind = [word.text for word in message.words[at + 1 :]]
    large = sum(word[:1].isupper() for word in behind)
    return message.tongue.code != "de" and large > 1 and large >= TITLE * len(behind)
