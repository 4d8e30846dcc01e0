"""A library counter: a written flow over three tools, a question in the middle, and a call a person must approve.

Run it from the project's folder, then open http://127.0.0.1:10002:

    LOKET_CONFIG=examples/library/loket.toml .venv/bin/python -m loket serve
"""

from examples.library.flow import BORROW, PLANNER
from examples.library.screen import TREES, Page
from examples.library.tools import TOOLS
from loket.core.assistant import AssistantSpec, SurfaceInfo
from loket.house.bundle import Bundle, Services

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
        events=frozenset({"nav/open", BORROW, "question/answer", "flow/stop"}),
    )
