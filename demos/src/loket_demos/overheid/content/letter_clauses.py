"""The frame of a letter, known by how it is laid out: what stands above and below a person's own words.

Nothing here says what a reason is. What is no frame is the person's text, and stays whole."""

import re
from collections.abc import Sequence
from typing import Literal

from loket_demos.overheid.content.closing_line import signed_by
from loket_demos.overheid.content.dutch_dates import has_date
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.kind_book import kind_book
from loket_demos.overheid.content.letter_frame import closing_lines, head_lines, is_frame
from loket_demos.overheid.content.letter_wish import (
    heads_objection,
    is_subject,
    objects,
    objects_for_another,
    titles_objection,
    without_wish,
    writes_for_another,
)
from loket_demos.overheid.content.letter_words import letter_words
from loket_demos.overheid.content.named_decision import names_decision
from loket_demos.overheid.content.sentences import Sentence, ends, is_rule
from loket_demos.overheid.content.voices import Voice, asks_helper, is_head, quoted, speaks_of_self, voice_words
from loket_demos.overheid.content.written_amounts import has_amount

Role = Literal["kop", "aanhef", "groet", "vraag", "tekst"]
WORDS_OF_A_GREETING, WORDS_OF_A_LINE, WORDS_OF_A_NAME, WORDS_OF_A_CLOSING = 3, 8, 4, 5
WORDS_OF_AN_ADDRESS, WORDS_OF_A_HEADING = 14, 2

_postcode = re.compile(r"\b[1-9][0-9]{3} ?[A-Z]{2}\b")
_paragraph = re.compile(r"\n[ \t]*\n")
_formal = re.compile(r"(?:geachte|beste|l\.?s\.|mijne heren)\b")
_name = re.compile(r"(?:[A-Z][\w'’.-]*|de|den|der|van|ten|ter|te|en|el|la|'t)$")

TITLES = frozenset({"heer", "mevrouw", "meneer", "heren", "dames", "allemaal"})
"""Words of a greeting that are no names."""


class LetterClause(DataRow):
    """A sentence with its voice and its place in the letter; `wish`: the person objects here and now; `titled`: the
    line that says what the letter is about says so; `account`: it tells what was decided; `more` than these is said in
    it."""

    at: Sentence
    voice: Voice
    role: Role
    wish: bool = False
    titled: bool = False
    account: bool = False
    more: bool = True

    @property
    def low(self) -> str:
        return self.at.text.lower()

    @property
    def own(self) -> bool:
        """The person's, and no frame of their letter."""
        return self.voice == "zelf" and self.role in ("tekst", "vraag")

    @property
    def head(self) -> bool:
        """It says what the letter is about."""
        about = letter_words().betreft.search(self.low) or kind_book().besluit_zelf.search(self.low)
        return self.wish or self.account or (self.voice == "zelf" and self.role != "groet" and bool(about))


def letter_clauses(text: str, cut: tuple[Sentence, ...], spoken: tuple[Voice, ...]) -> tuple[LetterClause, ...]:
    """Each sentence with its place; what an office says has none."""
    written = any(v == "zelf" and _formal.match(one.text.lower()) for one, v in zip(cut, spoken, strict=True))
    proxy = any(v == "zelf" and writes_for_another(one.text.lower()) for one, v in zip(cut, spoken, strict=True))
    above, below = head_lines(text, cut), closing_lines(text, cut)
    address, found = _address_blocks(text, cut), list[LetterClause]()
    for n, (one, voice) in enumerate(zip(cut, spoken, strict=True)):
        role: Role = "tekst"
        if voice == "zelf":
            role = _role(n, cut, spoken, [c.role for c in found])
            if n in address and _is_line(one):
                role = "groet" if _below(n, cut, spoken, found) else "kop"
            if role == "tekst" and n < above:
                role = "kop"
            if role == "tekst" and n >= below:
                role = "groet"
            if role == "tekst" and not written and _asks(one.text):
                role = "vraag"
        clause = _clause(one, voice, role, titled="overheid" not in spoken, now=not quoted(text, one))
        acts = proxy and clause.own and objects_for_another(clause.low)
        found.append(clause.model_copy(update={"wish": True}) if acts else clause)
    return tuple(found)


def _asks(text: str) -> bool:
    """It asks somebody something, and not only for assent."""
    return asks_helper(text) or (text.endswith("?") and not letter_words().betoogt.search(text.lower()))


def _below(n: int, cut: tuple[Sentence, ...], spoken: tuple[Voice, ...], before: Sequence[LetterClause]) -> bool:
    """Only lines stand below the person's words, as below a signature."""
    written = any(one.own for one in before)
    rest = zip(cut[n:], spoken[n:], strict=True)
    return written and all(voice != "zelf" or _is_line(other) for other, voice in rest)


def _clause(one: Sentence, voice: Voice, role: Role, *, titled: bool, now: bool) -> LetterClause:
    known, low = letter_words(), one.text.lower()
    own = now and voice == "zelf" and role != "groet"
    titled = own and titled and (is_subject(low) or _is_line(one) or heads_objection(low)) and titles_objection(low)
    wish = titled or (own and role != "kop" and objects(low))
    account = voice == "zelf" and names_decision(low) and (has_date(low) or has_amount(low) or wish)
    more = role == "tekst" and (not (wish or account) or bool(known.meer.search(without_wish(low))))
    return LetterClause(at=one, voice=voice, role=role, wish=wish, titled=titled, account=account, more=more)


def _role(n: int, cut: tuple[Sentence, ...], spoken: tuple[Voice, ...], before: list[Role]) -> Role:
    """By the place of an own sentence, and its form."""
    one, known = cut[n], letter_words()
    low = one.text.lower()
    rest = list(zip(cut[n + 1 :], spoken[n + 1 :], strict=True))
    signed = all(voice != "zelf" or _is_line(other) for other, voice in rest)
    if _opens(one) and len(low[known.aanhef.match(low).end() :].split()) < WORDS_OF_A_GREETING:  # type: ignore[union-attr]
        return "aanhef"
    above = not {"tekst", "aanhef", "vraag"} & set(before)
    if _addresses(one) and rest and not signed and above:
        return "aanhef"
    if (
        is_rule(one)
        or is_frame(one.text)
        or _is_heading(one)
        or (known.betreft.search(low) and _label(low))
        or (known.kop.search(low) and _is_line(one))
    ):
        return "kop"
    if above and rest and (_titles(one) or _addressed(one) or (_heads(one) and _greeted(rest))):
        return "kop"
    if known.groet.search(low) and len(low.split()) <= WORDS_OF_A_LINE:
        return "groet"
    below = before[-1:] == ["groet"] and spoken[n - 1] == "zelf"
    if _is_line(one) and signed and not speaks_of_self(one.text) and (below or (rest and _addresses(one))):
        return "groet"
    if not above and signed and signed_by(one.text) and not speaks_of_self(one.text):
        return "groet"
    if not _is_line(one) or one.text[:1].islower() or speaks_of_self(one.text):
        return "tekst"
    if below:
        return "groet"
    if above and any(voice == "zelf" and not _is_line(other) for other, voice in rest) and _greets(rest):
        return "kop"
    words = one.text.split()
    named = len(words) <= WORDS_OF_A_NAME and all(_name.match(word.strip(",")) for word in words)
    return "groet" if named and all(_is_address(other) for other, _ in rest) else "tekst"


def _addresses(one: Sentence) -> bool:
    """A line with a comma at its end, as a greeting and a closing are written, whatever their words."""
    return one.text.endswith(",") and len(one.text.split()) <= WORDS_OF_A_CLOSING


def _titles(one: Sentence) -> bool:
    """A line that says that this is an objection."""
    return _is_line(one) and titles_objection(one.text.lower())


def _heads(one: Sentence) -> bool:
    """A line, or a few words behind a label, in which nobody speaks of themselves."""
    short = len(one.text.split()) <= WORDS_OF_A_CLOSING and ":" in one.text
    return not speaks_of_self(one.text) and (not ends(one.text) or short)


def _is_heading(one: Sentence) -> bool:
    """A word or two over what follows: `Bezwaar:`."""
    return one.text[-1:] == ":" and len(one.text.split()) <= WORDS_OF_A_HEADING and not speaks_of_self(one.text)


def _greeted(rest: Sequence[tuple[Sentence, Voice]]) -> bool:
    """A greeting of the person's own stands below, and before it nobody speaks of themselves."""
    for other, voice in rest:
        if voice != "zelf" or _opens(other):
            return voice == "zelf"
        if not _heads(other):
            return False
    return False


def _addressed(one: Sentence) -> bool:
    """Whom it is for or from, with their address on one line, or behind a label."""
    words = one.text.split()
    whole = not ends(one.text) and _postcode.search(one.text)
    labelled = any(word.endswith(":") for word in words[:2]) and letter_words().kop.search(one.text.lower())
    told = voice_words().zelf.search((one.text.partition(":")[2] if labelled else one.text).lower())
    return len(words) <= WORDS_OF_AN_ADDRESS and bool(whole or labelled) and not told


def _is_address(one: Sentence) -> bool:
    """A line of a few words with a number, or of names."""
    words = one.text.split()
    house = any(word.strip(",").isdigit() for word in words)
    return _is_line(one) and (house or all(_name.match(word.strip(",")) for word in words))


def _greets(rest: Sequence[tuple[Sentence, Voice]]) -> bool:
    """Only lines stand between here and the person's own greeting."""
    for other, voice in rest:
        if voice == "zelf" and (_opens(other) or _addresses(other)):
            return True
        if voice != "zelf" or not (_is_line(other) or _label(other.text.lower())):
            return False
    return False


def _opens(one: Sentence) -> bool:
    """A greeting, and no sentence about somebody: `Mevrouw De Wit lives there.`"""
    low, rest = one.text.lower(), one.text.strip(".").split()[1:]
    named = low[-1:] != "." or _formal.match(low) or all(_name.match(word) or word in TITLES for word in rest)
    return letter_words().aanhef.match(low) is not None and bool(named)


def _label(low: str) -> bool:
    return ":" in low[:30] or letter_words().betreft.search(low) is not None


def _is_line(one: Sentence) -> bool:
    """A line of a frame, and no sentence."""
    return len(one.text.split()) <= WORDS_OF_A_LINE and not ends(one.text)


def _address_blocks(text: str, cut: tuple[Sentence, ...]) -> frozenset[int]:
    """Lines that stand together with a postcode, or begin with an office."""
    blocks, at = list[list[int]](), 0
    for n, one in enumerate(cut):
        if not blocks or _paragraph.search(text, at, one.start) or not (_is_line(one) and _is_line(cut[n - 1])):
            blocks.append([])
        blocks[-1].append(n)
        at = one.end
    return frozenset(
        n
        for block in blocks
        if any(_postcode.search(cut[n].text) for n in block) or (len(block) > 1 and is_head(cut[block[0]]))
        for n in block
    )
