"""Measures whether Dutch is plain (B1): sentence length, reading ease, passive sentences, words to replace.

Flesch-Douma = 206.84 - 0.77 x (syllables per 100 words) - 0.93 x (words per sentence): 60 to 70 is normal, 70 to 80
fairly easy. Brouwer = 195 - 2/3 x (syllables per 100 words) - 2 x (words per sentence).
There is no official score for B1."""

import re

from loket_demos.overheid.content.frozen import ToolOutput
from loket_demos.overheid.content.plain_words import replace_list
from loket_demos.overheid.content.words import occurs, plain

LONGEST_SENTENCE, AVERAGE_SENTENCE, LOWEST_EASE, SENTENCES_PER_PASSIVE = 20, 12, 65.0, 5

_sentence_end = re.compile(r"(?<=[.?!:])\s+|\n+")
_word = re.compile(r"[^\W_]+(?:[.,'’-][^\W_]+)*")
_vowels = re.compile(r"ij|[äëïöü][aeiouy]?|[aeiouyáéíóúàèìòùâêîôû]+")
_worden = re.compile(r"\b(?:word|wordt|worden|werd|werden|geworden)\b")
_participle = re.compile(r"\b(?:ge|be|ver|ont|her|door|op|aan|uit|af|toe)[a-zë]{2,}(?:d|t|en)\b")


class Reading(ToolOutput):
    """How a text reads; `breaches` says in words what is too hard, and is empty when the text is plain enough."""

    words: int
    sentences: int
    average: float
    longest: int
    ease: float
    brouwer: float
    passives: int
    replace: tuple[str, ...]
    breaches: tuple[str, ...]


def sentences(text: str) -> tuple[str, ...]:
    """The sentences and list items of a text, without bullets."""
    parts = (part.strip(" \t-*•") for part in _sentence_end.split(text))
    return tuple(part for part in parts if _word.search(part))


def words(text: str) -> tuple[str, ...]:
    """The words of a text; a number or `LRK-nummer` is one word."""
    return tuple(_word.findall(text))


def syllables(word: str) -> int:
    """The number of vowel groups, at least 1; ij is one, a vowel with a trema starts a new one."""
    return max(1, len(_vowels.findall(word.lower())))


def is_passive(sentence: str) -> bool:
    """A form of worden with a participle; good enough to count, not to teach grammar."""
    lower = sentence.lower()
    return bool(_worden.search(lower) and _participle.search(_worden.sub(" ", lower)))


def to_replace(text: str) -> tuple[str, ...]:
    """The words of the replace list that are in the text."""
    flat = plain(text)
    return tuple(word for word in replace_list() if occurs(word, flat))


def measure(text: str) -> Reading:
    """All measures of a text and what is wrong with it."""
    parts = sentences(text)
    lengths = [len(words(part)) for part in parts]
    count = sum(lengths)
    if count == 0:
        return Reading(
            words=0, sentences=0, average=0, longest=0, ease=100, brouwer=100, passives=0, replace=(), breaches=()
        )
    average = count / len(parts)
    per_hundred = 100 * sum(syllables(word) for word in words(text)) / count
    ease = 206.84 - 0.77 * per_hundred - 0.93 * average
    passives = sum(1 for part in parts if is_passive(part))
    replace = to_replace(text)
    wrong = {
        f"average sentence of {average:.1f} words": average > AVERAGE_SENTENCE,
        f"a sentence of {max(lengths)} words": max(lengths) > LONGEST_SENTENCE,
        f"reading ease {ease:.1f}": ease < LOWEST_EASE,
        f"{passives} passive in {len(parts)} sentences": passives * SENTENCES_PER_PASSIVE > max(len(parts), 5),
        f"words to replace: {', '.join(replace)}": bool(replace),
    }
    return Reading(
        words=count,
        sentences=len(parts),
        average=round(average, 1),
        longest=max(lengths),
        ease=round(ease, 1),
        brouwer=round(195 - 2 / 3 * per_hundred - 2 * average, 1),
        passives=passives,
        replace=replace,
        breaches=tuple(text for text, broken in wrong.items() if broken),
    )
