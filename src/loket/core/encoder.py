"""The port of what turns texts into vectors by their meaning: one more witness for reading without a language model."""

from collections.abc import Sequence
from typing import Protocol

Vector = Sequence[float]


class Encoder(Protocol):
    """Gives texts vectors of length 1 that are near each other when the texts mean alike, in whatever language.

    Asked for each message that is read, and once for each text of a skill, from any thread; never while an event loop
    waits for it without a worker. It may raise nothing: who can't encode is not used. The same text gives the same
    vector for the same `identity`, which names the program and its weights."""

    @property
    def identity(self) -> str:
        """What it is, to the byte of its weights."""
        ...

    def question(self, text: str) -> Vector:
        """The vector of what somebody asks."""
        ...

    def passages(self, texts: Sequence[str]) -> Sequence[Vector]:
        """The vectors of what may answer it."""
        ...
