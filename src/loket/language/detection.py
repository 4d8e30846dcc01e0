"""Which of our languages a text is in."""

import re
from collections.abc import Sequence
from functools import lru_cache

from loket.language.languages import FALLBACK, concepts, language
from loket.language.tokens import LANGUAGES, Word, fold

_LETTERS = {"ã": "pt", "õ": "pt", "ß": "de", "ä": "de", "ü": "de", "ö": "de", "ê": "pt", "ç": "pt", "ĳ": "nl"}
"""Letters that few others of our languages use. A hint, no proof."""
_COMMA = re.compile(r"\d,\d{1,2}(?!\d)")
"""A figure as no English is written: `12,50`."""


def detect(text: str, found: Sequence[Word], usual: str) -> str:
    """The language of a text: the usual one, unless another is clearly more likely."""
    if usual not in LANGUAGES:
        usual = FALLBACK
    scores = dict.fromkeys(LANGUAGES, 0.0)
    scores[usual] += 1.0
    for at, word in enumerate(found):
        # Inside a sentence only German writes things large: Saffron Table is a name, and no English.
        named = at > 0 and word.text[:1].isupper() and found[at - 1].text[-1:].islower()
        for code, worth in _speaking(word.fold):
            scores[code] += 0.0 if named and code != "de" else worth
    if _COMMA.search(text):
        scores["en"] -= 1.0
    for letter, code in _LETTERS.items():
        if letter in text:
            scores[code] += 0.7
    best = max(scores, key=lambda code: (scores[code], code == usual))
    return best if scores[best] - scores[usual] >= 0.7 else usual


@lru_cache(maxsize=20_000)
def _speaking(word: str) -> tuple[tuple[str, float], ...]:
    """What a word says for each language: those that have it in one of their lists share its worth. A figure is said in
    all of them."""
    if not any(map(str.isalpha, word)):
        return ()
    lists = (
        (1.0, [code for code in LANGUAGES if word in _nouns(code)]),
        (1.0, [code for code in LANGUAGES if word in language(code).function]),
        (0.7, [code for code in LANGUAGES if word in language(code).light]),
    )
    return tuple((code, worth / len(codes)) for worth, codes in lists for code in codes)


@lru_cache(maxsize=len(LANGUAGES))
def _nouns(code: str) -> frozenset[str]:
    """The words of the concepts in a language, but for the small ones inside a phrase."""
    every = (fold(word) for said in concepts().values() for word in said.get(code, "").replace(",", " ").split())
    small = frozenset[str]().union(*(language(known).function for known in LANGUAGES))
    return frozenset(every) - small
