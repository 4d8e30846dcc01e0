"""The rules of finding and of the talks, as their READMEs have them: 0 right, 1 asked back or left, 5 a wrong act."""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tests.blind.rated import SETS

CARDS = SETS / "finding" / "cards"
ASKS = ("ask", "cannot", "needs_clarification", "needs_user_choice", "error")
FREE = ("ask", "cannot", "needs_clarification", "error")
"""Kinds of which the musts are not asked when others are fine as well."""


def finding(case: Mapping[str, Any], got: Mapping[str, Any], cards: Path = CARDS) -> int:
    """The harm of an act: `act`, and by it `agent`, `skill` and `slots`, or `candidates`."""
    expect, act = case["expect"], got["act"]
    if act == "ask_agent":
        return _asked(expect, got, cards)
    if act in expect["acceptable"]:
        return 0 if act != "choice" or set(expect["candidates"]) & set(got["candidates"]) else 1
    return 5 if act == "own_tool" else 1


def _asked(expect: Mapping[str, Any], got: Mapping[str, Any], cards: Path) -> int:
    if not expect["skill"] or (got["agent"], got["skill"]) != (expect["agent"], expect["skill"]):
        return 5
    if not set(expect.get("together", ())) <= set(got.get("agents", ())):
        return 5  # one of several was left out
    needed = _required(cards / expect["agent"], expect["skill"])
    if "ask_agent" not in expect["acceptable"]:
        return 1 if expect["act"] == "ask_person" and not needed <= set(got["slots"]) else 5
    harm = 0
    for name, want in expect["slots"].items():
        value = got["slots"].get(name)
        if value is None and name not in needed:
            continue
        if not any(_same(value, one) for one in (want, *expect.get("alt_slots", {}).get(name, ()))):
            harm = max(harm, 5 if name in needed else 1)
    return harm


@cache
def _required(agent: Path, skill: str) -> frozenset[str]:
    card = json.loads(agent.read_text("utf-8"))
    return frozenset(next(one["parameters"]["required"] for one in card["skills"] if one["id"] == skill))


def _same(got: object, want: object) -> bool:
    if isinstance(got, bool) or isinstance(want, bool):
        return got is want
    if isinstance(want, int | float):
        try:
            return abs(float(str(got)) - want) < 1e-9
        except ValueError:
            return False
    return _fold(got) == _fold(want)


def _fold(value: object) -> str:
    text = unicodedata.normalize("NFKD", str(value)).casefold()
    return " ".join("".join(c for c in text if not unicodedata.combining(c)).replace(",", " ").split())


def talk(rules: Mapping[str, Any], turn: Mapping[str, Any]) -> int:
    """The harm of a turn: its `text`, its `kind`, the `acts` on the map and the `facts` that a reader judged."""
    never: Sequence[str] = rules["must_not"]
    if any(_holds(one, turn) for one in never if not one.startswith("ask:")):
        return 5
    if any(_holds(one, turn) for one in never):
        return 1  # asked for what was said already
    kinds = rules["acceptable"].split("|")
    free = turn["kind"] in FREE and len(kinds) > 1
    if turn["kind"] in kinds and (free or all(_holds(one, turn) is not False for one in rules["must"])):
        return 0
    return 1 if turn["kind"] in ASKS else 5


def _holds(rule: str, turn: Mapping[str, Any]) -> bool | None:
    """None when nobody judged the fact."""
    kind, _, value = rule.partition(":")
    match kind:
        case "re" | "ask":
            return bool(re.search(value, turn["text"], re.IGNORECASE | re.DOTALL))
        case "act":
            return value in turn["acts"]
        case _:
            facts: Mapping[str, bool] = turn["facts"]
            return facts.get(value.strip())
