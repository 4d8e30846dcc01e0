"""Words of a text: where they stand, how they are folded for comparing, their stems and their letter groups."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from Stemmer import Stemmer

LANGUAGES = {"nl": "dutch", "de": "german", "pt": "portuguese", "en": "english"}
"""The languages we know, as the stemming library calls them."""

MOST_CHARACTERS = 1_000
"""Only so much of a message is read: nobody's request is longer, and what follows is usually something pasted."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*", re.UNICODE)
_CAMEL = re.compile(r"(?<=[a-zà-ÿ])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d{2})")
_UMLAUT = re.compile(r"(?<![aeq])([aou])e(?=[^aeou]|$)")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the text: as written, folded, and from where to where it stands."""

    text: str
    fold: str
    start: int
    end: int


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    """One small letter without its accent, so that folding moves nothing."""
    base = unicodedata.normalize("NFKD", character.lower())[:1]
    return "'" if character in "’`´" else base or " "


def flat(text: str) -> str:
    """Small letters without accents, exactly as long as the text."""
    if text.isascii():
        return text.lower().replace("`", "'")
    return "".join(map(_plain, text))


@lru_cache(maxsize=50_000)
def fold(text: str) -> str:
    """Small letters without accents, and ss for the German letter: how single words are compared."""
    return flat(text).replace("ß", "ss")


@lru_cache(maxsize=256)
def words(text: str) -> tuple[Word, ...]:
    """The words of a text in order; a hyphen parts words, an apostrophe does not."""
    return tuple(Word(m.group(), fold(m.group()), m.start(), m.end()) for m in _WORD.finditer(text))


def folds(text: str) -> list[str]:
    """The words of a text, folded, without where they stand: half the work."""
    return [fold(found) for found in _WORD.findall(text)]


def unmarked(entries: Iterable[str]) -> frozenset[str]:
    """Words with their contractions as many type them, too, without the apostrophe; not those of which that makes
    another word: `ill`."""
    every = frozenset(entries)
    marked = (word for word in every if "'" in word[1:] and not word.endswith(("'d", "'ll")))
    return every | {word.replace("'", "") for word in marked}


def parts(name: str) -> str:
    """An identifier as words: `TeamVacancyCheck` and `team_vacancy_check` read the same."""
    return _CAMEL.sub(" ", name.replace("_", " ").replace("-", " ").replace(".", " "))


def title_of(name: str) -> str:
    """A name as people read it: an identifier as words, `Team vacancy check`; one that is in words as it is."""
    told = parts(name).split()
    made = len(told) > 1 and not name.strip().count(" ") and all(len(one) > 1 for one in told)
    return " ".join((told[0].capitalize(), *map(str.lower, told[1:]))) if made else name


@lru_cache(maxsize=len(LANGUAGES))
def _stemmer(language: str) -> Callable[[str], str]:
    """Threads may share it: it works in C and does not let go of the interpreter. What it gave is kept by `stem`."""
    return Stemmer(LANGUAGES[language], 0).stemWord


@lru_cache(maxsize=50_000)
def stem(word: str, language: str) -> str:
    """The stem of a folded word; the word itself in a language we do not know."""
    if language not in LANGUAGES or len(word) < 3 or not word.isalpha():
        return word
    if language == "de":
        word = _UMLAUT.sub(r"\1", word)
    return _stemmer(language)(word)


@lru_cache(maxsize=50_000)
def grams(word: str) -> tuple[str, ...]:
    """The groups of three to five letters of a folded word, its edges marked."""
    marked = f"<{word}>"
    return tuple(marked[i : i + n] for n in (3, 4, 5) for i in range(len(marked) - n + 1))
