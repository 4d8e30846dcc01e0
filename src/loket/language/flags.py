"""Fills yes-or-no slots: what is spoken of is true, unless it is denied or its opposite is told."""

from loket.core.data import Json
from loket.language.fields import Field
from loket.language.message import Message
from loket.language.tokens import fold, words

REACH = 3
"""How many words before a thing a no may stand."""


def flag(message: Message, field: Field) -> tuple[Json, range] | None:
    """Whether the message says yes or no to a property, and where."""
    folds = [word.fold for word in message.words]
    for said, concept in message.tongue.data["opposites"].items():
        phrase = [word.fold for word in words(said)]
        for at in range(len(folds) - len(phrase) + 1):
            if folds[at : at + len(phrase)] == phrase and (concept in field.concepts or fold(concept) in field.named):
                return False, range(at, at + len(phrase))
    spans = [(at, at + 1) for at, root in enumerate(message.stems) if root in field.named and message.weights[at] == 1]
    spans += [(one.start, one.end) for one in message.meanings if one.concept in field.named_concepts]
    for start, end in sorted(spans):
        before = folds[max(0, start - REACH) : start]
        return not any(word in message.tongue.negation for word in before), range(start, end)
    return None
