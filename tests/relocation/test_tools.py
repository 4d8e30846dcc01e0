"""The tools: exact shapes, a source and a day of check on every value, and what nobody knows is not made up."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loket.core.tool import CallContext
from loket_demos.relocation.agents.registry import AGENTS, descriptions_for_tool_schema, find
from loket_demos.relocation.content import Destination, destination
from loket_demos.relocation.countries import countries, country_of
from loket_demos.relocation.legislation.store import LegislationStore
from loket_demos.relocation.tools.definitions import TOOL_SCHEMAS, TOOLS, for_agent, functions

KNOWN = functions(LegislationStore())
COUNTRY_ARGUMENTS = {"origin", "destination", "destination_country", "origin_country", "country_code"}


async def called(tool: str, locale: str = "pt-BR", **args: Any) -> Any:
    context = CallContext("c", "o", "/", "1.a", "k", 5.0, locale)
    return await KNOWN[tool].call(args, context)


def portugal() -> Destination:
    known = destination("PT")
    assert known is not None
    return known


async def test_each_tool_gives_what_its_contract_says() -> None:
    visa = await called("search_visa_requirements", origin="Brasil", destination="Portugal", visa_type="D8")
    assert {"origin", "destination", "visa_type", "requirements"} <= set(visa)
    assert {"documents", "eligibility", "steps", "fees"} == set(visa["requirements"])
    assert {"consular_fee", "service_fee"} <= set(visa["requirements"]["fees"])
    times = await called("check_processing_times", destination="PT", visa_type="work")
    assert {"destination", "visa_type", "processing_times", "tips", "last_updated"} <= set(times)
    assert set(times["processing_times"]) == {"standard", "expedited", "peak_season_warning"}
    papers = await called("list_required_documents", destination_country="pt", pathway="study", origin_country="br")
    shape = "name category required apostille_needed translation_required translation_type validity_months notes"
    assert {"documents", "general_notes"} <= set(papers) and set(papers["documents"][0]) == set(shape.split())
    assert [one["name"] for one in papers["documents"] if one["apostille_needed"]] == [
        "Certidão de antecedentes criminais (Polícia Federal)"
    ]
    ways = await called("analyze_pathways", destination_country="Portugal", objective="")
    shape = "name type difficulty timeline_months requirements pros cons legal_reference"
    assert {"pathways", "recommendation"} <= set(ways) and set(ways["pathways"][0]) == set(shape.split())
    one = await called("check_eligibility", destination_country="Portugal", program="D7")
    shape = "program eligible score max_score breakdown probability recommendations"
    assert set(shape.split()) <= set(one) and {"programs", "overall"} <= set(
        every := await called("check_eligibility", destination_country="Portugal")
    )
    assert len(every["programs"]) == 6 and set(every["programs"][0]) == set(shape.split())
    figures = await called("get_processing_statistics", destination_country="Portugal", pathway="D7")
    shape = "processing_time_days fees total_fees_usd approval_rate_percent bottlenecks tips notes"
    assert set(shape.split()) <= set(figures)
    assert figures["processing_time_days"] == {"minimum": None, "typical": 60, "maximum": 240}
    assert set(figures["fees"][0]) == {"name", "amount_usd", "notes"}
    assert "Lei n.º 61/2025" in await called("get_legislation", country_code="pt")
    assert await called("get_legislation", country_code="xx") == "no data"


@pytest.mark.parametrize(
    ("program", "profile", "eligible", "score"),
    [
        ("D7", {"monthly_income_eur": 920}, None, 1),
        ("D7", {"monthly_income_eur": 1931, "spouse": True, "children": 2}, False, 0),
        ("D7", {"monthly_income_eur": 1932, "spouse": True, "children": 2}, None, 1),
        ("D8", {"monthly_income_eur": 3280, "work_abroad": True}, False, 1),
        ("D8", {"monthly_income_eur": 3680, "work_abroad": True}, None, 2),
        ("D1", {}, None, 0),
        ("D1", {"contract": False}, False, 0),
    ],
)
async def test_what_somebody_said_is_held_against_the_values_of_the_year(
    program: str, profile: Any, eligible: bool | None, score: int
) -> None:
    found = await called("check_eligibility", destination_country="Portugal", program=program, profile=profile)
    assert (found["eligible"], found["score"], found["probability"]) == (eligible, score, None)


@pytest.mark.parametrize(
    ("named", "code"),
    [("Visto de trabalho", "D1"), ("student visa", "D4"), ("nômade digital", "D8"), ("d7", "D7"), ("retirement", "D7")],
)
async def test_a_visa_is_known_by_what_people_call_it(named: str, code: str) -> None:
    found = await called("search_visa_requirements", origin="BR", destination="PT", visa_type=named)
    assert f"({code})" in found["visa_type"]


@pytest.mark.parametrize("locale", ["pt-BR", "en"])
def test_every_fee_and_term_has_its_source_and_the_day_of_check(locale: str) -> None:
    known = portugal()
    checked = {"pt-BR": "consultado em 23/11/2026", "en": "checked 23 November 2026"}[locale]
    for value in (*known.fees.values(), *known.terms.values()):
        shown = known.dated(value, locale)
        assert checked in shown and known.origin_of(value.source, value.year, value.sure, locale) in shown
        assert value.year is None or str(value.year) in shown
    for visa in known.visas:
        assert visa.source in known.sources
        assert visa.status == "suspended" or visa.eligibility


async def test_a_suspended_visa_has_no_fees_no_terms_and_no_papers() -> None:
    about = {"destination": "Portugal", "visa_type": "job_search"}
    visa = await called("search_visa_requirements", origin="Brasil", **about)
    times = await called("check_processing_times", **about)
    there = {"destination_country": "Portugal", "pathway": "job_search"}
    papers, figures = (
        await called("list_required_documents", **there),
        await called("get_processing_statistics", **there),
    )
    assert {one["status"] for one in (visa, times, papers, figures)} == {"suspended"}
    assert not any((visa["requirements"]["documents"], times["tips"], papers["documents"], figures["fees"]))
    told = f"{visa['note']} {times['note']} {papers['general_notes']} {figures['notes']}"
    assert told.count("Suspenso desde 23 de outubro de 2025") == 4


@settings(max_examples=40, deadline=None)
@given(st.data())
async def test_whatever_is_asked_no_tool_breaks_and_nothing_is_made_up(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(TOOL_SCHEMAS)))
    required = TOOL_SCHEMAS[name].input["required"]
    words = st.text(max_size=60) | st.sampled_from([*countries(), "Portugal", "D7", "work", "{named}", "../PT"])
    args = {one: data.draw(words) for one in required}
    found = await called(name, **args)
    country = country_of(next((args[one] for one in args if one in COUNTRY_ARGUMENTS - {"origin"}), ""))
    if country is None or country.code != "PT":
        assert found == "no data" or isinstance(found, str) or not re.search(r"\d+ (EUR|BRL|dias|days)", str(found))
        assert isinstance(found, str) or found["status"] == "unknown"


def test_tools_and_agents_are_found_by_their_names() -> None:
    assert [spec.name for spec in TOOLS] == list(TOOL_SCHEMAS)
    assert [spec.name for spec in for_agent(["check_processing_times", "nothing"])] == ["check_processing_times"]
    assert all(spec.read_only for spec in TOOLS)
    agent = find("visa_agent")
    assert agent is not None and agent.label == "Especialista em Vistos" and find("nobody") is None
    assert agent.tools == ("search_visa_requirements",)
    assert descriptions_for_tool_schema().splitlines() == [f"{one.name}: {one.description}" for one in AGENTS.values()]
    for one in AGENTS.values():
        assert len(for_agent(one.tools)) == len(one.tools) > 0
        assert "Brazilian Portuguese" in one.prompt and "concise" in one.prompt and "precise answers" in one.prompt
