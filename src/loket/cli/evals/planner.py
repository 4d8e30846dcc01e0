"""`loket eval --skills`: how well the skills planner understands a file of cases, over the skills of another file.

Each case is planned over the skills of the assistant it names, as a conversation with that assistant would be."""

import json
import time
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from statistics import mean
from typing import Any

from loket.cli.evals.verdicts import COST, Kind
from loket.core.data import JsonObject
from loket.core.encoder import Encoder
from loket.core.errors import Invalid
from loket.engine.steady import steady
from loket.language import Skill, SkillIndex
from loket.language.lexicon import FieldWords, lexicon
from loket.language.skill import SURE, Thresholds, Understanding
from loket.language.tokens import LANGUAGES

Case = Mapping[str, Any]
Prediction = dict[str, Any]


def evaluate(
    cases_file: Path,
    skills_file: Path,
    as_json: bool,
    predictions_file: Path | None,
    encoder: Encoder | None = None,
) -> None:
    """Plans every case and prints how it went; `predictions_file` gets a line of JSON for each. With an encoder every
    case is planned again, with it."""
    cases, indexes = _lines(cases_file), _indexes(skills_file)
    _settle()
    predictions = [_predicted(case, indexes) for case in cases]
    helped: dict[str, Any] = {}
    if encoder is not None:
        with_it = _indexes(skills_file, encoder)
        helped = {
            "with_encoder": {"identity": encoder.identity, **score(cases, [_predicted(c, with_it) for c in cases])}
        }
    if predictions_file is not None:
        text = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in predictions)
        predictions_file.write_text(text, "utf-8")
    scored = {**score(cases, predictions), **helped}
    if as_json:
        print(json.dumps(scored, ensure_ascii=False, indent=1))
    elif predictions_file is None:
        print("\n".join(_table(scored, cases)))


def _settle() -> None:
    """Messages are timed as a server meets them that has been up for a while: all languages are read, and garbage is
    collected as rarely."""
    number: JsonObject = {"type": "object", "properties": {"a": {"type": "number"}, "b": {"enum": ["EUR", "USD"]}}}
    for code in LANGUAGES:
        lexicon(code)
        SkillIndex([Skill("settle", parameters=number)], code)
    steady()


def _lines(path: Path) -> list[Case]:
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    except ValueError as error:
        raise Invalid("bad_cases", f"{path} is not one JSON object a line: {error}") from error
    wanted = ("id", "text", "assistant", "expected_skill")
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict) or not all(isinstance(row.get(key), str) for key in wanted):
            raise Invalid("bad_cases", f"{path}: case {number} needs {', '.join(wanted)}, each a text.")
    return rows


def _indexes(path: Path, encoder: Encoder | None = None) -> dict[str, SkillIndex]:
    try:
        read = json.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise Invalid("bad_skills", f"{path} is not JSON: {error}") from error
    if not isinstance(read, dict):
        raise Invalid("bad_skills", f"{path} must be an object of assistants by name.")
    return {str(name): _index(name, one, encoder) for name, one in read.items()}


def _index(name: str, one: Any, encoder: Encoder | None) -> SkillIndex:
    listed = one.get("skills") if isinstance(one, dict) else None
    if not isinstance(listed, list) or not all(isinstance(raw, dict) and "id" in raw for raw in listed):
        raise Invalid("bad_skills", f"{name} needs a list of skills, each with an id.")
    words = one.get("words") or {}
    if not isinstance(words, dict) or not all(isinstance(said, dict) for said in words.values()):
        raise Invalid("bad_skills", f"{name} has words that are no object of concepts, each said by language.")
    skills = [_skill(raw) for raw in listed]
    lang = str(one.get("lang") or "en")
    return SkillIndex(skills, lang, Thresholds(sure=SURE), FieldWords(words), encoder)


def _skill(raw: Mapping[str, Any]) -> Skill:
    parameters = raw.get("parameters")
    return Skill(
        str(raw["id"]),
        str(raw.get("name") or raw["id"]),
        str(raw.get("description") or ""),
        tuple(map(str, raw.get("tags") or ())),
        tuple(map(str, raw.get("examples") or ())),
        parameters if isinstance(parameters, dict) else {},
    )


def _predicted(case: Case, indexes: Mapping[str, SkillIndex]) -> Prediction:
    index = indexes.get(case["assistant"])
    if index is None:
        raise Invalid("bad_cases", f"{case['id']} names the assistant {case['assistant']}, which has no skills.")
    today = date.fromisoformat(str(case.get("ref_date") or "2026-01-01")[:10])
    began = time.perf_counter()
    understood = index.understand(case["text"], today)
    took = (time.perf_counter() - began) * 1000
    return {"id": case["id"], **_prediction(understood), "ms": round(took, 3)}


def _prediction(understood: Understanding) -> Prediction:
    return {
        "decision": understood.decision,
        "skills": list(understood.skills),
        "slots": understood.slots[0] if understood.slots else {},
        "choices": [choice.id for choice in understood.choices],
        "missing": list(understood.missing),
    }


# How a prediction is judged.


def fold(value: object) -> str:
    """A text without case, accents and commas."""
    text = unicodedata.normalize("NFKD", str(value)).casefold()
    return " ".join("".join(c for c in text if not unicodedata.combining(c)).replace(",", " ").split())


def same(got: object, want: object) -> bool:
    """Numbers by value, texts folded, lists item by item; true and false only as themselves."""
    if isinstance(want, bool) or isinstance(got, bool):
        return got is want
    if isinstance(want, list):
        return isinstance(got, list) and len(got) == len(want) and all(map(same, got, want))
    if isinstance(want, int | float):
        try:
            return abs(float(str(got)) - want) < 1e-9
        except ValueError:
            return False
    return fold(got) == fold(want)


def slots_right(case: Case, slots: Mapping[str, object]) -> bool:
    """Whether every expected slot has its value, or another that `alt_slots` allows."""
    others: Mapping[str, Sequence[object]] = case.get("alt_slots", {})
    expected: Mapping[str, object] = case.get("expected_slots", {})
    return all(
        same(slots.get(name), want) or any(same(slots.get(name), other) for other in others.get(name, ()))
        for name, want in expected.items()
    )


def right(case: Case, got: Prediction) -> bool:
    """Whether the decision is right; docs/planner.md has the rules."""
    want, decision, skills = case["expected_skill"], got["decision"], got.get("skills", [])
    if want == "none":
        return decision == "none"
    if want == "clarify":
        if decision == "clarify":
            named = got.get("missing") or []
            return not case.get("missing") or not named or bool(set(case["missing"]) & set(named))
        return decision == "choice" or (
            decision == "run" and skills[:1] != [] and skills[0] in case.get("acceptable", [])
        )
    return decision == "run" and skills == want.split("+")


def verdict(case: Case, got: Prediction) -> Kind:
    """What came of a case: acting wrongly, also with a wrong value, is harm; asking back or saying that nothing fits
    where something was to be done is `asked`."""
    want = case["expected_skill"]
    named = want not in ("none", "clarify") and "+" not in want
    if right(case, got) and not (named and not slots_right(case, got.get("slots", {}))):
        return "right"
    return "harm" if got["decision"] == "run" else "asked"


def proposed(case: Case, got: Prediction) -> bool:
    """Whether what is right was proposed with its values, so that a yes does it."""
    return got["decision"] == "choice" and right(case, {**got, "decision": "run"}) and slots_right(case, got["slots"])


def score(cases: Sequence[Case], predictions: Sequence[Prediction]) -> dict[str, Any]:
    """The measures of docs/planner.md over all cases."""
    by_id = {one["id"]: one for one in predictions}
    every: list[bool] = []
    groups: defaultdict[str, list[bool]] = defaultdict(list)
    wrong: list[dict[str, str]] = []
    single: list[bool] = []
    slots: list[bool] = []
    offered: list[bool] = []
    kinds: list[Kind] = [verdict(case, by_id.get(case["id"], {"decision": "none"})) for case in cases]
    acts = sum(one["decision"] == "run" for one in predictions)
    asked = silent = 0
    for case in cases:
        got = by_id.get(case["id"], {"decision": "none"})
        ok = right(case, got)
        every.append(ok)
        for group in (case.get("lang", ""), case["assistant"]):
            groups[group].append(ok)
        if not ok:
            what = "+".join(got.get("skills", []) or got.get("choices", []))
            wrong.append({"id": case["id"], "expected": case["expected_skill"], "got": f"{got['decision']}:{what}"})
        if case["expected_skill"] in ("none", "clarify") or "+" in case["expected_skill"]:
            continue
        single.append(ok)
        offered.append(ok or (got["decision"] == "choice" and case["expected_skill"] in got.get("choices", [])))
        asked += got["decision"] == "choice"
        silent += got["decision"] == "run" and not ok
        if ok:
            slots.append(slots_right(case, got.get("slots", {})))
    took = sorted(one["ms"] for one in predictions if "ms" in one)
    return {
        "n": len(cases),
        "decision": _mean(every),
        "skill": _mean(single),
        "slots": _mean(slots),
        "in_choices": _mean(offered),
        "asked": asked,
        "proposed": sum(proposed(case, by_id[case["id"]]) for case in cases if case["id"] in by_id),
        "silently_wrong": silent,
        "acts": acts,
        "wrong_acts": kinds.count("harm"),
        "precision": round(1 - kinds.count("harm") / acts, 4) if acts else None,
        "harm": round(mean(COST[kind] for kind in kinds), 4) if kinds else None,
        "p50_ms": took[len(took) // 2] if took else None,
        "p95_ms": took[int(len(took) * 0.95)] if took else None,
        "by": {group: _mean(results) for group, results in sorted(groups.items())},
        "wrong": wrong,
    }


def _mean(results: Sequence[bool]) -> float | None:
    return round(mean(results), 4) if results else None


def _table(scored: Mapping[str, Any], cases: Sequence[Case]) -> list[str]:
    texts = {case["id"]: case["text"] for case in cases}
    helped: Mapping[str, Any] = scored.get("with_encoder", {})
    rows = [
        f"{name:<16}{value!s:<12}{helped.get(name, '')}".rstrip()
        for name, value in scored.items()
        if name not in ("by", "wrong", "with_encoder")
    ]
    rows = [*([f"{'':<28}with {helped['identity'][:40]}"] if helped else []), *rows]
    rows += ["", *(f"  {group:<24}{value}" for group, value in scored["by"].items())]
    if scored["wrong"]:
        rows += ["", "Wrong:"]
    for one in scored["wrong"]:
        rows.append(f"  {one['id']}: {texts[one['id']]}")
        rows.append(f"    expected {one['expected']}, got {one['got']}")
    return rows
