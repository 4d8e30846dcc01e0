"""What the counter can do: find books, look where one stands, and reserve one, which costs money."""

from loket.core.data import Json, JsonObject
from loket.core.tool import CallContext, ToolFailed, ToolSpec
from loket.tools.function import FunctionTool

BOOKS: dict[str, JsonObject] = {
    "b1": {"title": "Max Havelaar", "author": "Multatuli", "shelf": "R 12", "days": 21},
    "b2": {"title": "Ideas", "author": "Multatuli", "shelf": "R 13", "days": 7},
    "b3": {"title": "Old People and the Things that Pass", "author": "Louis Couperus", "shelf": "R 3", "days": 21},
}


def find(args: JsonObject) -> Json:
    """The books that have one of the words in their title or author."""
    words = {word for word in args["words"].casefold().split() if len(word) > 2}
    found = [id for id, book in BOOKS.items() if words & {*f"{book['title']} {book['author']}".casefold().split()}]
    if not found:
        raise ToolFailed("invalid_words", "No book has these words in its title or author. Try one word of the title.")
    return [{"id": id, "title": BOOKS[id]["title"], "author": BOOKS[id]["author"]} for id in found]


def look(args: JsonObject) -> Json:
    """Where the book stands and for how many days it can be borrowed."""
    return BOOKS[args["book"]]


def reserve(args: JsonObject, context: CallContext) -> Json:
    """Puts the book aside. The key is the same when the engine repeats the call, and so is the number."""
    return {**BOOKS[args["book"]], "number": context.key[:8]}


def _taking(name: str, schema: JsonObject) -> JsonObject:
    """JSON Schema of arguments with one field; the engine refuses every call that does not fit."""
    return {"type": "object", "properties": {name: schema}, "required": [name], "additionalProperties": False}


BOOK: JsonObject = _taking("book", {"enum": list(BOOKS)})
TOOLS = (
    FunctionTool(
        ToolSpec(name="find", input=_taking("words", {"type": "string", "maxLength": 200}), read_only=True), find
    ),
    FunctionTool(ToolSpec(name="look", input=BOOK, read_only=True), look),
    FunctionTool(
        ToolSpec(name="reserve", title="Put a book aside", description="Costs 0.50.", input=BOOK, destructive=True),
        reserve,
    ),
)
