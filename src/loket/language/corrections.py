"""What a message takes back in the same breath: `at 3, no, make that 4`; `not on Monday but on Tuesday`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from loket.language.languages import alternatives, language
from loket.language.message import Message
from loket.language.tokens import flat, fold

Sort = Literal["quantity", "date", "time", "ratio", "number", "mail", "phone", "code", "name"]

REACH = 40
"""Letters between what is taken back and the words that do so."""

HOURS = range(25)
ENDED = re.compile(r"(?<![.…])[.!?](?![.…])\s+")
"""Where a sentence ends; an ellipsis goes on."""

_BARE = re.compile(r"[\w.,'’]+")
_RATIO = re.compile(r"(?<![\d:])\d+ ?: ?\d+(?:['’.]\d{3})*(?![\d:])")
MARKS = " ,;.:!?…–—-("


@dataclass(frozen=True, slots=True)
class Piece:
    """Something of a sort that stands from `start` to before `end`; a `bare` one is no more than a figure."""

    sort: Sort
    start: int
    end: int
    bare: bool = False


def cues(message: Message) -> Sequence[range]:
    """The places of the words that take something back, for who knows what may stand before and after them."""
    key = "cues"
    if key not in message.named:
        found = [(match.start("cue"), match.end("cue")) for match in _cues(flat(message.text), message.tongue.code)]
        message.named[key] = [message.over(start, end) for start, end in found]
    return message.named[key]


def settled(message: Message) -> Message:
    """The message with what was corrected in it in its place, and without what was taken back; itself when nothing
    was. What cannot be told apart stays."""
    text = message.text
    low = flat(text)
    if _patterns(message.tongue.code).some.search(low) is None:
        return message
    pieces = _pieces(message)
    for match in reversed(list(_cues(low, message.tongue.code))):
        swap = _behind(message, low, pieces, match) or _swap(message, low, pieces, match)
        if swap is not None:
            start, end, put = swap
            text = text[:start] + put + text[end:]
            return settled(replace(message, text=text, named={}))
    return message


def unsettled(message: Message) -> Sequence[tuple[range, range]]:
    """The words of what may have been taken back, and of that for which it was, where it cannot be told."""
    key = "unsettled"
    if key not in message.named:
        low, pieces = flat(message.text), _pieces(message)
        every = (_taken_back(message, low, pieces, match) for match in _cues(low, message.tongue.code))
        spans = ([message.over(one.start, one.end) for one in pair] for pairs in every for pair in pairs)
        message.named[key] = [(old, new) for old, new in spans]
    return message.named[key]


def _taken_back(
    message: Message, low: str, pieces: Sequence[Piece], cue: re.Match[str]
) -> Iterator[tuple[Piece, Piece]]:
    """What a cue may take back, and for what: what stands right before it (`on Wednesday instead`), or behind it. It
    may begin a sentence, and none may end else."""
    new = _right_before(low, pieces, cue)
    if new is not None and new.sort != "name":
        yield from ((one, new) for one in pieces if one.sort == new.sort and one.end <= new.start)
    for after in (one for one in pieces if one.start >= cue.end()):
        old = _before(message, pieces, cue, after)
        apart = ENDED.search(low, cue.end(), after.start) or (old and ENDED.search(low, old.end, cue.start()))
        if old is not None and not apart:
            yield old, after


def _right_before(low: str, pieces: Sequence[Piece], cue: re.Match[str]) -> Piece | None:
    """What stands right before a cue, with nothing that belongs to it behind."""
    ends = not low[cue.end("cue") :].strip() or low[cue.end("cue") :].lstrip(" ")[:1] in MARKS
    near = (one for one in pieces if one.end == cue.start() and low[one.end : cue.start("cue")].isspace())
    return next(near, None) if ends else None


def _cues(low: str, code: str) -> Iterator[re.Match[str]]:
    """The places in a text, none at its beginning, where words take back what stands before them."""
    patterns = _patterns(code)
    for match in patterns.cue.finditer(low):
        if low[: match.start()].strip(MARKS):
            yield match
    for match in patterns.but.finditer(low):
        if patterns.denied.search(low[: match.start()]) is not None:
            yield match


def _pieces(message: Message) -> list[Piece]:
    """What of a message is of a sort, in order; a figure inside a date or a time is part of it."""
    # `om 10 uur` is a time, `10 uur` may be a while.
    clocks = [one.start for one in message.times if one.at]
    whiles = [Piece("quantity", one.start, one.end) for one in message.quantities if one.start not in clocks]
    found = [Piece("date", one.start, one.end) for one in message.dates]
    found += [Piece("time", one.start, one.end) for one in message.times if not _inside(one.start, whiles)]
    found += [one for one in whiles if not _inside(one.start, found)]
    ratios = (Piece("ratio", *one.span()) for one in _RATIO.finditer(message.text))
    found += [one for one in ratios if not _inside(one.start, found)]
    found += [Piece("mail", one.start, one.end) for one in message.mails]
    found += [Piece("phone", one.start, one.end) for one in message.phones if not _inside(one.start, found)]
    for one in message.numbers:
        if not one.article and not _inside(one.start, found):
            found.append(
                Piece("number", one.start, one.end, _BARE.fullmatch(message.text, one.start, one.end) is not None)
            )
    for one in message.codes:
        if not _inside(one.start, found):
            found.append(Piece("code", one.start, one.end))
    for at, word in enumerate(message.words):
        if at and word.text[:1].isupper() and message.weights[at] and not _inside(word.start, found):
            found.append(Piece("name", word.start, word.end))
    return sorted(found, key=lambda one: one.start)


def _inside(place: int, found: Sequence[Piece]) -> bool:
    return any(one.start <= place < one.end for one in found)


def _swap(message: Message, low: str, pieces: Sequence[Piece], cue: re.Match[str]) -> tuple[int, int, str] | None:
    """From where to where a text gives way to another, for one cue."""
    pair = _both(message, pieces, cue)
    if pair is None or not _small(message, low[cue.end() : pair[1].start], cue.start()):
        return None
    old, after = pair
    if not _same_thing(message, low, old, after, cue):
        return None
    text = message.text
    new = text[after.start : after.end]
    if _again(message, old, after) and any(one.sort == after.sort for one in pieces if one.start > after.end):
        # `Not on Thursday... I mean, Thursday she is there, it is Friday`: what is put in its place stands behind.
        return None
    if after.bare and new[:1].isdigit():
        unit = "" if new[-1:].isdigit() else r"(?:[^\W\d_]+\b)?"  # `28k, no, 32k`
        new = re.sub(rf"\d+(?:[.,:]\d+)*{unit}", new, text[old.start : old.end], count=1)
        if not any(c.isdigit() for c in new):
            new = text[after.start : after.end]
    denied = (
        _patterns(message.tongue.code).denied.search(low[: cue.start()])
        if cue.re is not _patterns(message.tongue.code).cue
        else None
    )
    start = denied.start("no") if denied is not None else old.start
    kept = "" if denied is not None else text[old.end : cue.start()].rstrip(MARKS)
    if flat(text[after.end :]).startswith(flat(kept)):
        kept = ""
    return start, after.end, (text[denied.end("no") : old.start].lstrip() if denied else "") + new + kept


def _behind(message: Message, low: str, pieces: Sequence[Piece], cue: re.Match[str]) -> tuple[int, int, str] | None:
    """The same for a cue that stands behind what it puts in place: `at 8, half past 8 I mean`."""
    new = _right_before(low, pieces, cue)
    if new is None:
        return None
    old = next((one for one in reversed(pieces) if one.end <= new.start), None)
    if old is None or old.sort != new.sort or new.sort == "name" or _noun(message, low, old.end, new.start):
        return None
    between = re.findall(r"[^\W\d_]+", low[old.end : new.start])
    if len(between) > 1 or not _going_on(message).isdisjoint(between) or ENDED.search(low, old.end, new.start):
        return None
    return old.start, cue.end("cue"), message.text[new.start : new.end]


def _both(message: Message, pieces: Sequence[Piece], cue: re.Match[str]) -> tuple[Piece, Piece] | None:
    """What stands behind a cue, and what of its sort stands before it."""
    after = next((one for one in pieces if one.start >= cue.end()), None)
    old = _before(message, pieces, cue, after) if after is not None else None
    return (old, after) if old is not None and after is not None else None


def _before(message: Message, pieces: Sequence[Piece], cue: re.Match[str], after: Piece) -> Piece | None:
    """What of the sort of a piece stands before a cue; a mere figure may be that of a quantity."""
    sorts = {after.sort, "quantity"} if after.bare else {after.sort}
    # `1:50` may be either.
    hour = after.bare and _hour(message, after) and not _noun(message, flat(message.text), after.end, len(message.text))
    sorts |= {"time"} if after.sort == "ratio" or hour else set[Sort]()
    before = [one for one in pieces if one.end <= cue.start() and cue.start() - one.end <= REACH]
    figured = [one for one in before if one.sort != "quantity" or re.search(r"\d", message.text[one.start : one.end])]
    rows = list(reversed(figured if after.bare else before))
    # `10 uur` may be either as well.
    wide = sorts | {"time"} if any(after.start <= one.start < after.end for one in message.times) else sorts
    return next((one for some in (sorts, wide) for one in rows if one.sort in some), None)


def _hour(message: Message, piece: Piece) -> bool:
    text = fold(message.text[piece.start : piece.end])
    value = int(text) if text.isdigit() else message.tongue.numbers.get(text, -1)
    return value in HOURS


def _small(message: Message, between: str, cue: int) -> bool:
    """Whether only small words stand between a cue and what it puts in place, or such as stood before the cue; no
    `and`, which adds."""
    mentioned = message.tongue.function.union(word.fold for word in message.words if word.end <= cue)
    said = re.findall(r"[^\W\d_]+", fold(between))
    adds = _going_on(message).union(fold(word) for word in message.tongue.data["ands"][:1])
    return not ENDED.search(between) and len(said) <= 3 and all(w in mentioned and w not in adds for w in said)


def _going_on(message: Message) -> frozenset[str]:
    """The words with which a time or a way goes on to its end."""
    data = message.tongue.data
    return frozenset(fold(pair[1]) for pair in data["from_to"]).difference(map(fold, data["at"]))


def _same_thing(message: Message, low: str, old: Piece, new: Piece, cue: re.Match[str]) -> bool:
    """Whether what is put in place is of the same thing: where both are followed by what they count, by the same."""
    between = low[old.end : cue.start()]
    if ENDED.search(between):
        return False
    if old.sort != "number":
        return True
    first, second = _noun(message, low, old.end, cue.start()), _noun(message, low, new.end, len(low))
    return not first or not second or first == second


def _again(message: Message, old: Piece, new: Piece) -> bool:
    """Whether the same is told twice."""
    days = {one.start: one.value for one in message.dates}
    first, second = (days.get(one.start, fold(message.text[one.start : one.end])) for one in (old, new))
    return first == second


def _noun(message: Message, low: str, start: int, end: int) -> str:
    """The word right behind a figure, unless it is a small one."""
    match = re.match(r"\s?([^\W\d_]+)", low[start:end])
    said = fold(match[1]) if match else ""
    return "" if said in message.tongue.function or said in message.tongue.currency else said


@dataclass(frozen=True, slots=True)
class _Patterns:
    some: re.Pattern[str]
    cue: re.Pattern[str]
    but: re.Pattern[str]
    denied: re.Pattern[str]


@lru_cache(maxsize=8)
def _patterns(code: str) -> _Patterns:
    tongue = language(code)
    said = alternatives([*tongue.data["correction"], *tongue.data["correction_end"]])
    but, no = alternatives(tongue.data["rates"]["but"]), alternatives(tongue.negation)
    # What goes on after `and` does so after `but`: `not only on Monday but also on Tuesday`.
    linking = f"{tongue.data['ands'][0]} "
    adds = alternatives([one.removeprefix(linking) for one in tongue.data["split"] if one.startswith(linking)])
    # What follows `instead of` is not meant: the same words with nothing after them take back what stands before.
    one = rf"(?<!\w)(?!(?:{alternatives(tongue.data['in_place_of'])})(?!\w))(?:{said})(?!\w)"
    return _Patterns(
        some=re.compile(rf"(?<!\w)(?:{said}|{but})(?!\w)"),
        cue=re.compile(rf"[\s,;.:!?…–—-]+(?P<cue>{one}(?:[\s,;.:!?…–—-]+{one})*)[\s,;.:…–—-]*"),
        but=re.compile(rf"[\s,]+(?P<cue>(?:{but}))(?!\w)(?!\s*(?:{adds})(?!\w))\s*"),
        denied=re.compile(rf"(?<!\w)(?P<no>(?:{no})\s+)(?:\S+\s+){{0,3}}\S+$"),
    )
