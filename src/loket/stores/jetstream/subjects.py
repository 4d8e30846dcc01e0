"""The subjects of the two streams: what each kind of message is filed under.

In the log: `r.C` the frames of a conversation, `x.C.SEQ` a frame in place of a redacted one, `k.C.KEY` the seq of the
record with this key, `i.C` the entry of the index, `o.O.A.C` whose it is and with which assistant, `w.C` that work is
under way in it, `a.O.ALIAS` a conversation by another name, `n.O.PART….DIGEST` a note, `e.C` what is still to be wiped,
`v` the version of all this. What is looked up for one conversation has no wildcards, so that it costs the same however
many there are. Among the files: `b.C.SHA` and `s.C.VIEW`."""

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

    def each(self, kind: str) -> str:
        """Of all whose subject has one name."""
        return f"{self.log(kind)}.*"

    def owned(self, owner: str | None, assistant: str | None) -> str:
        """Of all that this owner has with this assistant; of any where none is named."""
        return ".".join((self.log("o"), *("*" if name is None else token(name) for name in (owner, assistant)), "*"))

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
