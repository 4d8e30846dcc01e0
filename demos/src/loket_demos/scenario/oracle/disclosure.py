"""Does an output hold what its tool can't know? The other side's facts, word for word, where nobody told them to ours.

What a model writes in other words is not noticed; the prompt forbids it, and nothing here can prove it."""

from collections.abc import Iterable, Sequence

from loket.core.data import Json
from loket.language.tokens import folds
from loket_demos.scenario.oracle.records import leaves

RUN = 5
"""So many words in a row are nobody's chance."""
TELLING = 4
"""Characters of a number, or of a word with digits in it, that names something."""


def disclosed(output: Json, secrets: Iterable[Json], public: Iterable[str]) -> tuple[str, ...]:
    """The pieces of an output that stand in `secrets` and not in `public`, which is all that the tool may know."""
    allowed = [folds(text) for text in public]
    open_words = frozenset(word for words in allowed for word in words)
    open_runs = frozenset(run for words in allowed for run in _runs(words, RUN))
    written = [folds(_text(path, leaf)) for path, leaf in leaves(output)]
    found: dict[str, None] = {}
    for text in (str(leaf) for value in secrets for _, leaf in leaves(value)):
        words = folds(text)
        for word in words:
            if _names(word) and word not in open_words and any(word in line for line in written):
                found[word] = None
        length = min(RUN, len(words))
        if length > 2 or (length == 2 and text.istitle()):  # two common words say nothing, a name does
            shown = frozenset(run for line in written for run in _runs(line, length))
            known = open_runs if length == RUN else frozenset(run for line in allowed for run in _runs(line, length))
            found |= {" ".join(run): None for run in _runs(words, length) if run in shown and run not in known}
    return tuple(found)


def _text(path: Sequence[str], leaf: Json) -> str:
    return f"{path[-1]} {leaf}" if path else str(leaf)


def _names(word: str) -> bool:
    """Whether a word is a name of its own, like a number or a code."""
    return len(word) >= TELLING and any(sign.isdigit() for sign in word)


def _runs(words: Sequence[str], length: int) -> list[tuple[str, ...]]:
    return [tuple(words[at : at + length]) for at in range(len(words) - length + 1)]
