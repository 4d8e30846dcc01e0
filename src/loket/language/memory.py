"""How a message stands to what was said before: small talk, a correction, a request that leans on the last one."""

from collections.abc import Sequence
from dataclasses import dataclass

from loket.language.message import Message
from loket.language.tokens import fold, words

SHORT = 6
"""A request that leans on the last one has at most so many words."""

LAST = -1
"""What a language calls the end of a row among its ordinals."""


@dataclass(frozen=True, slots=True)
class RequestTurn:
    """`body` is the message without the words that announce a correction or a continuation."""

    body: str
    corrects: bool = False
    follows: bool = False
    empty: bool = False


def turn_of(message: Message) -> RequestTurn:
    """Reads how a message begins, and whether it says anything at all."""
    folds = [word.fold for word in message.words]
    if not folds or _small_talk(message, folds):
        return RequestTurn(message.text, empty=True)
    cut = _begins(message, folds, "correction")
    if cut:
        while more := _begins(message, folds[cut:], "correction"):
            cut += more
        if cut == len(folds):
            return RequestTurn(message.text)
        return RequestTurn(_until_end(message, message.text[message.words[cut].start :]), corrects=True)
    if len(folds) <= SHORT and (body := _until_end(message, message.text)) != message.text:
        return RequestTurn(body, corrects=True)
    cut = _begins(message, folds, "follow")
    if cut and cut < len(folds) and len(folds) - cut <= SHORT:
        return RequestTurn(message.text[message.words[cut].start :], follows=True)
    return RequestTurn(message.text)


def thanks(message: Message) -> bool:
    """Whether somebody says thank you."""
    return any(fold(said) == word.fold for said in message.tongue.data["thanks"] for word in message.words)


def greets(message: Message) -> bool:
    """Whether a message begins as small talk does, and asks nothing."""
    return "?" not in message.text and talk_at(message, 0) > 0


def talk_at(message: Message, at: int) -> int:
    """How many words of small talk begin at a word."""
    longest = min(message.tongue.longest_talk, len(message.folds) - at)
    return next((n for n in range(longest, 0, -1) if message.folds[at : at + n] in message.tongue.small_talk), 0)


def nth(message: Message, ids: Sequence[str]) -> str | None:
    """The one of these that a short answer counts out: 2, the second one, the last."""
    if len(message.words) > SHORT:
        return None
    ordinals = {fold(word): number for word, number in message.tongue.data["ordinals"].items()}
    counted = {ordinals[word.fold] for word in message.words if word.fold in ordinals}
    counted |= {int(word.fold) for word in message.words if word.fold.isdigit() and len(message.words) == 1}
    if len(counted) != 1:
        return None
    (at,) = counted
    if at == LAST and all(weight < 1 for weight in message.weights):  # the last one, but not last Thursday
        return ids[-1] if ids else None
    return ids[at - 1] if 0 < at <= len(ids) else None


def _begins(message: Message, folds: Sequence[str], name: str) -> int:
    for phrase in message.tongue.phrases(name):
        if tuple(folds[: len(phrase)]) == phrase:
            return len(phrase)
    return 0


def _until_end(message: Message, text: str) -> str:
    """A text without the words at its end that announce a correction (`three weeks, I mean`)."""
    found = words(text)
    folds = [word.fold for word in found]
    for phrase in message.tongue.phrases("correction_end"):
        if len(phrase) < len(folds) and tuple(folds[-len(phrase) :]) == phrase:
            return text[: found[-len(phrase)].start].rstrip(" ,;")
    return text


def _small_talk(message: Message, folds: Sequence[str]) -> bool:
    """Whether a message is made of greetings, thanks and fillers only."""
    # After thanks, what carries no meaning of its own asks for nothing: `that's everything for today`.
    least = 1.0 if folds[0] in map(fold, message.tongue.data["thanks"]) and "?" not in message.text else 0.0
    at, said = 0, False
    while at < len(folds):
        if step := talk_at(message, at):
            at, said = at + step, True
        elif (message.weights[at] < least or message.weights[at] == 0) and folds[at].replace("'", "").isalpha():
            at += 1
        else:
            return False
    return said
