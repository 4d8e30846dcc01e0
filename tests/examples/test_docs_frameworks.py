"""frameworks.md: its blocks are Python, and our side of each recipe works with an agent that is served."""

import ast
import tomllib
from pathlib import Path

import pytest

from loket.config import Config
from tests.conformance.recipes.page import OURS, THEIRS, recipes
from tests.conformance.recipes.talk import answer
from tests.serving import serving_child

ASKED, HEARD = "When are you open on Saturday?", "Open from 10 to 13."


NO_SERVER = ("CrewAI", "Microsoft Agent Framework")
"""They come without a server for A2A: who serves an agent of theirs writes its app with the SDK of the protocol."""


def test_each_recipe_is_python_of_at_most_ten_lines() -> None:
    ours, theirs = recipes(OURS), recipes(THEIRS)
    assert (len(ours), len(theirs)) == (7, 6)
    for name, recipe in [*ours.items(), *theirs.items()]:
        lines = len([line for line in recipe.code.splitlines() if line])
        assert ast.parse(recipe.code).body and (lines <= 10 or (recipe is theirs.get(name) and name in NO_SERVER)), name


def test_the_settings_are_those_of_a_server() -> None:
    [settings] = {recipe.settings for recipe in recipes(THEIRS).values()}
    assert list(Config.model_validate(tomllib.loads(settings)).agents) == ["greeter"]


@pytest.mark.parametrize("name", ["front", "hall"])
async def test_our_side_asks_an_agent_of_the_page(tmp_path: Path, name: str) -> None:
    """The desk of the first half is the agent that the assistants of the second half ask."""
    (recipe, *_), (desk, *_) = recipes(THEIRS).values(), recipes(OURS).values()
    (tmp_path / "desk.py").write_text(desk.ours)
    async with serving_child(tmp_path / "data", str(tmp_path / "desk.py")) as here:
        toml = tmp_path / "loket.toml"
        toml.write_text(recipe.settings.replace("http://127.0.0.1:9000", f"{here.url}/a2a/desk"))
        assert HEARD in await answer(recipe.ours, name, toml, ASKED)
