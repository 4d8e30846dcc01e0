"""Which of a person's own sentences are a reason, and which may be one: nothing that a person says of it is lost.

A sentence that is no frame (a greeting, an address, a question, what was decided) is a reason when two signs agree:
it is the person who speaks, and it contradicts, explains or tells a fact. With one sign it is asked about."""

import re

from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.letter_words import letter_words
from loket_demos.overheid.content.sentences import Sentence
from loket_demos.overheid.content.written_amounts import has_amount

WORDS_OF_A_LINE, WORDS_OF_A_NAME, LEAST_CONTENT = 8, 3, 2

_word = re.compile(r"[^\W\d_]+")
_postcode = re.compile(r"\b[1-9][0-9]{3} ?[A-Z]{2}\b")
_denies = re.compile(r"\b(?:niet|geen|niks|niets|nooit|nergens|wel|al|pas|toch|alleen|not|never|no)\b", re.I)
_unknown = re.compile(r"\b(?:weet|weten|wist) (?:ik |wij |we )?(?:\w+ ){0,2}niet\b")
_of_letter = re.compile(
    r"(?:die|dat|deze|dit|hierbij|hier) (?:is|was|zijn|gaat|betreft|hoort|\w*brief|\w*bericht|\w*besluit)\b"
)
_number = re.compile(r"[0-9]")


class Surroundings(DataRow):
    """Where an own sentence stands: `beside` a letter of an office; `last` of all; `doubtful`: by its place or its
    words it may be somebody else's; `goes_on` after the person said what it is about; `opens`: it is their first."""

    beside: bool
    last: bool
    doubtful: bool
    goes_on: bool
    opens: bool


def says_enough(words: str) -> bool:
    """There is more in it than that somebody does not agree."""
    known = letter_words().kaal
    return sum(1 for word in _word.findall(words.lower()) if word not in known) >= LEAST_CONTENT


def particulars(one: Sentence, *, last: bool) -> bool:
    """A line with a name or an address: words with capitals or numbers, and nobody says anything in it."""
    tokens, low = one.text.split(), one.text.lower()
    if letter_words().eigen.search(low) or _denies.search(low) or len(tokens) > WORDS_OF_A_LINE:
        return False
    written = sum(1 for token in tokens if not token[:1].islower()) * 3 >= len(tokens) * 2
    closed = one.text[-1:] in ".!?"
    if last and len(tokens) <= WORDS_OF_A_NAME and (written or not closed):
        return True
    return bool(_postcode.search(one.text)) or (written and not closed and len(tokens) > 1)


def contradicts(low: str) -> bool:
    """It says that something is not so, or is so after all."""
    known = letter_words()
    return bool(known.tegen.search(low) or _denies.search(low) or known.maar.search(low))


def is_sure(low: str, around: Surroundings) -> bool:
    """The second sign: beside being the person's own, the sentence contradicts, explains, tells a fact or goes on."""
    known = letter_words()
    if around.doubtful or _unknown.search(low):
        return False
    if known.vraagvorm.match(low) and low[-1:] not in ".!?" and not around.goes_on:
        return False  # a question, or words that leave out who did it
    explains = known.omdat.search(low) or known.want.search(low) or known.namelijk.search(low)
    if explains or contradicts(low):
        return True
    if around.opens and _of_letter.match(low):
        return False
    if known.eigen.search(low):
        return True
    return bool(around.goes_on or _number.search(low)) and (around.beside or not has_amount(low))
