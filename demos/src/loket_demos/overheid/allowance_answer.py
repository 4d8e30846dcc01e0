"""What is answered about allowances, in words: each amount or why there is none, and once what it was computed with."""

from collections.abc import Mapping, Sequence

from loket.core.actions import Done
from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object
from loket_demos.overheid.reading.lacking import names_asked
from loket_demos.overheid.reading.question_texts import HOME, QuestionTexts, not_spoken, texts, texts_for

NO_DECISION = "Dit is een indicatie, geen besluit."
IDS = "abcd"
"""The calls of a step by allowance, in the order in which they are asked about."""


def by_scheme(fields: JsonObject, value: Json) -> list[Json]:
    """What a step gave for each allowance: a step of one call has its value alone."""
    many = len(names_asked(fields))
    return [value] if many < 2 or not is_object(value) else [value.get(id) for id in IDS[:many]]


def answered(fields: JsonObject, results: Mapping[str, Json]) -> Done:
    """What a person wanted to know, with all it was computed with; the rest is on the page and in the log."""
    names = names_asked(fields) or [""]
    rules = [one if is_object(one) else {} for one in by_scheme(fields, results["rules_lookup"])]
    sums = [one.get("berekening") for one in rules]
    say = texts_for(fields)
    said = [_one_answer(say, f"{name} {fields['jaar']}", found) for name, found in zip(names, sums, strict=True)]
    lists = _lists(fields, results)
    value = {"regeling": fields.get("regeling"), "jaar": fields["jaar"], "berekening": sums[0], "gegevens": fields}
    if len(names) > 1:
        more = zip(names[1:], rules[1:], strict=True)
        value["ook"] = [{"regeling": name, **_part(one)} for name, one in more]
    basis = _understood(say, dict(zip(names, sums, strict=True))) if any(sums) else _in_words(names, rules, lists)
    lacks = any(is_object(found) and bool(found.get("ontbreekt")) for found in sums)
    decision = say.sentence("besluit")
    first = [f"{said[0]} {decision}"] if len(said) == 1 else [*said, decision]
    years = [say.sentence("ook_jaren", jaren=say.listed(left))] if (left := fields.get("per_jaar")) else []
    lines = [*filter(None, (not_spoken(fields),)), *first, *years, *fields.get("elders", ()), *basis]
    return Done(summary="\n".join(lines), value={**value, **lists}, asks=lacks)


def _one_answer(say: QuestionTexts, name: str, found: Json) -> str:
    """What becomes of one allowance in a year."""
    match found:
        case {"soort": "indicatie", "per_maand": 0, "uitleg": [*_, str(why)]}:
            return say.sentence("nul", naam=name, waarom=why)
        case {"soort": "indicatie", "per_maand": amount}:
            since, last, then = (str(found.get(part) or "") for part in ("vanaf", "tot", "daarna"))
            since = since and say.sentence("vanaf", maand=since)
            until = last and say.sentence("tot", maand=last, bedrag=then or "0")
            return say.sentence("bedrag", naam=name, bedrag=str(amount), vanaf=since, tot=until)
        case {"reden": str(reason)}:
            return say.sentence("geen", naam=name, waarom=reason)
        case _:
            return say.sentence("klaar", naam=name)


def _part(rules: JsonObject) -> JsonObject:
    return {"berekening": rules.get("berekening"), "voorwaarden": rules.get("voorwaarden")}


def _lists(fields: JsonObject, results: Mapping[str, Json]) -> JsonObject:
    """What stands on the page beside the amounts, each paper and each point once."""
    (rules, *_), papers, notes = (
        by_scheme(fields, results[step]) for step in ("rules_lookup", "doc_checklist", "risk_notes")
    )
    points = [note["text"] for one in notes for note in one["aandachtspunten"]]
    documents = [text for one in papers for text in one["documenten"]]
    return {
        "voorwaarden": rules["voorwaarden"],
        "papieren": list(dict.fromkeys(documents)),
        "punten": list(dict.fromkeys(points)),
    }


def _in_words(names: Sequence[str], rules: Sequence[JsonObject], lists: JsonObject) -> list[str]:
    """The same for who sees no page."""
    parts: list[tuple[str, list[str]]] = []
    for name, one in zip(names, rules, strict=True):
        title = "Voorwaarden:" if len(names) == 1 else f"Voorwaarden voor {name.lower()}:"
        parts.append((title, [condition["text"] for condition in one["voorwaarden"]]))
    parts += [("Papieren die u nodig heeft:", lists["papieren"]), ("Let op:", lists["punten"])]
    return [line for title, lines in parts for line in (title, *(f"- {one}" for one in lines))]


def _understood(say: QuestionTexts, sums: Mapping[str, Json]) -> list[str]:
    """What the amounts were computed with, a line each: in the language of the answer where we have words for all of
    it, else in Dutch. What nobody told is marked, in another language as what we assumed: it may have been told in
    words that we don't know. What is only of one of several says of which."""
    told = {name: found.get("uitgangspunten") or [] for name, found in sums.items() if is_object(found)}
    own = {name: [_in_theirs(say, one) for one in basis] for name, basis in told.items()}
    is_own = all(one is not None for basis in own.values() for one in basis)
    of = {name: [one for one in basis if one is not None] for name, basis in own.items()} if is_own else told
    lines: dict[tuple[str, str], list[str]] = {}
    every = [(name, one) for name, basis in of.items() for one in basis]
    order = [one["veld"] for _, one in every]
    untold = (say if is_own else texts(HOME)).sentence("niet_gezegd" if say is texts(HOME) else "aangenomen")
    for name, one in sorted(every, key=lambda way: order.index(way[1]["veld"])):
        lines.setdefault((one["naam"], f"{one['waarde']}{_how(one, untold)}"), []).append(name)
    if not lines:
        return []
    parts = [
        f"- {name}{'' if len(whose) == len(of) else f' ({say.listed(whose).lower()})'}: {text}"
        for (name, text), whose in lines.items()
    ]
    places = [str(found["waar"]) for found in sums.values() if is_object(found) and found.get("waar")]
    official = [say.sentence("officieel", waar=places[0])] if places else []
    begin = say.sentence("basis_eigen" if is_own and "basis_eigen" in say.antwoord else "basis")
    return [begin, *parts, " ".join([say.sentence("anders"), *official])]


def _in_theirs(say: QuestionTexts, one: JsonObject) -> JsonObject | None:
    """A line of the basis in the reader's language; None where we have no words for a part of it."""
    if not say.gegevens:
        return one
    found = {part: say.in_theirs(str(one[part]).rstrip(".")) for part in ("naam", "waarde", "hoe")}
    return None if None in found.values() else {**one, **found}


def _how(one: JsonObject, untold: str) -> str:
    notes = [one["hoe"].rstrip(".")] if one["hoe"] else []
    notes += [] if one["gegeven"] else [untold]
    return f" ({'; '.join(notes)})" if notes else ""
