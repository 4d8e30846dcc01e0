"""Which way a letter must go, by who sent the decision and what it is about; where two are alike, none is taken.

What says what was decided counts double: the reasons of a letter name other offices and other matters as well."""

import itertools
import re
from collections.abc import Sequence

from loket_demos.overheid.content.cases import Basis, Route, case_book
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.kind_book import kind_book
from loket_demos.overheid.content.letter_clauses import LetterClause
from loket_demos.overheid.content.letter_reading import LetterReading
from loket_demos.overheid.content.letter_wish import is_subject
from loket_demos.overheid.content.municipalities import written_out
from loket_demos.overheid.content.words import any_found, occurs, plain, without

GENERAL, FINE, COURT = "algemeen", "boete", "rechtbank"
ENOUGH = 4
"""The sum of weights with which a subject is known although nobody says who sent the decision."""
ALIKE = 0.8
SENDER = 4
MAIN = 2

_levy = re.compile(r"\b(?:leges\w*|precario\w*|naheffing\w*|parkeerbelasting)")
_permit = re.compile(r"\b(\w*?)(?:vergunning|kaart|ontheffing)(?:en)?\b")
_refusal = re.compile(r"\b(?:afwijz|weiger|intrekk)\w*")
_by_me = re.compile(r"\b(?:ik|wij|we) (?:heb|had|hebben|hadden)\b|\b(?:heb|had|hebben|hadden) (?:ik|wij|we)\b")


class CaseRoute(DataRow):
    """The way, what it rests on, the words it rests on, and the names of those it may be as well."""

    route: Route
    basis: Basis
    signs: tuple[str, ...] = ()
    maybe: tuple[str, ...] = ()


class _Score(DataRow):
    """`subject` and `sender` as they count; `strength` is that of the subject, wherever it stands."""

    route: Route
    subject: int
    sender: int
    strength: int

    @property
    def sum(self) -> int:
        return self.subject + self.sender

    @property
    def basis(self) -> Basis | None:
        if self.sender and self.subject:
            return "instantie_en_onderwerp"
        if self.strength >= ENOUGH:
            return "onderwerp"
        return "instantie" if self.sender and self.route.vangt else None


def find_route(reading: LetterReading) -> CaseRoute:
    """The way of a letter; the general one when nothing, or too little, says which."""
    main, rest = _at_issue(reading)
    book = case_book()
    to = _addressee(reading)
    scores = [_score(route, main, rest, to) for route in book.routes if route.code not in (GENERAL, FINE, COURT)]
    known = sorted((one for one in scores if one.basis), key=_rank, reverse=True)
    fine = _score(book.route(FINE), main, rest, to)
    if known and not (fine.subject and known[0].basis == "instantie" and not _imposes(known)):
        best = known[0]
        rivals = [one for one in known[1:] if _rivals(one, best) and not (to and best.sender > one.sender)]
        if best.basis == "instantie_en_onderwerp" and best.strength < ENOUGH:  # a weak subject, and another sender
            rivals += [one for one in scores if _other_sender(one, best) and one not in rivals]
        if rivals:
            names = tuple(one.route.onderwerp for one in (best, *rivals))
            return CaseRoute(route=book.route(GENERAL), basis="twijfel", maybe=names)
        return CaseRoute(route=best.route, basis=best.basis or "geen", signs=_signs(best.route, main + rest))
    if fine.subject:
        return CaseRoute(route=fine.route, basis="soort", signs=_signs(fine.route, main + rest))
    return CaseRoute(route=book.route(GENERAL), basis="geen")


def _at_issue(reading: LetterReading) -> tuple[str, str]:
    """What says what it is about, and all else. What one pays for a permit is not at issue where that was refused, and
    the permit is not where one objects to what it costs."""
    main, rest = plain(written_out(reading.main)), plain(written_out(reading.rest))
    refused = [one for one in reading.clauses if _refuses(one)]
    levied = [one for one in reading.clauses if one.head and one not in refused and _levy.search(one.low)]
    if any(one.wish for one in levied) or (levied and not refused):
        return _permit.sub(r"\1", main), _permit.sub(r"\1", rest)
    return (_levy.sub(" ", main), _levy.sub(" ", rest)) if refused else (main, rest)


def _refuses(one: LetterClause) -> bool:
    """An authority refuses a permit in it or takes it back, or somebody objects to that."""
    named = kind_book().alleen_overheid.search(one.low) and not _by_me.search(one.low)
    return bool(named or (one.wish and _refusal.search(one.low)))


def _imposes(known: Sequence[_Score]) -> bool:
    """The one office that is named decided on the fine, and is one that fines people."""
    named = {one.route.wie for one in known if one.sender}
    return named == {known[0].route.wie} and known[0].route.boetes


def subject(route: Route, reading: LetterReading) -> str:
    """What the letter is about, in words of this way only; the most specific stand first. The name of an office says
    nothing of it."""
    for words in (without(route.instanties, plain(reading.main)), without(route.instanties, plain(reading.rest))):
        name = next((name for word, name in route.onderwerpen.items() if occurs(word, words)), None)
        if name is not None:
            return name
    return route.onderwerp


def _addressee(reading: LetterReading) -> str:
    """The lines above a person's own letter where they name an office that we know; empty where they name none: what
    other offices the letter names did not decide then."""
    above = itertools.takewhile(lambda one: one.role in ("kop", "aanhef"), reading.clauses)
    lines = plain(" . ".join(one.at.text for one in above if not is_subject(one.low)))
    known = any(any_found(route.instanties, lines) for route in case_book().routes)
    return lines if known and not reading.of_office else ""


def _score(route: Route, main: str, rest: str, to: str) -> _Score:
    if route.nodig and not any_found(route.nodig, main + rest):
        return _Score(route=route, subject=0, sender=0, strength=0)
    words = {word: n for word, n in route.woorden.items() if occurs(word, main + rest)}
    weight = sum(n * (MAIN if occurs(word, main) else 1) for word, n in words.items())
    sender = SENDER * (MAIN * any_found(route.instanties, to or main) or any_found(route.instanties, to or rest))
    return _Score(route=route, subject=weight, sender=sender, strength=sum(words.values()))


def _rank(one: _Score) -> tuple[bool, int]:
    return one.basis != "instantie", one.sum


def _rivals(one: _Score, best: _Score) -> bool:
    """Another office with nearly as much to say for it."""
    same_rank = (one.basis == "instantie") == (best.basis == "instantie")
    return same_rank and one.route.wie != best.route.wie and one.sum >= ALIKE * best.sum


def _other_sender(one: _Score, best: _Score) -> bool:
    return one.sender == SENDER * MAIN and one.route.vangt and one.route.wie != best.route.wie


def _signs(route: Route, words: str) -> tuple[str, ...]:
    return tuple(word.strip("*") for word in (*route.woorden, *route.instanties) if occurs(word, words))[:8]
