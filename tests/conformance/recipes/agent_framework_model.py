"""A model for Microsoft's Agent Framework that asks its tool, or says what it was asked. Imports nothing of ours."""

from agent_framework import BaseChatClient, ChatResponse, Content, FunctionInvocationLayer, Message


class Scripted(FunctionInvocationLayer, BaseChatClient):
    """No key, no network."""

    async def _inner_get_response(self, *, messages, stream, options, **kwargs) -> ChatResponse:
        last, tools = messages[-1], options.get("tools")
        results = [one.result for one in last.contents if one.type == "function_result"]
        if results:
            said = f"I was told: {results[-1]}"
        elif tools:
            said = Content.from_function_call("1", tools[0].name, arguments={"task": last.text})
        else:
            said = f"I was asked: {last.text}"
        return ChatResponse(messages=[Message(role="assistant", contents=[said])])


model = Scripted()
