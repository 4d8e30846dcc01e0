"""The subjects of the two streams: what each kind of message is filed under.

In the log: `r.C` the frames of a conversation, `x.C.SEQ` a frame in place of a redacted one, `k.C.KEY` the seq of the
record with this key, `i.O.C` the entry of the index, `a.O.ALIAS` a conversation by another name, `n.O.PART….DIGEST` a
note, `e.C` what is still to be wiped, `v` the version of all this. Among the files: `b.C.SHA` and `s.C.VIEW`."""

import re
from dataclasses import dataclass
from hashlib import sha256

from loket.stores.parts import in_order

_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,64}")
DEPTH = 16
"""So many parts of a note's name are found by. Servers get slow with subjects of more tokens."""


def token(text: str) -> str:
    """One token of a subject for any text: itself when it is plain, else its digest."""
    return text if _PLAIN.fullmatch(text) else f"={sha256(text.encode()).hexdigest()[:40]}"


@dataclass(frozen=True, slots=True)
class Subjects:
    """All begin with the prefix, by which several installations share servers."""

    prefix: str

    @property
    def version(self) -> str:
        return f"{self.prefix}.log.v"

    def log(self, kind: str, *names: str) -> str:
        return ".".join((self.prefix, "log", kind, *map(token, names)))

    def file(self, kind: str, *names: str) -> str:
        return ".".join((self.prefix, "files", kind, *map(token, names)))

    def entry(self, conversation: str, owner: str | None = None) -> str:
        """Of its entry in the index, whoever's it is unless an owner is named."""
        return f"{self.prefix}.log.i.{'*' if owner is None else token(owner)}.{token(conversation)}"

    def entries(self, owner: str | None) -> str:
        return f"{self.prefix}.log.i.{'*' if owner is None else token(owner)}.*"

    def under(self, kind: str, *names: str) -> str:
        """Of all of the log that is filed under these names."""
        return f"{self.log(kind, *names)}.>"

    def note(self, owner: str, name: str) -> str:
        return self.log("n", owner, *in_order(name)[:DEPTH], f"={name}")

    def notes(self, owner: str, prefix: str) -> str:
        """Of all notes whose name may begin so."""
        some = in_order(prefix)
        whole = some[:-1] if some and prefix.endswith(some[-1]) else some
        return f"{self.log('n', owner, *whole[:DEPTH])}.>"

    def notes_about(self, part: str) -> list[str]:
        """Of all notes that have this part in their name, at each place it may stand at."""
        return [f"{self.prefix}.log.n.*{'.*' * depth}.{token(part)}.>" for depth in range(DEPTH)]
