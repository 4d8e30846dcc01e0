"""The written flow of allowances: what is doubtful or missing is asked, then four steps for all of them, and an answer
that says what it was computed with."""

from collections.abc import Callable, Iterator

from loket.core.actions import Action, Ask, Call, Choice, Done, ToolCall, Wants
from loket.core.data import JsonObject
from loket.planners.flow import Flow, Progress, Step, call
from loket_demos.overheid.allowance_answer import IDS, answered, by_scheme
from loket_demos.overheid.allowance_wish import CHECK, FACTS, PARTS, RULES, check_args, is_filled
from loket_demos.overheid.content.household import household
from loket_demos.overheid.content.indication import listed
from loket_demos.overheid.content.regelingen import regeling
from loket_demos.overheid.declaration import EXPLAIN, HERE
from loket_demos.overheid.reading.answers import MOST, gathered, step_of
from loket_demos.overheid.reading.lacking import counted, names_asked, without
from loket_demos.overheid.reading.questions import idle, question


def _fields(progress: Progress) -> JsonObject:
    """The fields with what was answered on the way."""
    return gathered(progress.args, progress.results, progress.now.astimezone(HERE).date())


def _asking(number: int) -> Step:
    """One of the questions that may come before the work."""

    def ask(progress: Progress) -> Action | None:
        asked = question(_fields(progress))
        if asked is None or step_of(number) in progress.results:
            return None
        choices = tuple(Choice(id=str(at), label=option.label) for at, option in enumerate(asked.options))
        return Ask(text=asked.text, choices=choices, wants=Wants(skill=CHECK, missing=asked.fields))

    return Step(step_of(number), "Dit moeten wij eerst weten: wij raden niets.", ask)


def _schemes(progress: Progress) -> Iterator[JsonObject]:
    """The fields for each allowance that is asked about."""
    fields = _fields(progress)
    for name in names_asked(fields) or [None]:
        yield {**fields, "regeling": name}


def _some(fields: JsonObject, *names: str) -> JsonObject:
    """These fields, but for those that stayed in doubt since nothing depends on them."""
    fields = without(fields, idle(fields))
    found = {name: fields[name] for name in names if is_filled(name, fields.get(name))}
    if fields.get("kinderen") and isinstance(found.get("situatie"), str) and not household(found["situatie"]).children:
        found["situatie"] = f"{found['situatie']} met kinderen"
    return found


def _rules_args(fields: JsonObject) -> JsonObject:
    asks = fields.get("gevraagd") not in ("papieren", "zonder")
    return {"regeling": "", **_some(fields, *RULES), "bedrag": asks}


def _papers_args(fields: JsonObject) -> JsonObject:
    return {"regeling": "", **_some(fields, "regeling", "situatie")}


def _risks_args(fields: JsonObject) -> JsonObject:
    names = ("regeling", "jaar", "situatie", "loonOfVermogen", *FACTS, *PARTS)
    return {k: v for k, v in counted(_some(fields, *names, "huisgenoten")).items() if k in names}


def _explain_args(progress: Progress) -> JsonObject:
    fields = _fields(progress)
    rules, papers, notes = (
        by_scheme(fields, progress.results[step]) for step in ("rules_lookup", "doc_checklist", "risk_notes")
    )
    documents = dict.fromkeys(text for one in papers for text in one["documenten"])
    points = dict.fromkeys(note["text"] for one in notes for note in one["aandachtspunten"])
    items = [{"category": "document", "text": text} for text in documents]
    items += [{"category": "aandachtspunt", "text": text} for text in points]
    conditions = [one for found in rules for one in found["voorwaarden"]]
    return {"inputs": {**_some(fields, "regeling", "jaar", "situatie"), "voorwaarden": conditions}, "items": items}


def _finished(progress: Progress) -> Done:
    return answered(_fields(progress), progress.results)


def _about(args: JsonObject) -> str:
    names = [scheme.naam if (scheme := regeling(name)) else name for name in names_asked(args)]
    about = listed([names[0], *(name.lower() for name in names[1:])]) if names else "Toeslag"
    return f"{about} {args.get('jaar', '')}"[:80].strip()


def _of_each(name: str, reason: str, args: Callable[[JsonObject], JsonObject]) -> Step:
    """A step that calls the tool of its name for each allowance that is asked about."""

    def act(progress: Progress) -> Action:
        calls = zip(IDS, _schemes(progress), strict=False)
        return Call(calls=tuple(ToolCall(id=id, tool=name, args=args(fields)) for id, fields in calls))

    return Step(name, reason, act)


TOESLAGEN_FLOW = Flow(
    name=CHECK,
    surface="toeslagen",
    title="Toeslagen Check",
    prepare=check_args,
    describe=_about,
    steps=(
        *(_asking(number) for number in range(1, MOST + 1)),
        _of_each("rules_lookup", "Eerst de regels: die zeggen welke voorwaarden er in dat jaar zijn.", _rules_args),
        _of_each("doc_checklist", "Dan de papieren die bij deze toeslag en dit huishouden horen.", _papers_args),
        _of_each(
            "risk_notes",
            "Dan de punten waar u op moet letten, zodat u later niets hoeft terug te betalen.",
            _risks_args,
        ),
        call(
            EXPLAIN,
            EXPLAIN,
            "Ten slotte legt een specialist alles uit in gewone taal, het belangrijkste eerst.",
            _explain_args,
        ),
    ),
    finish=_finished,
)
