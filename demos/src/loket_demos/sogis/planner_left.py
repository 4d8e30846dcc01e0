"""What was not read of a message: pieces of which nothing came, and numbers that nothing is about. It is said."""

from collections.abc import Sequence

from loket.language.message import Message
from loket_demos.sogis.planner_concepts import THINGS, Reading, reading
from loket_demos.sogis.planner_lists import NUMBER, Lists
from loket_demos.sogis.planner_names import Names
from loket_demos.sogis.planner_pieces import WordSpan
from loket_demos.sogis.planner_request import Request
from loket_demos.sogis.planner_topics import Chunk
from loket_demos.sogis.planner_words import phrases, small

SHORTEST = 3
"""Letters of a word that may be a wish."""
MOST = 200
"""Characters of what was not read that are told."""


def not_read(message: Message, left: Sequence[WordSpan], rest: Sequence[tuple[WordSpan, Chunk]]) -> list[Request]:
    """What is said of that; nothing when all was read. `rest` are names in pieces that were read in part."""
    made = any(set(THINGS) & said for said in reading(message).concepts.values())
    paper = [one for one in left if "paper" in one.own_concepts]
    found = [one.plain for one in left if one not in paper and _means(one)]
    found += [text for piece, one in rest for text in _names(piece, one) if _matters(piece, text, made)]
    spans = [(one.start, one.end) for one in left]
    found += [text for at, text in _numbers(reading(message)) if not any(start <= at < end for start, end in spans)]
    text = " … ".join(dict.fromkeys(found))[:MOST]
    said = [Request(intent="clarification", q=text, says="left")] if text else []
    if paper and not made:
        said.append(Request(intent="clarification", q=paper[0].plain[:MOST], says="paper"))
    return said


def _names(piece: WordSpan, part: Chunk) -> list[str]:
    """The names in a part of a piece: what was read between them is none, nor is a verb before what it is done to, nor
    what tells a day."""
    little, words = small(piece.reading.message.tongue.code), piece.reading.message.words
    known = piece.reading.message.unnamed | _likewise(piece.reading.message)
    inside = [at for at in piece.content if part.start <= at < part.end and at not in known]
    if piece.start in inside[:1] and words[piece.start + 1 : piece.start + 2]:
        after = words[piece.start + 1].fold
        inside = inside[after in little.determiners | little.objects :]
    starts = [at for n, at in enumerate(inside) if n == 0 or _read(piece, inside[n - 1] + 1, at)]
    ends = [*starts[1:], part.end]
    groups = [[at for at in inside if start <= at < end] for start, end in zip(starts, ends, strict=False)]
    return [piece.words(one[0], one[-1] + 1) for one in groups]


def _likewise(message: Message) -> set[int]:
    """The words that ask for the same as before: `das Gleiche`."""
    folds = tuple(word.fold for word in message.words)
    said = phrases(message.tongue.code, "same")
    starts = [(at, len(one)) for one in said for at in range(len(folds)) if folds[at : at + len(one)] == one]
    return {at + further for at, size in starts for further in range(size)}


def _read(piece: WordSpan, start: int, end: int) -> bool:
    """Whether something else was read in these words."""
    named = {at for one in piece.subjects for at in range(one.start, one.end)}
    return any(at in named or at in piece.reading.concepts for at in range(start, end))


def _matters(piece: WordSpan, name: str, made: bool) -> bool:
    """Whether a name beside a place may have been a wish: a noun, or what a question asks for when nothing is made."""
    little = small(piece.reading.message.tongue.code)
    if len(name) < SHORTEST:
        return False
    if piece.begins in little.asking:
        return not made
    if any(word.fold in little.myself for word in piece.spoken):
        return False
    return little.capitals and any(word[:1].isupper() for word in name.split())


def _means(piece: WordSpan) -> bool:
    """Whether a piece of which nothing came may have been a wish: it says what stays or is exchanged, has a noun or a
    number, does something with what was named before (`färbe es rot`), or is a question, and is not what people say
    about themselves."""
    little = small(piece.reading.message.tongue.code)
    if (
        piece.greets
        or any(word.fold in little.myself for word in piece.spoken)
        or (piece.own_concepts and piece.own_concepts <= {"make", "print", "sheet"})
    ):
        return False
    if piece.wonders or piece.begins in little.asking:
        return bool(piece.content)
    numbers = any(NUMBER.fullmatch(word.fold) for word in piece.spoken)
    nouns = any(piece.reading.message.words[at].text[:1].isupper() for at in piece.content if at > 0)
    acts = bool(piece.own_concepts & {"except", "instead", "swap", "only", "mark", "parcel", "commune"})
    done_with = piece.start in piece.content and any(word.fold in little.it for word in piece.spoken[1:])
    return acts or done_with or "form" in piece.own_concepts or numbers or (little.capitals and nouns)


def _numbers(said: Reading) -> list[tuple[int, str]]:
    """The numbers that no request is about, and that count or measure nothing."""
    message = said.message
    covered = frozenset(said.concepts)
    lists = Lists(Names(message, covered))
    taken = {at for one in said.subjects for at in range(one.start, one.end)} | said.id_words
    dated = message.unnamed
    found: list[tuple[int, str]] = []
    for at, word in enumerate(message.words):
        if at in taken or at in dated or not word.text[0].isdigit() or lists.measures(at) or lists.post(at):
            continue
        counting = len(word.fold) < 3 and at + 1 < len(message.words) and at + 1 in covered
        if not counting:
            found.append((at, word.text))
    return found
