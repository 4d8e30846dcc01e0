"""The tools by their names, and those of one agent."""

from collections.abc import Iterable, Mapping

from loket.core.tool import Tool, ToolSpec
from loket_demos.relocation.legislation.store import LegislationStore
from loket_demos.relocation.tools.analyze_pathways import analyze_pathways
from loket_demos.relocation.tools.check_eligibility import check_eligibility
from loket_demos.relocation.tools.check_processing_times import check_processing_times
from loket_demos.relocation.tools.get_legislation import legislation_tool
from loket_demos.relocation.tools.get_processing_statistics import get_processing_statistics
from loket_demos.relocation.tools.list_required_documents import list_required_documents
from loket_demos.relocation.tools.search_visa_requirements import search_visa_requirements


def functions(store: LegislationStore) -> Mapping[str, Tool]:
    """What carries them out, by their names; `store` is where the laws lie."""
    every: tuple[Tool, ...] = (
        search_visa_requirements,
        check_processing_times,
        list_required_documents,
        legislation_tool(store),
        analyze_pathways,
        check_eligibility,
        get_processing_statistics,
    )
    return {one.spec.name: one for one in every}


TOOL_SCHEMAS: Mapping[str, ToolSpec] = {name: one.spec for name, one in functions(LegislationStore()).items()}
"""Keyed by name."""

TOOLS: tuple[ToolSpec, ...] = tuple(TOOL_SCHEMAS.values())
"""The same as a list, as it was before there were several agents."""


def for_agent(names: Iterable[str]) -> list[ToolSpec]:
    """The schemas of these tools, in this order; names that there are not are left out."""
    return [TOOL_SCHEMAS[name] for name in names if name in TOOL_SCHEMAS]
