"""What the frames of a conversation tell, for who reads them in this process: records and words in the making."""

import msgspec

from loket.core.record import Record, decode
from loket.core.value import unchanging


@unchanging
class Words:
    """Words in the making: what a draft says from an offset on."""

    draft: str
    scope: str
    offset: int
    text: str


@unchanging
class WordsGone:
    """The words of a draft count no more."""

    draft: str


@unchanging
class ThinkingWords:
    """What is thought aloud, from an offset on; without text it is over."""

    draft: str
    scope: str
    offset: int
    text: str


News = Record | Words | WordsGone | ThinkingWords


def news_of(frame: bytes) -> News | None:
    """What a frame tells, for who wants no bytes; None for what nobody else reads."""
    head, _, body = frame.partition(b"data: ")
    if head:
        return decode(body)
    note = msgspec.json.decode(body)
    match note.pop("kind"):
        case "delta":
            return Words(**note)
        case "draft_gone":
            return WordsGone(**note)
        case "thinking":
            return ThinkingWords(**note)
        case _:
            return None
