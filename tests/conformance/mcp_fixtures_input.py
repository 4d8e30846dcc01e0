"""Fixtures of the newer MCP era that need input: they answer with what they want to know and are called again."""

from collections.abc import Awaitable, Callable
from typing import Literal

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_list, is_object, list_at, object_at, text_at
from loket.core.tool import CallContext, ToolFailed
from loket.doors.mcp_exchange import Capability, Exchange, NeedsInput, OutsideCall
from loket.tools.catalog import Prompt

Work = Callable[[JsonObject, Exchange], Awaitable[Json]]
Kind = Literal["string", "boolean"]


def form(message: str, field: str, kind: Kind = "string") -> JsonObject:
    """A request to the person for one field."""
    schema = {"type": "object", "properties": {field: {"type": kind}}, "required": [field]}
    return {"method": "elicitation/create", "params": {"mode": "form", "message": message, "requestedSchema": schema}}


def question(text: str, most_tokens: int) -> JsonObject:
    """A request to the client's model."""
    message = {"role": "user", "content": {"type": "text", "text": text}}
    return {"method": "sampling/createMessage", "params": {"messages": [message], "maxTokens": most_tokens}}


ROOTS: JsonObject = {"method": "roots/list", "params": {}}
NAME = form("What is your name?", "name")


def input_tools() -> list[tuple[str, str, Work]]:
    """Name, description and work of each."""
    prefix = "test_input_required_result_"
    return [
        (f"{prefix}elicitation", "Asks for a name", _greets),
        ("test_streaming_elicitation", "Asks for a name", _greets),
        (f"{prefix}sampling", "Asks the model", _samples),
        (f"{prefix}list_roots", "Asks for the roots", _roots),
        (f"{prefix}request_state", "Gives a state along", _confirms),
        (f"{prefix}tampered_state", "Gives a state along that can't be changed", _confirms),
        (f"{prefix}multiple_inputs", "Asks for three things at once", _three),
        (f"{prefix}multi_round", "Asks twice", _twice),
        (f"{prefix}capabilities", "Asks only what the client offers", _offered),
    ]


def input_prompt() -> Prompt:
    """A prompt that asks for its context first."""

    async def write(args: dict[str, str], call: CallContext) -> list[JsonObject]:
        given = call.exchange.responses if isinstance(call, OutsideCall) and call.exchange is not None else {}
        context = _filled(given, "user_context", "context")
        if context is None:
            raise NeedsInput({"user_context": form("What context should the prompt use?", "context")})
        return [{"role": "user", "content": {"type": "text", "text": f"Use this context: {context}"}}]

    return Prompt("test_input_required_result_prompt", write, "Asks for its context")


def _filled(responses: dict[str, JsonObject], name: str, field: str) -> Json:
    """What the person filled in; None when there is no usable answer."""
    answer = responses.get(name, {})
    return object_at(answer, "content").get(field) if answer.get("action") == "accept" else None


async def _greets(args: JsonObject, exchange: Exchange) -> Json:
    name = _filled(exchange.responses, "user_name", "name")
    if not isinstance(name, str):
        raise NeedsInput({"user_name": NAME})
    return f"Hello, {name}!"


async def _samples(args: JsonObject, exchange: Exchange) -> Json:
    answer = exchange.responses.get("capital_question")
    if answer is None:
        raise NeedsInput({"capital_question": question("What is the capital of France?", 100)})
    return f"The model says: {_words(answer)}"


def _words(answer: JsonObject) -> str:
    content: Json = answer.get("content")
    first: Json = content[0] if is_list(content) and content else content
    return text_at(first, "text")


async def _roots(args: JsonObject, exchange: Exchange) -> Json:
    answer = exchange.responses.get("client_roots")
    if answer is None:
        raise NeedsInput({"client_roots": ROOTS})
    names = [text_at(root, "uri") for root in list_at(answer, "roots") if is_object(root)]
    return f"The roots are: {', '.join(names)}"


async def _confirms(args: JsonObject, exchange: Exchange) -> Json:
    if _filled(exchange.responses, "confirm", "ok") is None:
        raise NeedsInput({"confirm": form("Please confirm", "ok", "boolean")}, "asked-to-confirm")
    if exchange.state != "asked-to-confirm":
        raise ToolFailed("failed", "This is not the state that was given along.")
    return "state-ok"


async def _three(args: JsonObject, exchange: Exchange) -> Json:
    wanted = {"user_name": NAME, "greeting": question("Generate a greeting", 50), "client_roots": ROOTS}
    missing = {name: request for name, request in wanted.items() if name not in exchange.responses}
    if missing:
        raise NeedsInput(missing, "asked-for-three")
    return f"{_words(exchange.responses['greeting'])} {_filled(exchange.responses, 'user_name', 'name')}"


async def _twice(args: JsonObject, exchange: Exchange) -> Json:
    if exchange.state == "second":
        color = _filled(exchange.responses, "step2", "color")
        if isinstance(color, str):
            return f"Your color is {color}."
    name = _filled(exchange.responses, "step1", "name")
    if exchange.state == "first" and isinstance(name, str):
        raise NeedsInput({"step2": form("Step 2: What is your favorite color?", "color")}, "second")
    raise NeedsInput({"step1": form("Step 1: What is your name?", "name")}, "first")


async def _offered(args: JsonObject, exchange: Exchange) -> Json:
    possible: dict[Capability, tuple[str, JsonObject]] = {
        "elicitation": ("user_name", NAME),
        "sampling": ("greeting", question("Generate a greeting", 50)),
        "roots": ("client_roots", ROOTS),
    }
    wanted = [request for capability, request in possible.items() if exchange.offers(capability)]
    missing = {name: request for name, request in wanted if name not in exchange.responses}
    if missing:
        raise NeedsInput(missing)
    return "Nothing is left to ask."
