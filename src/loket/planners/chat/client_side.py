"""What the person's client offers with a message: what it can do is a tool of the model, and its call a question."""

from loket.core.actions import ToolCall
from loket.core.events import UserSaid
from loket.core.model import ModelResponse, ToolDefinition
from loket.core.outside import CLIENT, ClientTool
from loket.core.planner import Situation
from loket.views.prompt import marked, wire_name

HOW = "Done by the page that the person uses; call it alone. The page says of it:"


def client_tools(situation: Situation) -> tuple[ToolDefinition, ...]:
    """The tools that came with the last message, by names that no other tool has."""
    return tuple(
        ToolDefinition(name=wire_name(name), description=f"{HOW}\n{marked('page', tool.description)}", input=tool.input)
        for name, tool in sorted(_offered(situation).items())
    )


def client_call(response: ModelResponse, situation: Situation) -> tuple[ToolCall | None, ModelResponse]:
    """The first call of one of them, when the response makes no other calls; and the response without them. Where there
    are others, the model makes it again when it has their results."""
    offered = {wire_name(name): name for name in _offered(situation)}
    of_client = [call for call in response.tool_calls if call.name in offered]
    if not of_client:
        return None, response
    left = tuple(part for part in response.parts if part not in of_client)
    rest = response.model_copy(update={"parts": left})
    first = ToolCall(id=of_client[0].id, tool=offered[of_client[0].name], args=of_client[0].args)
    return (None if rest.tool_calls else first), rest


def _offered(situation: Situation) -> dict[str, ClientTool]:
    if situation.task is not None:
        return {}
    said = next((one.event for one in reversed(situation.history) if isinstance(one.event, UserSaid)), None)
    tools = said.client.tools if said is not None and said.client is not None else ()
    return {f"{CLIENT}{tool.name}": tool for tool in tools}
