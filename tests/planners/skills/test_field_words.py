"""An assistant brings the words of its field, and says what its properties are where their words do not tell."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from loket.cli.commands import root
from loket.core.errors import Invalid
from loket.language import Skill, SkillIndex
from loket.language.lexicon import FieldWords
from tests.planners.skills.test_properties import TODAY
from tests.planners.skills.test_wider import schema

TIERCEL = {"falcon": {"en": "tiercel, passage hawk", "nl": "slechtvalk, jonge valk"}}
FLY = Skill("fly", "Fly a falcon", "Lends a falcon for a day.")
GLOVE = Skill("glove", "Buy a glove", "Sells a glove of leather.")


def test_words_of_a_field_are_understood_by_who_brings_them() -> None:
    plain = SkillIndex([FLY, GLOVE], "en")
    own = SkillIndex([FLY, GLOVE], "en", own=FieldWords({"falcon": {**TIERCEL["falcon"], "en": "falcon, tiercel"}}))
    assert plain.understand("is there a tiercel", TODAY).decision == "none"
    assert own.understand("is there a tiercel", TODAY).skills == ("fly",)
    assert own.understand("hebt u een slechtvalk voor mij", TODAY, spoken="nl").skills == ("fly",)
    assert plain.understand("is there a tiercel", TODAY).decision == "none", "nobody else hears of it"


def test_a_concept_of_everybody_is_said_in_more_words() -> None:
    cancel = Skill("cancel", "Cancel", "Cancels a flight.")
    own = FieldWords({"cancel": {"en": "whistle down"}})
    assert SkillIndex([cancel, FLY], "en", own=own).understand("whistle it down please", TODAY).skills == ("cancel",)


@pytest.mark.parametrize(("kind", "value"), [("plot", "410"), ("person", None), ("nonsense", None)])
def test_a_property_may_say_what_it_is(kind: str, value: str | None) -> None:
    mews = {"type": "string", "description": "Which mews", "x-kind": kind}
    index = SkillIndex([Skill("mews", "Show a mews", "Shows a mews.", parameters=schema(("mews",), mews=mews))], "en")
    slots = index.understand("show me mews 410", TODAY).slots
    assert (slots[0].get("mews") if slots else None) == value


def test_words_of_another_shape_are_refused(tmp_path: Path) -> None:
    (tmp_path / "s.json").write_text(json.dumps({"a": {"skills": [], "words": {"falcon": "tiercel"}}}), "utf-8")
    (tmp_path / "c.jsonl").write_text("", "utf-8")
    arguments = ["eval", str(tmp_path / "c.jsonl"), "--skills", str(tmp_path / "s.json")]
    with pytest.raises(Invalid) as refused:
        CliRunner().invoke(root, arguments, catch_exceptions=False)
    assert refused.value.code == "bad_skills"
