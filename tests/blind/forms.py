"""The sets of 30 November 2026 in the words that the checks read: a case in each of the forms that are as good.

Nothing that is right is changed; what a condition says (`mark`, `must`) is for a reader."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

Case = Mapping[str, Any]

ACTS = {"ask": "ask_agent", "missing": "ask_person", "offer": "say_none", "none": "say_none", "choose": "choice"}
ABOUT = {
    "partner": "household",
    "ages": "age",
    "kind_of_care": r"soort opvang|dagopvang|kinderdagverblijf|bso|buitenschoolse|gastouder",
    "ages of the children": "age",
    "gross income": "income",
    "toetsingsinkomen": "income",
    "income of 2025": "income",
    "income of the friend": "income",
    "whether he is a toeslagpartner": "household",
    "hours of care a month": "hours",
}
"""What is asked for, where the check has another word for it."""


def as_written(case: Case) -> list[Case]:
    """A case that has the words of the checks itself."""
    return [case]


def of_skills(case: Case) -> list[Case]:
    """Each form that is as good, and each order of several wishes."""
    return [one for form in (case["right"], *case["also"]) for one in _wishes(case, form)]


def _wishes(case: Case, form: Mapping[str, Any]) -> list[Case]:
    if "none" in form:
        return [{**case, "expected_skill": "none"}]
    if "ask" in form:
        skill = [form["skill"]] if form["skill"] else []
        return [{**case, "expected_skill": "clarify", "acceptable": skill, "missing": form["ask"]}]
    return [
        {
            **case,
            "expected_skill": "+".join(step["skill"] for step in steps),
            "expected_slots": {},
            "expected_steps": [step["inputs"] for step in steps],
        }
        for steps in permutations(form.get("steps", (form,)))
    ]


def of_finding(case: Case) -> list[Case]:
    """Each form that is as good; who may be offered is the same in all."""
    forms: Sequence[Mapping[str, Any]] = (case["right"], *case["also"])
    offered = [f"{name}.json" for form in forms for name in (*form.get("offer", ()), *form.get("candidates", ()))]
    every = [one for form in forms for one in _each_agent(form)]
    nobody = any(form["do"] == "none" for form in forms) or case["right"]["do"] == "offer"
    return [{**case, "expect": {**case["expect"], **_expected(form, offered, nobody)}} for form in every]


def _each_agent(form: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    if form["do"] != "ask_all":
        return [form]
    return [{**form, "do": "ask", "agent": agent, "together": form["agents"]} for agent in form["agents"]]


def _expected(form: Mapping[str, Any], offered: Sequence[str], nobody: bool) -> dict[str, Any]:
    """`nobody`: it is enough to say that nobody serves it; else an offer has to name who does."""
    act = ACTS[form["do"]]
    offers = ["say_none", "choice"] if nobody else ["choice"]
    return {
        "act": act,
        "acceptable": offers if act == "say_none" and offered else [act],
        "candidates": offered,
        "agent": f"{form['agent']}.json" if "agent" in form else None,
        "skill": form.get("skill"),
        "slots": form.get("inputs", {}),
        "together": [f"{name}.json" for name in form.get("together", ())],
    }


def of_situations(case: Case) -> list[Case]:
    """One form: other amounts and questions stand beside the right one, a second allowance is a part of its own."""
    expect: Mapping[str, Any] = case["expect"]
    others = [{**expect, "amount_month": one["amount"]} for one in case["also"] if one.get("amount") is not None]
    asked = [*expect["must_ask"], *(one["about"] for one in case["also"] if "about" in one)]
    asked += [name for one in case["also"] for name in one.get("ask", ())]
    form = {**expect, "must_ask": [ABOUT.get(one, one) for one in asked], "accepted_alternatives": others}
    if expect["amounts"]:
        parts = [{**expect, "scheme": name, "amount_month": month} for name, month in expect["amounts"].items()]
        form = {**parts[0], "also": parts[1:]}
    return [{**case, "expect": form}]


def of_letters(case: Case) -> list[Case]:
    """One form: no way is the way `none`, and so is one where a question or a refusal is as good."""
    expect: Mapping[str, Any] = case["expect"]
    kinds = {case["right"], *case["also"]}
    accepted = [*expect["way_accept"], *(["ask"] if "ask" in kinds else []), *(["none"] if "refuse" in kinds else [])]
    more: Mapping[str, Any] = expect.get("also") or {}
    right = {
        **expect,
        "also": more.get("decisions"),
        "way": expect["way"] or "none",
        "way_accept": accepted,
        "deadline_alternatives": [*expect["deadline_alternatives"], *more.get("deadline", ())],
        "decision_date_accept": [*expect["decision_date_accept"], *more.get("decision_date", ())],
    }
    return [{**case, "expect": right}]
