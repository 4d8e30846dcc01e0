"""A name that is nearly that of an organisation: mistyped or abbreviated. It is offered and never taken for it."""

from collections.abc import Sequence

from rapidfuzz.distance import OSA

from loket.planners.finding.usual import is_kind

LONG, LONGER = 5, 9
"""From so many letters on, a word may have one wrong, or two."""
LEAST_SHORT = 3
"""Letters of a word that stands for a longer one."""


def nearly(name: Sequence[str], own: Sequence[str]) -> bool:
    """Whether the words of a name are those of an organisation, some of them mistyped or cut short. What else stands in
    its own name says only of what kind it is."""
    matches = [next((whole for whole in own if _near(word, whole)), "") for word in name if word]
    if "" in matches or len(set(matches)) < len(matches) or all(is_kind(word) for word in matches):
        return False
    return all(is_kind(word) for word in own if word not in matches)


def _near(word: str, whole: str) -> bool:
    """Whether a word is this one, mistyped or cut short."""
    if word == whole or (len(word) >= LEAST_SHORT and whole.startswith(word)):
        return True
    shorter = min(len(word), len(whole))
    wrong = 2 if shorter >= LONGER else 1 if shorter >= LONG else 0
    return wrong > 0 and OSA.distance(word, whole, score_cutoff=wrong) <= wrong
