"""What the club's agent says beside its answers, in the language of who asks: data, read once."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from loket.core.data import Frozen
from loket.language.languages import FALLBACK
from loket_demos.urmston.club.beside import RefusedPart

DATA = files("loket_demos.urmston") / "data" / "club.json"


class Sayings(Frozen):
    """One language: what it can do, that something can't be done or told, with the words of who asked, whom to
    write to, also of a child's safety, who helps a child that was harmed, for which ages there are teams, that a few
    words are not understood, that a report stays as it is, and which words an answer leaves out."""

    listed: str
    first: str
    no_deed: str
    no_answer: str
    no_deed_of: str
    no_answer_of: str
    contact: str
    safety: str
    harmed: str
    groups: str
    meant: str
    stands: str
    unheeded: str

    def refusing(self, parts: Sequence[RefusedPart]) -> str:
        """That these parts of a message are not done or answered; empty when there are none."""
        told = ((self.no_deed_of if one.deed else self.no_answer_of).format(part=one.part) for one in parts)
        return "".join(f"{one} " for one in told)

    def leaving_out(self, words: Sequence[str]) -> str:
        """Which words of a message an answer leaves out; empty when there are none."""
        return f"{self.unheeded.format(part='”, “'.join(words))} " if words else ""


@lru_cache(maxsize=1)
def _every() -> Mapping[str, Sayings]:
    return {code: Sayings.model_validate(told) for code, told in json.loads(DATA.read_text("utf-8")).items()}


def sayings(code: str) -> Sayings:
    """Those of a language; in English for those that it does not speak."""
    return _every().get(code) or _every()[FALLBACK]
