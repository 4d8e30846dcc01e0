"""The tool that looks up the law of a country, in what is kept of it."""

from loket import Context, tool
from loket.core.tool import Tool
from loket_demos.relocation.legislation.store import LegislationStore
from loket_demos.relocation.tools.asked import Language


def legislation_tool(store: LegislationStore) -> Tool:
    """The tool, with the place where the laws lie."""

    @tool(read_only=True, title="Legislação", examples=["Qual é a lei de imigração de Portugal?"])
    def get_legislation(country_code: str, context: Context, language: Language | None = None) -> str:
        """What is kept of the immigration law of a country, with where and when it was read; "no data" without any.

        Args:
            country_code: ISO code of two letters, in any case
            language: of the texts; that of the conversation without it
        """
        return store.text(country_code, language or context.locale)

    return get_legislation
