"""Reads a message: which requests are in it, in order, and what each is about. No place is looked up here.

The words come from the skills planner's languages and from our data file; what is here is how requests for a map hang
together: acts carry over commas, things share what they are about, and names with an article are maps."""

import re
from datetime import datetime
from unicodedata import normalize

from loket.language.languages import language
from loket.language.memory import turn_of
from loket.language.message import Message
from loket_demos.sogis.planner_left import not_read
from loket_demos.sogis.planner_paper import paper_wishes, papered
from loket_demos.sogis.planner_parting import parted
from loket_demos.sogis.planner_reader import Reader
from loket_demos.sogis.planner_request import REST, Request
from loket_demos.sogis.planner_wishes import SHORT
from loket_demos.sogis.planner_words import heard, vocabulary

MOST = 1_000
"""Characters of a message that are read: nobody asks for so much in one sentence."""
REQUESTS = 8
_TAGS = re.compile(r"</?[a-zA-Z]{1,8}>|[\x00-\x09\x0b-\x1f\x7f]")
_UNSEEN = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_COUNTED = re.compile(r"\s+\d{1,2}[.)]\s+(?=\S)")
_MARKER = re.compile(r"(?m)^\s*(?:\d{1,2}[.)]|[-*•])\s+(?=\S)")


def cleaned(text: str) -> str:
    """The part of a message that is read: no tags, no marks of a list, no characters that nobody sees. Letters that
    were put together of two, as in names of files and PDFs, are one."""
    plain = _TAGS.sub(" ", _UNSEEN.sub("", normalize("NFC", text[:MOST])))
    if re.match(r"\s*1[.)]\s", plain):
        plain = _COUNTED.sub("\n", plain)
    return _MARKER.sub("", plain)


def requests(text: str, now: datetime, locale: str = "de", spoken: str = "") -> tuple[Request, ...]:
    """The requests of a message; none when nothing in it can be done."""
    return requested(heard(cleaned(text), now, locale, spoken))


def requested(message: Message) -> tuple[Request, ...]:
    """The requests of a message that was read; what nothing was made of is the last."""
    if greeted(message):
        return ()
    reader = Reader()
    for piece in parted(message):
        reader.take(piece)
    reader.end()
    wishes = paper_wishes(message)
    papers = [piece for piece, _ in wishes]
    reader.found = papered(reader.found, wishes)
    if all(one.intent == "clarification" and not one.says for one in reader.found):
        return ()
    found = [*reader.found, *not_read(message, [one for one in reader.left if one not in papers], reader.rest)]
    found = found if len(found) <= REQUESTS else [*found[:REQUESTS], REST]
    return tuple(one.model_copy(update={"at": at}) for at, one in enumerate(found))


def greeted(message: Message) -> Message | None:
    """The message in the language in which it only greets or thanks; None when it says more. A short one is tried in
    each language that we speak, because a greeting tells none."""
    if len(message.words) > SHORT:
        return message if turn_of(message).empty else None
    spoken = [message, *(Message(message.text, language(code), message.today) for code in vocabulary().words)]
    return next((one for one in spoken if turn_of(one).empty), None)
