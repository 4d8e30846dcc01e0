"""Words in the making, and what they come to: blocks of text in pieces."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from loket.core.data import JsonObject
from loket.house.house import Words
from loket.house.sse import pieces


@dataclass
class Texts:
    """What one speaker says in a reply: the orchestrator, or the agent that the fields `whose` name.

    A block is what one decision says. What was shown of a block that is then said otherwise can't be taken back from
    who reads words alone: `text_block_gone` says so, and the next block begins on a line of its own."""

    whose: JsonObject = field(default_factory=dict[str, object])
    spoke: bool = False
    _block: str = ""
    _sent: str = ""

    def words(self, words: Words) -> Iterator[JsonObject]:
        """The next words of a draft."""
        if words.draft != self._block:
            yield from self._begin(words.draft)
        yield from self._more(words.text[max(0, len(self._sent) - words.offset) :])

    def gone(self, draft: str) -> Iterator[JsonObject]:
        """The words of a draft count no more."""
        if draft == self._block and self._block:
            self._block = self._sent = ""
            yield self._frame("text_block_gone", draft)

    def whole(self, block: str, text: str) -> Iterator[JsonObject]:
        """What is said in the end, as far as its draft, the block of this name, did not show it yet."""
        if self._block and (self._block != block or not text.startswith(self._sent)):
            yield from self.gone(self._block)
        if text:
            if not self._block:
                yield from self._begin(block)
            for piece in pieces(text[len(self._sent) :]):
                yield from self._more(piece)
        self._block = self._sent = ""

    def _begin(self, block: str) -> Iterator[JsonObject]:
        yield from self.gone(self._block)
        self._block, self._sent = block, ""
        if not self.whose:
            yield self._frame("text_block_start", block)

    def _more(self, text: str) -> Iterator[JsonObject]:
        if text:
            before = "\n\n" if self.spoke and not self._sent else ""
            self.spoke, self._sent = True, self._sent + text
            yield self._frame("token", self._block) | {"token": before + text}

    def _frame(self, kind: str, block: str) -> JsonObject:
        return {"type": f"agent_{kind}" if self.whose else kind, **self.whose, "text_block_id": block}
