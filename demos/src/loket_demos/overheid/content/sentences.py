"""Cuts a text into sentences that know where they stand, in linear time; lines of an address or a list are sentences.

A line that is broken by the width of a page goes on in the next one, as text from a PDF does. A greeting before the
first words of a sentence is one of its own."""

import re
from itertools import pairwise

from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.letter_words import letter_words

MOST_SENTENCES, LONGEST_SENTENCE, NARROW_LINE, WIDE_LINE, PAGE = 200, 1000, 24, 55, 110
"""A line wider than a page was broken by whoever wrote it."""
WORDS_OF_A_RULE = 6

_blank_or_end = re.compile(r"[.!?]+[\"'”’)]*(?=\s)|\n[ \t]*(?=\n)|\n")
SHORT_FORMS = (
    "afd fam gem weth burg ds dhr mevr mw mr dr drs ir prof nr nrs art blz bijv bv o.a d.d dd jl tel t.a.v i.v.m m.b.t "
    "ca incl excl ref hr st jan feb mrt apr jun jul aug sept sep okt nov dec enz etc app geb"
)

_paragraph = re.compile(r"\S(?:[^\n]|\n(?![ \t]*\n))*")
_bullet = re.compile(r"(?!\s*-{2,}>)[\s*•·▪◦–—>+|~=_-]+")
_initials = re.compile(r"(?:[a-z]{1,2}\.)+[a-z]{1,2}")
_labelled = re.compile(r"[A-Z][a-z]{1,20}(?: [a-z]{1,20})?:\s")
_ruled = re.compile(r"[-_=*~#]{3,}$")
_short = frozenset(SHORT_FORMS.split(" "))


class Sentence(DataRow):
    """Words of a text, exactly as they stand in it from `start` to `end`."""

    start: int
    end: int
    text: str


def sentences(text: str) -> tuple[Sentence, ...]:
    """The first 200 sentences of a text, in order."""
    found: list[Sentence] = []
    begin, meant = 0, _meant_breaks(text)
    for match in _blank_or_end.finditer(text):
        if len(found) >= MOST_SENTENCES:
            return tuple(found[:MOST_SENTENCES])
        if match.start() not in meant and not _ends(text, begin, match):
            continue
        end = match.end() if match[0][0] != "\n" else match.start()
        found += _cut(text, begin, end)
        begin = match.end()
    return tuple([*found, *_cut(text, begin, len(text))][:MOST_SENTENCES])


def ends(text: str) -> bool:
    """It has the mark of the end of a sentence, and not that of a short form as in the name of a firm."""
    return text[-1:] in ("!", "?", "…") or (text[-1:] == "." and not _initials.fullmatch(text.split()[-1].lower()[:-1]))


def is_rule(one: Sentence) -> bool:
    """A line that only parts what stands above it from what stands below."""
    return bool(_ruled.search(one.text)) and len(one.text.split()) <= WORDS_OF_A_RULE


def _meant_breaks(text: str) -> frozenset[int]:
    """The ends of the lines of a paragraph that no page broke: one of its lines is wider than a page, and behind
    another one there was room for the next word."""
    found = set[int]()
    for paragraph in _paragraph.finditer(text):
        lines, start = paragraph[0].split("\n"), paragraph.start()
        widest = max(map(len, lines))
        room = any(len(line) + len(after.split(" ", 1)[0]) < widest for line, after in pairwise(lines))
        if widest > PAGE and room:
            found.update(start + at for at, sign in enumerate(paragraph[0]) if sign == "\n")
    return frozenset(found)


def _ends(text: str, begin: int, match: re.Match[str]) -> bool:
    """Does a sentence end here, or is it a short form, a number, or a line that goes on?"""
    if match[0][0] == "\n":
        line = text[max(begin, text.rfind("\n", 0, match.start()) + 1) : match.start()].rstrip()
        after = text[match.end() : match.end() + 40].lstrip(" \t")
        goes_on = (after[:1].islower() and len(line) >= NARROW_LINE) or (len(line) >= WIDE_LINE and after[:1].isalpha())
        return not goes_on or _labelled.match(after) is not None
    word = next(reversed(text[max(begin, match.start() - 8) : match.start()].split()), "").strip("(").lower()
    if word.isdigit() and len(word) == 1:
        line = text[max(begin, text.rfind("\n", 0, match.start()) + 1) : match.start()].strip()
        return line != word and text[match.end() :].lstrip()[:1].isupper()
    return match[0] != "." or not (word in _short or word.endswith("nr") or len(word) <= 1 or _initials.fullmatch(word))


def _cut(text: str, begin: int, end: int) -> list[Sentence]:
    """One sentence, or as many pieces of whole words as a very long one needs."""
    found: list[Sentence] = []
    while end - begin > LONGEST_SENTENCE and len(found) < MOST_SENTENCES:
        most = begin + LONGEST_SENTENCE
        space = max(text.rfind(gap, begin + 1, most) for gap in " \n\t")
        found += _piece(text, begin, space if space > 0 else most)
        begin = space if space > 0 else most
    return [*found, *_piece(text, begin, end)]


def _piece(text: str, begin: int, end: int) -> list[Sentence]:
    bullet = _bullet.match(text, begin, end)
    start = bullet.end() if bullet else begin
    greeting = letter_words().aanhef_vooraf.match(text[start:end].lower())
    cuts = [start, start + greeting.end(), end] if greeting else [start, end]
    pieces = [(at, text[at:until].rstrip()) for at, until in pairwise(cuts)]
    return [Sentence(start=at, end=at + len(words), text=words) for at, words in pieces if words]
