"""A model for LangGraph that asks its tool what it is asked, or says what it was asked. Imports nothing of ours."""

from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult


class Scripted(BaseChatModel):
    """No key, no network."""

    tools: list[Any] = []

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: list[Any], **kwargs: Any) -> "Scripted":
        return Scripted(tools=tools)

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        last = messages[-1]
        if last.type == "tool":
            said = AIMessage(f"I was told: {last.text}")
        elif self.tools:
            call = {"name": self.tools[0].name, "args": {"question": last.text}, "id": "1"}
            said = AIMessage("", tool_calls=[call])
        else:
            said = AIMessage(f"I was asked: {last.text}")
        return ChatResult(generations=[ChatGeneration(message=said)])


model = Scripted()
