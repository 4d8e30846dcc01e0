"""What a tool gave, in words: Markdown in the person's language, with the year and source that stand in the values."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket_demos.relocation.texts import sentence


def finding(tool: str, value: Json, language: str) -> str:
    """What is said of the outcome of a tool; empty when nothing is known of how."""
    if isinstance(value, str):
        return value if value != "no data" else sentence("say", "no_law", language)
    if not is_object(value) or tool not in _TOLD:
        return ""
    label = partial(sentence, "labels", locale=language)
    told = [*_TOLD[tool](value, label), _official(value, language)]
    return "\n\n".join(filter(None, told))


Label = Callable[..., str]


def _visa(value: JsonObject, label: Label) -> Iterable[str]:
    required = object_at(value, "requirements")
    fees = object_at(required, "fees")
    yield _bold(text_at(value, "visa_type")) if text_at(value, "status") != "unknown" else ""
    yield text_at(value, "note")
    yield _list(label("who"), list_at(required, "eligibility"))
    yield _list(label("documents"), list_at(required, "documents"))
    yield _list(label("steps"), list_at(required, "steps"), "1.")
    paid = [(label("consular"), text_at(fees, "consular_fee")), (label("service"), text_at(fees, "service_fee"))]
    yield _list(label("fees"), [*(f"{name}: {fee}" for name, fee in paid if fee), *list_at(fees, "other")])


def _times(value: JsonObject, label: Label) -> Iterable[str]:
    times = object_at(value, "processing_times")
    known = bool(text_at(times, "standard"))
    yield _bold(text_at(value, "visa_type")) if text_at(value, "status") != "unknown" else ""
    yield text_at(value, "note")
    yield f"{label('legal')}: {text_at(times, 'standard')}" if known else ""
    yield " ".join(filter(None, (text_at(times, "peak_season_warning"), text_at(times, "expedited"))))
    yield _list(label("tips"), list_at(value, "tips"))


def _documents(value: JsonObject, label: Label) -> Iterable[str]:
    lines: list[Json] = []
    for one in filter(is_object, list_at(value, "documents")):
        marks = [label("apostille")] if one.get("apostille_needed") else []
        marks += [] if one.get("required") else [label("if_so")]
        marks += [text_at(one, "notes")] if text_at(one, "notes") else []
        lines.append(text_at(one, "name") + (f" ({'; '.join(marks)})" if marks else ""))
    yield _bold(text_at(value, "pathway")) if text_at(value, "status") != "unknown" else ""
    yield _list(label("documents"), lines)
    yield text_at(value, "general_notes")


def _pathways(value: JsonObject, label: Label) -> Iterable[str]:
    for one in filter(is_object, list_at(value, "pathways")):
        months = object_at(one, "timeline_months")
        low, high = months.get("minimum"), months.get("maximum")
        lines = [*list_at(one, "requirements"), *(f"+ {pro}" for pro in list_at(one, "pros"))]
        lines += [f"– {con}" for con in list_at(one, "cons")]
        lines += [label("months", low=low, high=high)] if low is not None and high is not None else []
        yield _list(text_at(one, "name"), [*lines, f"{label('law')}: {text_at(one, 'legal_reference')}"])
    yield text_at(value, "recommendation")


def _criteria(value: JsonObject, label: Label) -> Iterable[str]:
    yield _bold(text_at(value, "program")) if text_at(value, "status") != "unknown" else ""
    yield text_at(value, "note")
    yield _list(label("criteria"), list_at(value, "recommendations"))
    for one in filter(is_object, list_at(value, "programs")):
        yield _list(text_at(one, "program"), list_at(one, "recommendations"))
    yield text_at(value, "overall")


def _figures(value: JsonObject, label: Label) -> Iterable[str]:
    days = object_at(value, "processing_time_days")
    yield _bold(text_at(value, "pathway")) if text_at(value, "status") != "unknown" else ""
    fees = (f"{text_at(one, 'name')}: {text_at(one, 'notes')}" for one in filter(is_object, list_at(value, "fees")))
    yield _list(label("fees"), list(fees))
    if days.get("typical") is not None:
        yield label("days", typical=days.get("typical"), maximum=days.get("maximum"))
    yield _list(label("tips"), [*list_at(value, "tips"), *list_at(value, "bottlenecks")])
    yield text_at(value, "notes")


_TOLD: Mapping[str, Callable[[JsonObject, Label], Iterable[str]]] = {
    "search_visa_requirements": _visa,
    "check_processing_times": _times,
    "list_required_documents": _documents,
    "analyze_pathways": _pathways,
    "check_eligibility": _criteria,
    "get_processing_statistics": _figures,
}


def _official(value: JsonObject, language: str) -> str:
    url = text_at(value, "official")
    return sentence("say", "official", language, url=url) if url else ""


def _bold(text: str) -> str:
    return f"**{text}**" if text else ""


def _list(title: str, lines: Iterable[Json], mark: str = "-") -> str:
    every = [f"{mark} {line}" for line in lines]
    return "\n".join([f"{_bold(title)}\n", *every]) if every else ""
