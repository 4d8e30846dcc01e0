"""The words of a thought under way: shown as they come, and kept in the log every second, so that a thought that was
stopped, or whose process died, leaves what had been read."""

import asyncio

from loket.core.errors import TooLarge
from loket.core.events import Discarded, Drafted
from loket.engine.feed import DraftText, ThinkingText
from loket.engine.writer import Writer

KEEP_SECONDS = 1.0
"""Words that were shown are in the log so much later."""
MOST = 20_000
"""Characters that are kept of a thought that does not come to its end."""


class Drafting:
    """See core.planner.Draft. `given` are the seqs the thought is about, `tries` how often it broke before. Most
    thoughts show no words on their way: these begin with the first one."""

    def __init__(self, writer: Writer, path: str, given: tuple[int, ...], tries: int) -> None:
        self._writer, self._path, self.given, self._tries = writer, path, given, tries
        self._timer: asyncio.TimerHandle | None = None
        self._kept = 0
        self._over = False
        self._after = writer.turn.seq
        self._words: DraftText | None = None
        self._thinking: ThinkingText | None = None

    @property
    def id(self) -> str | None:
        """The draft's name, when any of it may have been seen."""
        return self._words.id if self._words is not None and self._words.shown else None

    def write(self, text: str) -> None:
        """More words."""
        if not self._over and text:
            (self._words or self._begun()).write(text)

    def think(self, text: str) -> None:
        """More of what is thought aloud."""
        if not self._over:
            self._thinking = self._thinking or ThinkingText(self._writer.feed, f"{self._name}.thinking", self._path)
            self._thinking.write(text)

    def drop(self) -> None:
        """What was written counts no more, for the answer broke off: it is said in the log and begun anew."""
        words = self._words
        if not self._over and words is not None and words.shown:
            dropped = Discarded(took=self.given, why="broke_off", draft=words.id)
            words.end(self._writer.append(self._path, "planner", dropped, cause=self.given[-1]).seq)
            self._rest()
            self._kept, self._words, self._after = 0, None, self._writer.turn.seq

    def interrupt(self) -> None:
        """The thought ends here, with the words that were shown."""
        if self._words is not None:
            self._words.flush()
        text = "" if self._words is None else self._words.sent[:MOST]
        seq = interrupted(self._writer, self._path, Discarded(took=self.given, why="ended", draft=self.id, text=text))
        self.end(seq)

    def end(self, decided: int | None = None) -> None:
        """The thought is over: the record `decided` holds its words, or they are taken back. Only once."""
        if not self._over:
            self._over = True
            self._rest()
            if self._thinking is not None:
                self._thinking.end()
            if self._words is not None:
                self._words.end(decided)
                self._words.came = None

    @property
    def _name(self) -> str:
        scope = self._writer.turn.scopes.get(self._path)
        return f"{self._path}{self.given[-1]}.{self._tries}.{0 if scope is None else scope.discards}"

    def _begun(self) -> DraftText:
        words = self._words = DraftText(self._writer.feed, self._name, self._path, self._after)
        words.came = self._came
        return words

    def _came(self) -> None:
        if self._thinking is not None:
            self._thinking.flush()  # it was thought before these words
        if self._timer is None and not self._over:
            self._timer = asyncio.get_running_loop().call_later(KEEP_SECONDS, self._keep)

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _keep(self) -> None:
        self._timer = None
        words = self._words
        assert words is not None  # it is they that set the timer
        words.flush()
        fresh = words.sent[self._kept : MOST]
        if self._over or self._writer.sealed or not fresh:
            return
        self._kept += len(fresh)
        try:
            self._writer.append(self._path, "planner", Drafted(of=words.id, text=fresh), cause=self.given[-1])
        except TooLarge:
            self._kept = MOST  # so many escaped characters in a second: what of them was read is not kept


def interrupted(writer: Writer, path: str, dropped: Discarded) -> int:
    """Appends the end of a thought with the words that were shown, as far as a record holds them."""
    while True:
        try:
            return writer.append(path, "engine", dropped, cause=dropped.took[-1] if dropped.took else None).seq
        except TooLarge:
            dropped = dropped.model_copy(update={"text": dropped.text[: len(dropped.text) // 2]})
