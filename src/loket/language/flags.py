"""Fills yes-or-no slots: what is spoken of is true, unless it is denied or its opposite is told."""

from collections.abc import Set as AbstractSet

from loket.core.data import Json
from loket.language.fields import Field
from loket.language.message import Message
from loket.language.tokens import fold, words

REACH = 3
"""How many words before a thing a no may stand."""


def flag(message: Message, field: Field) -> tuple[Json, range] | None:
    """Whether the message says yes or no to a property, and where."""
    folds = list(message.folds)
    for said, concept in message.tongue.data["opposites"].items():
        phrase = [word.fold for word in words(said)]
        for at in range(len(folds) - len(phrase) + 1):
            if folds[at : at + len(phrase)] == phrase and (concept in field.concepts or fold(concept) in field.named):
                return False, range(at, at + len(phrase))
    spans = [(at, at + 1) for at, root in enumerate(message.stems) if root in field.named and message.weights[at] == 1]
    spans += [(one.start, one.end) for one in message.meanings if one.concept in field.named_concepts]
    spans = sorted(span for span in spans if span[0] not in message.figures)
    if not spans:
        return None
    start, end = spans[0]
    # What is denied may stand behind another word of the property: `er loopt geen hond`.
    beside = [span for span in spans if _same_clause(message, start, span[0])]
    return not any(_denied(message, *span) for span in beside), range(start, end)


def _denied(message: Message, start: int, end: int) -> bool:
    """Whether a no stands before a thing in its clause, or closes the clause behind it: `breakfast is not needed`."""
    folds, tongue = message.folds, message.tongue
    before = [at for at in range(max(0, start - REACH), start) if _same_clause(message, at, start)]
    if any(folds[at] in tongue.negation for at in before):
        return True
    after = [at for at in range(end, min(len(folds), end + REACH + 1)) if _same_clause(message, end - 1, at)]
    rest = [at for at in range(end, len(folds)) if _same_clause(message, end - 1, at)]
    closing = tongue.data["negation_after"].split()
    return any(folds[at] in closing and rest[-1] - at <= 1 for at in after)


def _same_clause(message: Message, first: int, last: int) -> bool:
    parting = {*message.tongue.data["rates"]["but"], *message.tongue.data["ands"][:1]}
    # `without breakfast and parking` denies both.
    between = message.folds[first + 1 : last + 1]
    denied = message.folds[first] in message.tongue.negation
    return message.joined(first, last) and (denied or not any(word in parting for word in between))


def uncertain(message: Message, known: AbstractSet[str], taken: AbstractSet[int]) -> bool:
    """Whether a property that nothing was read for may have been told: something is refused that nobody knows."""
    for at in range(len(message.folds)):
        if at in taken or message.weights[at] < 1 or message.stems[at] in known or at in message.doing:
            continue
        refused = at > 0 and message.folds[at - 1] in message.tongue.negation and message.joined(at - 1, at)
        if refused and message.folds[at - 1] not in message.tongue.data["negation_after"].split():
            return True
    return False
