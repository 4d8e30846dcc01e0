"""What was not read of a message: pieces of which nothing came, and numbers that nothing is about. It is said."""

from collections.abc import Sequence

from loket.language.message import Message
from loket_demos.sogis.planner_concepts import THINGS, Reading, reading
from loket_demos.sogis.planner_lists import NUMBER, Lists
from loket_demos.sogis.planner_names import Names
from loket_demos.sogis.planner_pieces import WordSpan
from loket_demos.sogis.planner_request import Request
from loket_demos.sogis.planner_topics import Chunk
from loket_demos.sogis.planner_words import small

SHORTEST = 3
"""Letters of a word that may be a wish."""
MOST = 200
"""Characters of what was not read that are told."""


def not_read(message: Message, left: Sequence[WordSpan], rest: Sequence[tuple[WordSpan, Chunk]]) -> list[Request]:
    """What is said of that; nothing when all was read. `rest` are names in pieces that were read in part."""
    made = any(set(THINGS) & said for said in reading(message).concepts.values())
    paper = [one for one in left if "paper" in one.own_concepts]
    found = [one.plain for one in left if one not in paper and _means(one)]
    found += [one.text for piece, one in rest if _matters(piece, one, made)]
    spans = [(one.start, one.end) for one in left]
    found += [text for at, text in _numbers(reading(message)) if not any(start <= at < end for start, end in spans)]
    text = " … ".join(dict.fromkeys(found))[:MOST]
    said = [Request(intent="clarification", q=text, says="left")] if text else []
    if paper and not made:
        said.append(Request(intent="clarification", q=paper[0].plain[:MOST], says="paper"))
    return said


def _matters(piece: WordSpan, part: Chunk, made: bool) -> bool:
    """Whether a name beside a place may have been a wish: a noun, or what a question asks for when nothing is made."""
    little = small(piece.reading.message.tongue.code)
    if len(part.text) < SHORTEST:
        return False
    if piece.begins in little.asking:
        return not made
    if any(word.fold in little.myself for word in piece.spoken):
        return False
    return little.capitals and part.text[:1].isupper()


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
    acts = bool(piece.own_concepts & {"except", "instead", "swap", "parcel", "commune"})
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
