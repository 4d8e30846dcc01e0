"""What becomes of the fields when a question is answered, by a choice or in words, and when a message corrects them."""

from collections.abc import Mapping
from datetime import date

from loket.core.data import Json, JsonObject
from loket.language import is_yes
from loket_demos.overheid.content.household import household
from loket_demos.overheid.content.regelingen import regelingen
from loket_demos.overheid.content.words import any_found, plain
from loket_demos.overheid.reading.asked_schemes import asked_schemes
from loket_demos.overheid.reading.field_words import field_words
from loket_demos.overheid.reading.in_dutch import in_dutch
from loket_demos.overheid.reading.question_texts import HOME
from loket_demos.overheid.reading.questions import AllowanceQuestion, naming, question
from loket_demos.overheid.reading.sentence import fields_of
from loket_demos.overheid.reading.tongues import readable, tongue_of
from loket_demos.overheid.reading.worked_hours import hours_told

MOST = 6
"""Questions of one run; after them it goes on with what is known."""


def step_of(number: int) -> str:
    """The name of the step that asks the question of this number."""
    return f"vraag_{number}"


def gathered(args: JsonObject, results: Mapping[str, Json], today: date) -> JsonObject:
    """The fields with all that was answered so far."""
    for number in range(1, MOST + 1):
        answer = results.get(step_of(number))
        if answer is None or (asked := question(args)) is None:
            break
        args = answered(args, asked, answer, today)
    return args


def answered(args: JsonObject, asked: AllowanceQuestion, answer: Json, today: date) -> JsonObject:
    """The fields after this answer: the id of a choice, a form, or words. What can't be read changes nothing."""
    if isinstance(answer, dict):
        return merged(args, answer)
    text = str(answer)
    if text.isdigit() and len(text) == 1 and int(text) < len(asked.options):
        return merged(args, asked.options[int(text)].sets)
    now, before = tongue_of(text, today), str(args.get("taal", HOME))
    dutch = in_dutch(text, now or before, today)
    if asked.hourly is not None and (hours := hours_told(asked.fields[0], asked.hourly, dutch, today)):
        return merged(args, hours)
    if (same := [one for one in asked.options if plain(one.label) == plain(text)]) and len(same) == 1:
        return merged(args, same[0].sets)
    read = readable(fields_of(dutch, today, asked.fields), now or before, asked.fields)
    read = _of_partner(read, dutch) if asked.fields == ("inkomen_partner",) else read
    told = {**_schemes_named(args, dutch, today), **read, **({"taal": now} if now and now != before else {})}
    if told:
        return merged(args, {**_other_of_two(args, told), **told})
    chosen = _meant(asked, text)
    return args if chosen is None else merged(args, asked.options[chosen].sets)


def _other_of_two(args: JsonObject, told: JsonObject) -> JsonObject:
    """The income that is left of two amounts where the other is told to be something else: `9.000 is spaargeld`."""
    for doubt in args.get("twijfel") or ():
        name, values = str(doubt["veld"]), list(doubt.get("waarden") or ())
        others = {told.get(field) for field in ("vermogen", "huur")} & set(values)
        if doubt["waarom"] == "twee" and name.startswith("inkomen") and len(values) == 2 and len(others) == 1:
            return {name: next(value for value in values if value not in others), f"{name}_per": "jaar"}
    return {}


def _of_partner(told: JsonObject, text: str) -> JsonObject:
    """What answers the question for a partner's income: a bare amount is theirs, one of both is that of both."""
    if "inkomen" not in told or "inkomen_partner" in told or told.get("inkomen_van") == "eigen":
        return told
    if any_found(field_words().samen, plain(text)):
        return {**told, "inkomen_van": "samen"}
    names = {name: name.replace("inkomen", "inkomen_partner", 1) for name in told if name.startswith("inkomen")}
    doubts = [{**one, "veld": names.get(one["veld"], one["veld"])} for one in told.get("twijfel", ())]
    found = {names.get(name, name): value for name, value in told.items()}
    return {**found, "twijfel": doubts} if doubts else found


def _schemes_named(args: JsonObject, text: str, today: date) -> JsonObject:
    """The allowances that are named where it was asked which; all to choose from where all are meant."""
    names = args.get("regelingen")
    if not names:
        return {}
    every = any_found((*field_words().elk, "beide"), plain(text))
    schemes = asked_schemes(text, today) or (tuple(one for one in regelingen() if one.naam in names) if every else ())
    return naming(schemes) if schemes else {}


def merged(args: JsonObject, told: JsonObject) -> JsonObject:
    """The fields with what was told later over what was told before; what is settled is no longer in doubt. Of several
    years that were named, the one that is chosen brings what was told of it."""
    years = args.get("per_jaar") or {}
    if (year := str(told.get("jaar"))) in years:
        rest = {one: own for one, own in years.items() if one != year}
        told = {"jaren": None, **years[year], **told, "per_jaar": rest or None}
    changed = {name for name, value in told.items() if value is not None}
    kept = dict(args)
    if "twijfel" not in told and (doubts := args.get("twijfel")):
        kept["twijfel"] = [one for one in doubts if one["veld"] not in changed] or None
    for name in ("inkomen", "inkomen_partner"):
        if name in told:
            kept = {key: value for key, value in kept.items() if key not in (f"{name}_delen", f"{name}_uur")}
    if "inkomen" in told and "inkomen_per" not in told:
        kept.pop("inkomen_per", None)
    for name, other in (("leeftijd", "wordt_18"), ("wordt_18", "leeftijd")):
        if name in told:
            kept.pop(other, None)
    if "kinderen" in told:
        kept.pop("kinderen_aantal", None)
    if "inkomen" in told and told.get("inkomen_van") == "samen":
        kept.pop("inkomen_partner", None)
    alone = "situatie" in changed and not household(told["situatie"]).partner
    if alone and not kept.get("huisgenoten") and "inkomen_partner" not in told:
        kept["twijfel"] = [one for one in kept.get("twijfel") or () if one["veld"] != "inkomen_partner"] or None
        kept = {name: value for name, value in kept.items() if not name.startswith("inkomen_partner")}
    if changed:
        kept["bevestigd"] = [name for name in args.get("bevestigd") or () if name not in changed]
    kept["aangenomen"] = [name for name in args.get("aangenomen") or () if name not in changed]
    return {name: value for name, value in {**kept, **told}.items() if value is not None}


def _meant(asked: AllowanceQuestion, text: str) -> int | None:
    """The choice that words mean: a yes or a no the one that begins with it, or else the first and the last; other
    words the one that shares the most of them."""
    if not asked.options:
        return None
    agrees = is_yes(text)
    if agrees is not None:
        sides = [is_yes(option.label.partition(",")[0]) for option in asked.options]
        return sides.index(agrees) if sides.count(agrees) == 1 else 0 if agrees else len(sides) - 1
    said = set(plain(text).split())
    shared = [len(said & set(plain(option.label).split())) for option in asked.options]
    best = max(shared)
    return shared.index(best) if best > 0 and shared.count(best) == 1 else None
