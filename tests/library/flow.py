"""How a book is borrowed: three tools in order, and a question in the middle when more than one book fits."""

from loket.core.actions import Action, Ask, Choice, Done
from loket.core.data import JsonObject, Text, text_of
from loket.core.planner import Situation
from loket.planners.flow import Flow, FlowPlanner, FlowWords, Progress, Step, call

BORROW = "library/borrow"


def choose(progress: Progress) -> Action | None:
    """A question whose answer is the book's id; None skips the step when there is nothing to choose."""
    books = progress.results["find"]
    if len(books) == 1:
        return None
    choices = tuple(Choice(id=book["id"], label=book["title"], detail=book["author"]) for book in books)
    return Ask(text="Which one do you mean?", choices=choices)


def book(progress: Progress) -> JsonObject:
    """The arguments of the later steps: the book that was chosen, or the only one that was found."""
    return {"book": progress.results.get("choose") or progress.results["find"][0]["id"]}


def finish(progress: Progress) -> Done:
    """The end of the flow. A talk, the command line and other programs are told its summary; a page has its screen."""
    kept = progress.results["reserve"]
    return Done(summary=f"{kept['title']} waits for you on shelf {kept['shelf']}. Your number is {kept['number']}.")


def read(text: Text, situation: Situation) -> tuple[str, JsonObject] | None:
    """The flow that written words ask for, with its arguments; None when they ask for something else."""
    verb, _, words = text_of(text).strip().partition(" ")
    return (BORROW, {"words": words}) if verb.casefold() in ("borrow", "find", "reserve") and words else None


FLOW = Flow(
    name=BORROW,
    surface="library",
    title="Borrow a book",
    steps=(
        call("find", "find", "First the books that fit the words.", lambda p: {"words": p.args.get("words", "")}),
        Step("choose", "More than one book fits, so a person must say which.", choose),
        call("look", "look", "Where it stands, before anything is paid for.", book),
        call("reserve", "reserve", "Put it aside. That costs money, so a person approves it first.", book),
    ),
    finish=finish,
)
PLANNER = FlowPlanner((FLOW,), FlowWords(unknown="Say for instance: borrow Havelaar. I can help with:"), read=read)
