"""A library counter by hand: a flow of named steps over three tools, pages that are drawn, and a call a person must
approve."""

from loket.core.assistant import AssistantSpec, SurfaceInfo
from loket.house.bundle import Bundle, Services
from tests.library.flow import BORROW, PLANNER
from tests.library.screen import TREES, Page
from tests.library.tools import TOOLS

LIBRARY = AssistantSpec(
    name="library",
    title="Library",
    summary="Find a book and have it put aside.",
    tools=("find", "look", "reserve"),
    surfaces=(SurfaceInfo(id="library", title="Borrow a book"),),
    starters=("Borrow Havelaar", "Borrow something by Multatuli"),
)
PAGES = (Page("home", "The library"), Page("library", "Borrow a book", (BORROW,)))


def bundle(services: Services) -> Bundle:
    """Everything a server needs to know of this assistant; loket.toml names this function."""
    return Bundle(
        name=LIBRARY.name,
        assistants=(LIBRARY,),
        planners={LIBRARY.name: PLANNER},
        tools=TOOLS,
        publish=("find", "look", "reserve"),
        screens={LIBRARY.name: PAGES},
        trees=TREES,
    )
