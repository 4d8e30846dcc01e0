"""What the flows and screens themselves say is plain Dutch (B1), like the content."""

import re
from collections.abc import Iterator

from loket_demos.overheid.allowance import TOESLAGEN_FLOW
from loket_demos.overheid.declaration import BEZWAAR, OVERHEID, TOESLAGEN
from loket_demos.overheid.flows import WORDS
from loket_demos.overheid.objection import BEZWAAR_FLOW, example_letter
from loket_demos.overheid.screens import BUSY, ENDED, TITLES
from tests.overheid.content import b1


def texts() -> Iterator[str]:
    for assistant in (OVERHEID, TOESLAGEN, BEZWAAR):
        yield assistant.summary
        yield from assistant.starters
        yield from (surface.summary for surface in assistant.surfaces)
    yield from (step.reason for flow in (TOESLAGEN_FLOW, BEZWAAR_FLOW) for step in flow.steps)
    yield from (f"{words}." for words in (*BUSY.values(), *TITLES.values()))
    yield from ENDED.values()
    yield from WORDS.reasons.values()
    yield WORDS.failed.format(step="", why="")
    yield from (WORDS.again, WORDS.stop, WORDS.stopped, WORDS.renewed, WORDS.restart, WORDS.done, WORDS.unknown)


def test_everything_is_plain() -> None:
    found = list(texts())
    together = b1.measure("\n".join(found))
    assert together.breaches == (), together
    for text in found:
        alone = b1.measure(text)
        assert alone.longest <= b1.LONGEST_SENTENCE and not alone.replace, text
        assert "!" not in text and not re.search(r"\b(je|jij|jouw)\b", text.lower()), text


def test_the_example_letter_is_plain_and_invented() -> None:
    assert b1.measure(example_letter()).breaches == ()
    assert not re.search(r"\b\d{9}\b|\b[A-Z]{2}\d{2}[A-Z]{4}", example_letter()), "no citizen number, no bank account"


def test_nothing_promises_a_decision() -> None:
    assert "geen besluit" in WORDS.done and "geen besluit" in OVERHEID.summary
