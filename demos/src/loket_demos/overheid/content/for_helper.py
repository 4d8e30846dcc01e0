"""Which sentences of a person are meant for whoever helps them, and not for the office: they stay out of the letter
unless the person wants them in it.

A text that speaks of the office as of somebody else is told to a helper; one that speaks to the office is a letter,
and only what it says of itself, or asks like somebody who wants advice, is not for the office."""

import re
from collections.abc import Sequence

from loket.language.languages import language
from loket.language.tokens import folds
from loket_demos.overheid.content.letter_clauses import LetterClause
from loket_demos.overheid.content.letter_wish import orders_objection
from loket_demos.overheid.content.letter_words import letter_words
from loket_demos.overheid.content.sentences import ends
from loket_demos.overheid.content.voices import asks_helper

FEW, ASKS = 3, 3
"""So few words behind a question only go on with it; who speaks to a reader in more sentences speaks to the office."""

_formal = re.compile(r"(?:geachte|mijne heren|edelachtbare)\b")
_between = re.compile(r"(?:^|\n[ \t]*\n)[ \t]*\([^()]{1,800}\)[ \t]*(?=\n[ \t]*\n|\s*$)")
_requests = re.compile(r"\b(?:verzoek|verzoeken|vraag|vragen) (?:ik |wij )?(?:u|jullie)\b")


def for_helper(text: str, own: Sequence[LetterClause], clauses: Sequence[LetterClause]) -> list[LetterClause]:
    """Of the person's own sentences those that are meant for whoever helps, in order."""
    letter = is_letter(clauses)
    told = not letter and _speaks_of_office(own)
    apart = [(match.start(), match.end()) for match in _between.finditer(text)]
    found = list[LetterClause]()
    for n, one in enumerate(own):
        before = own[n - 1] if n else one
        goes_on = n > 0 and before in found and _asks(before) and _only_goes_on(one)
        inside = any(start <= one.at.start and one.at.end <= end for start, end in apart)
        if (
            goes_on
            or inside
            or _of_the_letter(one)
            or _laughs(one)
            or _only_of_objecting(one)
            or (told and _to_helper(one))
            or (not letter and letter_words().over_te_laat.search(one.low))
            or (one.role == "vraag" and _asks(one))
        ):
            found.append(one)
    return found


def is_told(own: Sequence[LetterClause], clauses: Sequence[LetterClause]) -> bool:
    """It is told to somebody else than the office: it speaks of it, or has its letter beside it."""
    quoted = any(one.voice == "overheid" for one in clauses)
    return not is_letter(clauses) and (quoted or _speaks_of_office(own))


def is_letter(clauses: Sequence[LetterClause]) -> bool:
    """It is written to the office: it greets it, has a line that says what it is about, or speaks to it."""
    known = letter_words()
    own = [one for one in clauses if one.voice == "zelf"]
    return any(
        (one.role == "aanhef" and _formal.match(one.low))
        or (one.role == "kop" and known.betreft.search(one.low))
        or (one.own and known.aan_instantie.search(one.low))
        for one in own
    )


def _speaks_of_office(own: Sequence[LetterClause]) -> bool:
    """It speaks of the office as of somebody else, and hardly to anybody."""
    known = letter_words()
    spoken = sum(1 for one in own if known.aan_helper.search(one.low))
    return spoken <= ASKS and any(known.over_instantie.search(one.low) for one in own)


def _of_the_letter(one: LetterClause) -> bool:
    """It speaks of the letter that is to be made, orders it, or tells what somebody close said about objecting."""
    known = letter_words()
    return any(form.search(one.low) for form in (known.over_brief, known.bestelt, known.van_horen))


def _only_of_objecting(one: LetterClause) -> bool:
    """It has no word of the case: it says or asks only that somebody objects, writes, looks or helps. That the person
    objects stays, as a heading does, and what goes on behind it."""
    low, known, ordered = one.low, letter_words(), orders_objection(one.low)
    heading = low.endswith(":") or (one.at.text.isupper() and not ends(one.at.text))
    if heading or (one.wish and not ordered) or known.meer.search(low):
        return False
    words = set(folds(low))
    rest = words - known.over_bezwaar - known.bij_bezwaar
    about = ordered or _asks(one) or bool(words & known.over_bezwaar)
    return about and all(language("nl").little(word) for word in rest)


def _laughs(one: LetterClause) -> bool:
    """It smiles or laughs, and explains nothing."""
    known = letter_words()
    return bool(known.lacht.search(one.at.text)) and not (one.account or known.meer.search(one.low))


def _to_helper(one: LetterClause) -> bool:
    speaks = letter_words().aan_helper.search(one.low) and not _requests.search(one.low)
    return bool(speaks) or _asks(one)


def _asks(one: LetterClause) -> bool:
    """It wants advice or help."""
    return asks_helper(one.at.text) or bool(letter_words().vraagt_raad.search(one.low))


def _only_goes_on(one: LetterClause) -> bool:
    return len(one.low.split()) <= FEW or bool(letter_words().hoopt.search(one.low))
