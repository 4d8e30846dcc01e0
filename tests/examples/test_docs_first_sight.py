"""docs/first-sight.md: the sets are there with as many cases as its table says, and its commands are taken."""

import re
import shlex
from pathlib import Path

import pytest

from tests.blind.__main__ import SETS, parser
from tests.blind.rated import rows

PAGE = (Path(__file__).parents[2] / "docs" / "first-sight.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "sets", "turns"),
    [
        ("skills", ("skills/set.jsonl",), False),
        ("situations", ("overheid/situations.jsonl",), False),
        ("letters on the page", ("overheid/letters.jsonl",), False),
        ("finding", ("finding/set.jsonl",), False),
        ("club and personal", ("talks/urmston.jsonl",), True),
        ("map", ("talks/sogis.jsonl",), True),
        ("communes", ("talks/sogis_places.jsonl",), False),
    ],
)
def test_the_table_counts_what_is_in_the_sets(name: str, sets: tuple[str, ...], turns: bool) -> None:
    told = {int(count) for count in re.findall(rf"^\| {name}, \w+ \| (\d+) \|", PAGE, re.MULTILINE)}
    every = [case for file in sets for case in rows(file)]
    assert told == {sum(len(case["turns"]) for case in every) if turns else len(every)}


def test_its_commands_are_taken() -> None:
    (block,) = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    for line in block.splitlines():
        command, module, name, *rest = shlex.split(line, comments=True)
        assert (command, module, name) == ("python", "-m", "tests.blind")
        assert set(parser().parse_args(rest).sets) <= set(SETS)
    assert set(parser().parse_args(["skills", "finding"]).sets) <= set(SETS)
