"""Which of several choices words mean: by what it is called, by its place in the row, or by a word of it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from loket.core.actions import Choice
from loket.language import fill, read
from loket.language.fields import fields_of
from loket.language.languages import language
from loket.language.memory import nth
from loket.language.tokens import LANGUAGES, fold


def chosen(text: str, choices: Sequence[Choice], locale: str) -> str | None:
    """The id of the one choice that a text means; None when it means none of them, or several."""
    said = fold(text)
    named = [choice.id for choice in choices if said and said in (fold(choice.label), fold(choice.id))]
    named = named or [choice.id for choice in choices if fold(choice.label) in said]
    if len(named) == 1:
        return named[0]
    message = read(text, date.min, locale)
    # So few words tell no language: each is tried.
    spoken = [message, *(replace(message, tongue=language(code)) for code in LANGUAGES)]
    ids = [choice.id for choice in choices]
    if (counted := next((id for one in spoken if (id := nth(one, ids)) is not None), None)) is not None:
        return counted
    labels = {choice.label: choice.id for choice in choices}
    field = fields_of({"properties": {"it": {"type": "string", "enum": list(labels)}}}, message.tongue.code)
    label = fill(message, field, message.tongue.code, frozenset(), bare=True).slots.get("it")
    return labels.get(label) if isinstance(label, str) else None
