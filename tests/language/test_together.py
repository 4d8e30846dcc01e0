"""Two wishes are done at once only where they are likely together, and not where each of them is by itself."""

from collections.abc import Mapping
from datetime import date

from loket.cli.evals import planner
from loket.language import SkillIndex
from tests.blind.rated import SETS, rows


def assistants(folder: str) -> Mapping[str, SkillIndex]:
    """The assistants of a blind set by their names."""
    return planner._indexes(SETS / folder / "skills.json")  # pyright: ignore[reportPrivateUsage]


def test_a_wish_that_somebody_only_asks_in_passing_is_not_done_beside_another() -> None:

    case = next(one for one in rows("skills_twelfth/set.jsonl") if one["id"] == "K020")
    got = assistants("skills_twelfth")["kringloop"].understand(case["text"], date(2026, 11, 30))
    assert got.decision == "choice" and not got.skills, got


def test_two_wishes_that_are_clear_are_done() -> None:
    case = next(one for one in rows("skills_eleventh/set.jsonl") if one["id"] == "M113")
    got = assistants("skills_eleventh")[case["assistant"]].understand(case["text"], date(2026, 11, 29))
    assert got.decision == "run" and "+".join(got.skills) == case["expected_skill"], got
