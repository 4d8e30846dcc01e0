"""Which of several choices words mean: by what it is called, by its place in the row, or by a word of it."""

from collections.abc import Sequence
from dataclasses import replace

from loket.core.actions import Choice
from loket.language import fill, read
from loket.language.consent import agrees
from loket.language.dates import ANY_DAY
from loket.language.fields import fields_of
from loket.language.languages import language
from loket.language.memory import nth
from loket.language.tokens import LANGUAGES, fold, words

NONE_OF = "none_of_these"
"""The id of the choice that is none of the others."""


def picked(text: str, choices: Sequence[Choice], locale: str) -> str | None:
    """The id of the choice that a text means where none may be taken, too: what says no and names one at once, or may
    count out the last one or none, means nothing that is sure."""
    others = [choice for choice in choices if choice.id != NONE_OF]
    every, one = chosen(text, choices, locale), chosen(text, others, locale)
    if len(choices) > len(others) == 1 and one is not None and _begins_with_no(text):
        return NONE_OF
    if every == NONE_OF or _refuses(text):
        return NONE_OF if one is None else None
    if one is None and len(choices) > len(others) == 1 and agrees(text):
        return others[0].id
    return None if _negated(text) else one


def _refuses(text: str) -> bool:
    """Whether a text is a no, or nothing but small words with one for none among them."""
    folds = {word.fold for word in words(text)}
    tongues = [language(code) for code in LANGUAGES]
    small = any(folds & one.negation and folds <= one.function | one.negation for one in tongues)
    return small or agrees(text) is False


def _begins_with_no(text: str) -> bool:
    """Whether a text begins with a no or a not: what it names of one choice is not wanted (`no, not the club`)."""
    return any(word.fold in language(code).negation for word in words(text)[:1] for code in LANGUAGES)


def _negated(text: str) -> bool:
    """Whether a text denies something in the language it is in."""
    return any(word.fold in read(text, ANY_DAY, "en").tongue.negation for word in words(text))


def chosen(text: str, choices: Sequence[Choice], locale: str) -> str | None:
    """The id of the one choice that a text means; None when it means none of them, or several."""
    said = fold(text)
    named = [choice.id for choice in choices if said and said in (fold(choice.label), fold(choice.id))]
    named = named or [choice.id for choice in choices if fold(choice.label) in said]
    if len(named) == 1:
        return named[0]
    message = read(text, ANY_DAY, locale)
    # So few words tell no language: each is tried.
    spoken = [message, *(replace(message, tongue=language(code)) for code in LANGUAGES)]
    ids = [choice.id for choice in choices]
    if (counted := next((id for one in spoken if (id := nth(one, ids)) is not None), None)) is not None:
        return counted
    labels = {choice.label: choice.id for choice in choices}
    field = fields_of({"properties": {"it": {"type": "string", "enum": list(labels)}}}, message.tongue.code)
    label = fill(message, field, message.tongue.code, frozenset(), bare=True).slots.get("it")
    return labels.get(label) if isinstance(label, str) else None
