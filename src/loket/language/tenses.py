"""Whether a day that is told without its week or its year has been or is still to come, by the tenses of the words."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import pairwise
from typing import Any, Literal

from loket.language.dates import FoundDate
from loket.language.fields import Field
from loket.language.languages import alternatives, language
from loket.language.message import Message
from loket.language.tokens import LANGUAGES, flat, fold, words

Tense = Literal["", "was", "done", "wished"]
"""How a stretch of text speaks: of what was, perhaps of it (`read on 3 May`), of it in a wish, or of neither."""

NEAR, MONTHS = 62, 100
"""A day that is so many days away is meant before that of another year; the days of two years are further apart."""


def day_meant(message: Message, one: Field, found: FoundDate) -> tuple[date, bool]:
    """The day that is meant, and whether nobody knows that it is: it has been where the property or the words around it
    speak of what was, and is still to come where nothing says so."""
    apart, gone = (found.ahead - found.back).days, (message.today - found.back).days
    if not apart:
        return found.ahead, False
    yearly = apart > MONTHS and not found.whole
    behind, before = yearly and gone <= NEAR, yearly and apart - gone <= NEAR
    if one.past:
        return found.back, before
    match "" if one.ahead or not gone else _around(message, found, one):
        case "was":
            return (found.ahead, True) if before else (found.back, not yearly and not one.reported)
        case "done" | "wished" if behind:
            return found.back, False
        case "done":
            return found.ahead, yearly
        case _:
            return found.ahead, behind or (one.reported and yearly and not before)


def tells_past(text: str, code: str) -> bool:
    """Whether what is said of a property speaks of what was: `day on which the meter was read`."""
    known = grammar(code)
    return known.was.search(flat(text)) is not None or _finite([word.fold for word in words(text)], known)


def spans(message: Message) -> Iterator[range]:
    """The clauses of a message, by the numbers of their words."""
    low, begin = flat(message.text), 0
    for end in [*(match.end() for match in grammar(message.tongue.code).parting.finditer(low)), len(low)]:
        within = [at for at, word in enumerate(message.words) if begin <= word.start < end]
        if within:
            yield range(within[0], within[-1] + 1)
            begin = end


def _around(message: Message, found: FoundDate, one: Field) -> Tense:
    """How the clause speaks in which a day stands."""
    at, known = message.over(found.start, found.end).start, grammar(message.tongue.code)
    clause = next((span for span in spans(message) if at in span), range(at, at + 1))
    text = message.text[message.words[clause.start].start : message.words[clause.stop - 1].end]
    if known.was.search(flat(text)) or _finite(message.folds[clause.start : clause.stop], known):
        return "wished" if known.asks(text) else "was"
    # What names the property or the deed may be the verb itself: `Tisch bestellen`.
    named = {message.stems[each] for each in message.doing} | one.stems
    heavy = (each for each in clause if message.weights[each] == 1 and message.stems[each] not in named)
    done = any(known.done.fullmatch(message.folds[each]) and _verbal(message, each) for each in heavy)
    return "done" if done and not known.asks(text) else ""


def _verbal(message: Message, at: int) -> bool:
    """Whether a word is written as a verb: a noun has a capital in German."""
    return message.tongue.code != "de" or not message.words[at].text[:1].isupper()


def _finite(folds: Sequence[str], known: "Grammar") -> bool:
    """Whether a verb says by itself that something was; `the preferred date` and `a visit requested` do not, `I moved`
    does."""
    alone = any(known.alone.fullmatch(word) for word in folds)
    return alone or any(a in known.own and known.regular.fullmatch(b) for a, b in pairwise(folds))


class Grammar:
    """The closed words and the endings by which a language tells what was, and where its clauses end."""

    def __init__(self, code: str) -> None:
        data = language(code).data["clauses"]
        said = {name: alternatives(entries) for name, entries in data.items() if isinstance(entries, list)}
        # `check if it is free` supposes nothing.
        asked = "".join(rf"(?<!\b{flat(word)} )" for word in data["whether"])
        # Nor does a word begin a clause that has nothing, or no more than a no, behind it: `dat wil ik dus niet`.
        more = rf"(?!\s+(?:{alternatives(language(code).negation)})\s*(?:[.,;!?]|$)|\s*(?:[.;!?]|$))"
        perfect = rf"(?:{said['perfect']})\s(?:.*\s)?(?:{data['participle']})"
        # `am 6. Mai` ends no sentence.
        ordinal = r"(?<!\b\d)(?<!\b\d\d)" if code == "de" else ""
        self.parting = re.compile(
            rf"(?:[,;?!:]|{ordinal}\.)\s+|\s+(?={asked}(?:{said['begins']}|{said['if']})\b{more})"
        )
        self._asks = [(one, re.compile(rf"(?<!\w)(?:{words})\b")) for one, words in _by_letters(data)]
        self.was = re.compile(rf"\b(?:{said['past']}|{perfect})\b")
        self.alone = re.compile(rf"{said['strong']}|{data['finite']}")
        self.regular = re.compile(rf"{data['preterite']}|{said['strong_done']}")
        self.done = re.compile(rf"{data['participle']}|{said['strong_done']}")
        self.own = frozenset(map(fold, data["own"]))

    def asks(self, text: str) -> re.Match[str] | None:
        """Where a text first wishes for something."""
        found = (pattern.search(form(text)) for form, pattern in self._asks)
        return min((match for match in found if match), key=lambda match: match.start(), default=None)


def _by_letters(data: Mapping[str, Any]) -> Iterator[tuple[Callable[[str], str], str]]:
    """The words of wishes; those that have only their accents for them as they are written: `würde` is no `wurde`."""
    over = set(map(flat, data["past"]))
    yield flat, alternatives(word for word in data["asks"] if flat(word) not in over)
    yield str.lower, "|".join(word for word in data["asks"] if flat(word) in over) or "(?!)"


grammar = lru_cache(maxsize=len(LANGUAGES))(Grammar)
"""That of a language."""
